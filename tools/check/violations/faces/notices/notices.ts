// expect: write
export { saveNotice } from './store-notices.ts'
