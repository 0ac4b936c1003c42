/**
 * For the other rooms: opening a wrapped password, its hash, the guesses that are counted, the second factor, and the
 * channels of reset codes.
 */

export {
  type Channels,
  channelFor,
  channelPurpose,
  lockChannels,
  readChannels,
  type SendContext,
  saveChannels,
  sendTo,
} from './passwords/code-channels.ts'
export { chargeGuess, guessedRight } from './passwords/guesses.ts'
export { openNewPassword, openWrapped } from './passwords/new-password.ts'
export { hashPassword, NO_PASSWORD, verifyPassword } from './passwords/password-pool.ts'
export { contactsByChannel, findPasswords, passwordHashes } from './passwords/store-passwords.ts'
export { matchesTotp, totpPurpose } from './sign-in/second-factor.ts'
export { newTotpSecret, putTotp } from './sign-in/validator.ts'
