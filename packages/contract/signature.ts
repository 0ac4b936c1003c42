/**
 * The signature of the game platform's calls: X-Signature = hex HMAC-SHA256(key, timestamp
 * METHOD
 * path and query as sent
 * hex SHA-256 of the raw body), with X-Nonce as a fifth line when that header is sent. Pure, so that clients of any
 * runtime can use it.
 */

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

export const MERCHANT_HEADER = 'X-Merchant'
export const TIMESTAMP_HEADER = 'X-Timestamp'
export const SIGNATURE_HEADER = 'X-Signature'
/** Optional. A call that has it is accepted once: the same call sent again is refused with 40009 and must be signed again. */
export const NONCE_HEADER = 'X-Nonce'
/** What X-Nonce may be: long enough for a random number or a UUID. */
export const NONCE_PATTERN = /^[\w-]{16,64}$/
/** Largest difference between X-Timestamp and the server's clock, in either direction. */
export const SIGNATURE_WINDOW_MS = 120_000

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content

/** The text to be signed. `target` is path and query exactly as sent; `bodyHash` is lower-case hex. */
export const canonicalRequest = (request: {
  timestamp: string
  method: string
  target: string
  bodyHash: string
  /** X-Nonce as sent; without the header nothing is added. */
  nonce?: string | undefined
}): string => {
  const { timestamp, method, target, bodyHash, nonce } = request
  const text = `${timestamp}\n${method}\n${target}\n${bodyHash}`
  return nonce === undefined ? text : `${text}\n${nonce}`
}

type SignedHeaders = Record<typeof MERCHANT_HEADER | typeof TIMESTAMP_HEADER | typeof SIGNATURE_HEADER, string> &
  Partial<Record<typeof NONCE_HEADER, string>>

/**
 * The headers of a signed call. `key` is the key of the merchant or result source; its bytes are its UTF-8 text. `nonce`
 * should be new for each call, for example `crypto.randomUUID()`.
 */
export const signedHeaders = (request: {
  code: string
  key: string | Uint8Array
  nowMs: number
  method: 'GET' | 'POST'
  target: string
  body: string | Uint8Array
  nonce?: string | undefined
}): SignedHeaders => {
  const { method, target, nonce } = request
  const timestamp = String(Math.trunc(request.nowMs))
  const bodyHash = bytesToHex(sha256(bytesOf(request.body)))
  const text = canonicalRequest({ timestamp, method, target, bodyHash, nonce })
  return {
    [MERCHANT_HEADER]: request.code,
    [TIMESTAMP_HEADER]: timestamp,
    ...(nonce === undefined ? {} : { [NONCE_HEADER]: nonce }),
    [SIGNATURE_HEADER]: bytesToHex(hmac(sha256, bytesOf(request.key), bytesOf(text))),
  }
}
