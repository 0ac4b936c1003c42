// expect: no-restricted-imports
export { seed } from './periods/store-seeds.ts'
