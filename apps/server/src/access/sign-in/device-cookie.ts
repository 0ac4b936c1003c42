import { createHash, randomBytes } from 'node:crypto'
import { agentLogin } from '@strata/contract/calls/sign-in'
import type { Secrets } from '../../platform/secrets.ts'

/**
 * The cookie of a browser that has signed in. It gives no access: a known device only does not wait for the wrong
 * passwords of others. A token is a random text with this server's signature over it and the account's name, so that
 * a forged token costs no database read. Only the hash of a token is stored.
 */
const NAME = 'strata_device'
/** Only the calls about accounts receive the cookie. */
const PATH = agentLogin.path.slice(0, agentLogin.path.lastIndexOf('/'))
/** Accounts of one browser; the last sign-in comes first. */
const MAX_TOKENS = 5
/** A device is forgotten after this time without a sign-in. */
export const DEVICE_LASTS_MS = 180 * 86_400_000
/** The most known devices per account. */
export const MAX_DEVICES = 20

const PURPOSE = 'known-device'
const TOKEN = /^[A-Za-z0-9_-]{44}$/

const signedText = (accountName: string, random: string): string => `${accountName.toLowerCase()}\n${random}`

export const hashDeviceToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

export function newDeviceToken(secrets: Secrets, accountName: string): string {
  const random = randomBytes(16).toString('base64url')
  return `${random}${secrets.sign(signedText(accountName, random), PURPOSE)}`
}

/** Whether this server signed the token for this account. */
export const isDeviceToken = (secrets: Secrets, accountName: string, token: string): boolean =>
  secrets.isSigned(token.slice(22), signedText(accountName, token.slice(0, 22)), PURPOSE)

/** The tokens of a Cookie header, in their order. */
export function readDeviceCookie(header: string | undefined): readonly string[] {
  const cookies = (header ?? '').split(';').map((cookie) => cookie.trim())
  const found = cookies.find((cookie) => cookie.startsWith(`${NAME}=`))?.slice(NAME.length + 1) ?? ''
  return found
    .split('~')
    .filter((token) => TOKEN.test(token))
    .slice(0, MAX_TOKENS)
}

/** The Set-Cookie header: one token first, the others of the browser after it. */
export function deviceCookie(
  token: string,
  others: readonly string[],
  { secure }: { readonly secure: boolean },
): string {
  const tokens = [token, ...others.filter((other) => other !== token)].slice(0, MAX_TOKENS)
  const flags = `Path=${PATH}; Max-Age=${DEVICE_LASTS_MS / 1000}; HttpOnly; SameSite=Strict`
  return `${NAME}=${tokens.join('~')}; ${flags}${secure ? '; Secure' : ''}`
}
