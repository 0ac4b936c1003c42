// expect: TS2375
export const made: { a?: number } = { a: undefined }
