// expect: whole
export * from './transfer.ts'
