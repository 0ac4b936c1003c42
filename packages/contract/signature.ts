/**
 * The signature of the game platform's calls: X-Signature = hex HMAC-SHA256(key, timestamp \n METHOD \n path and query
 * as sent \n hex SHA-256 of the raw body). Pure, so that a client in any runtime can use it.
 */

import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex } from '@noble/hashes/utils.js'

export const MERCHANT_HEADER = 'X-Merchant'
export const TIMESTAMP_HEADER = 'X-Timestamp'
export const SIGNATURE_HEADER = 'X-Signature'
/** How far X-Timestamp may be from the server's clock, either way. */
export const SIGNATURE_WINDOW_MS = 120_000

const bytesOf = (content: string | Uint8Array): Uint8Array =>
  typeof content === 'string' ? new TextEncoder().encode(content) : content

/** What is signed. `target` is path and query exactly as sent; `bodyHash` is lower-case hex. */
export const canonicalRequest = (request: {
  timestamp: string
  method: string
  target: string
  bodyHash: string
}): string => `${request.timestamp}\n${request.method}\n${request.target}\n${request.bodyHash}`

/** The three headers of a signed call. `key` is the merchant's (or result source's) key, its text as UTF-8. */
export const signedHeaders = (request: {
  code: string
  key: string | Uint8Array
  nowMs: number
  method: 'GET' | 'POST'
  target: string
  body: string | Uint8Array
}): Record<typeof MERCHANT_HEADER | typeof TIMESTAMP_HEADER | typeof SIGNATURE_HEADER, string> => {
  const timestamp = String(Math.trunc(request.nowMs))
  const bodyHash = bytesToHex(sha256(bytesOf(request.body)))
  const text = canonicalRequest({ timestamp, method: request.method, target: request.target, bodyHash })
  return {
    [MERCHANT_HEADER]: request.code,
    [TIMESTAMP_HEADER]: timestamp,
    [SIGNATURE_HEADER]: bytesToHex(hmac(sha256, bytesOf(request.key), bytesOf(text))),
  }
}
