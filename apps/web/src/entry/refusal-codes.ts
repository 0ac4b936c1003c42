/** The contract's codes that the sign-in form tells apart (a test holds them equal): the whole table would double them. */
export const SIGN_IN_CODES = { codeNeeded: 40003, codeWrong: 40004, disabled: 40006, frozen: 40007 } as const
