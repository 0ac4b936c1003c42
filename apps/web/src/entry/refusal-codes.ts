/**
 * The codes of the contract that the sign-in form needs (a test checks that they are equal): the whole table would
 * double their size.
 */
export const SIGN_IN_CODES = {
  codeNeeded: 40003,
  codeWrong: 40004,
  disabled: 40006,
  frozen: 40007,
  captcha: 40010,
} as const
