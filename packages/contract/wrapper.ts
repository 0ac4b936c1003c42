/**
 * The wrapper around every password field: base64url( iv(12) || AES-256-GCM( SHA-256(appSecret), {"t": epoch ms,
 * "p": password} ) ).
 *
 * Purpose: passwords do not appear in logs, proxies and crash reports, and a recorded request cannot be sent again
 * (the server refuses an old `t` and a text it has already seen). It does NOT replace TLS: every browser receives
 * the app secret, so anyone who can read the traffic and the page can open it.
 *
 * Uses an audited library and not WebCrypto, because `crypto.subtle` is missing on plain http pages. Free of zod.
 */

import { gcm } from '@noble/ciphers/aes.js'
import { randomBytes } from '@noble/ciphers/utils.js'
import { sha256 } from '@noble/hashes/sha2.js'

/** Largest difference between `t` and the server's clock, in either direction. */
export const WRAPPER_WINDOW_MS = 120_000
const IV_BYTES = 12
const TAG_BYTES = 16
/** Longer than any sealed password; limits the work that a forged text can cause. */
const MAX_SEALED_LENGTH = 400

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const DIGITS: ReadonlyMap<string, number> = new Map([...ALPHABET].map((letter, value) => [letter, value]))

const toBase64Url = (bytes: Uint8Array): string => {
  let text = ''
  for (let at = 0; at < bytes.length; at += 3) {
    const left = bytes.length - at
    const triple = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)
    const letters = [18, 12, 6, 0].map((shift) => ALPHABET[(triple >> shift) & 63] ?? '')
    text += letters.slice(0, left >= 3 ? 4 : left + 1).join('')
  }
  return text
}

const fromBase64Url = (text: string): Uint8Array | null => {
  if (text.length % 4 === 1) return null
  const bytes = new Uint8Array(Math.floor((text.length * 6) / 8))
  let buffer = 0
  let bits = 0
  let at = 0
  for (const letter of text) {
    const digit = DIGITS.get(letter)
    if (digit === undefined) return null
    buffer = ((buffer << 6) | digit) & 0xffff
    bits += 6
    if (bits < 8) continue
    bits -= 8
    bytes[at++] = (buffer >> bits) & 0xff
  }
  // Unused bits must be zero: otherwise one sealed text would have several spellings, and a repeated one would look
  // new.
  return (buffer & ((1 << bits) - 1)) === 0 ? bytes : null
}

const keyOf = (appSecret: string): Uint8Array => sha256(new TextEncoder().encode(appSecret))

/** Seals a password at `nowMs` of the SERVER's clock (the client adds the offset that /api/common/status showed). */
export const sealPassword = (options: { password: string; appSecret: string; nowMs: number }): string => {
  const iv = randomBytes(IV_BYTES)
  const plain = new TextEncoder().encode(JSON.stringify({ t: Math.trunc(options.nowMs), p: options.password }))
  const cipher = gcm(keyOf(options.appSecret), iv).encrypt(plain)
  const sealed = new Uint8Array(iv.length + cipher.length)
  sealed.set(iv)
  sealed.set(cipher, iv.length)
  return toBase64Url(sealed)
}

export type OpenedPassword =
  | { readonly ok: true; readonly password: string; readonly sealedAtMs: number }
  /** `malformed`: not sealed with this secret (40001); `clockOff`: `t` is too far from the server's clock (40009). */
  | { readonly ok: false; readonly problem: 'malformed' | 'clockOff' }

const MALFORMED = { ok: false, problem: 'malformed' } as const

const decrypted = (sealed: Uint8Array, appSecret: string): unknown => {
  try {
    const plain = gcm(keyOf(appSecret), sealed.subarray(0, IV_BYTES)).decrypt(sealed.subarray(IV_BYTES))
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(plain))
  } catch {
    // The library throws on a wrong tag, which is expected for a forged text.
    return null
  }
}

/** Opens a sealed password. The caller must check whether the text was seen before (its spelling is unique). */
export const openPassword = (options: { sealed: string; appSecret: string; nowMs: number }): OpenedPassword => {
  if (options.sealed.length > MAX_SEALED_LENGTH) return MALFORMED
  const bytes = fromBase64Url(options.sealed)
  if (bytes === null || bytes.length <= IV_BYTES + TAG_BYTES) return MALFORMED
  const content = decrypted(bytes, options.appSecret)
  if (typeof content !== 'object' || content === null || !('t' in content) || !('p' in content)) return MALFORMED
  const { t, p } = content
  if (typeof t !== 'number' || !Number.isSafeInteger(t) || typeof p !== 'string') return MALFORMED
  if (Math.abs(options.nowMs - t) > WRAPPER_WINDOW_MS) return { ok: false, problem: 'clockOff' }
  return { ok: true, password: p, sealedAtMs: t }
}
