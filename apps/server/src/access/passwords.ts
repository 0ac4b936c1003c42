/** For the other rooms: opening a wrapped password, its hash, the guesses that are counted, and the second factor. */

export { chargeGuess, guessedRight } from './passwords/guesses.ts'
export { openNewPassword, openWrapped } from './passwords/new-password.ts'
export { hashPassword, NO_PASSWORD, verifyPassword } from './passwords/password-pool.ts'
export { findPasswords, passwordHashes } from './passwords/store-passwords.ts'
export { matchesTotp, totpPurpose } from './sign-in/second-factor.ts'
export { newTotpSecret, putTotp } from './sign-in/validator.ts'
