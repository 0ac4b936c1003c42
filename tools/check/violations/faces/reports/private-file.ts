// expect: private
export { post } from '../ledger/posting-inside.ts'
