import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalRequest, SIGNATURE_WINDOW_MS } from '@strata/contract/signature'

export interface SignedRequest {
  /** X-Timestamp as sent. */
  readonly timestamp: string
  readonly method: string
  /** Path and query exactly as sent. */
  readonly target: string
  readonly rawBody: string | Uint8Array
}

/** Lower-case hex HMAC-SHA256 over timestamp, method, target and the hash of the raw body, each on a line. */
export function signRequest(key: string | Uint8Array, request: SignedRequest): string {
  const bodyHash = createHash('sha256').update(request.rawBody).digest('hex')
  return createHmac('sha256', key)
    .update(canonicalRequest({ ...request, bodyHash }))
    .digest('hex')
}

export type SignatureProblem = 'timestampOff' | 'signatureWrong'

/**
 * Judges a signed request under the live keys of the code it names (none: an unknown code, which answers like a wrong
 * signature after the same work). Every key is tried, in constant time.
 */
export function signatureProblem(
  request: SignedRequest & { readonly signature: string },
  keys: readonly (string | Uint8Array)[],
  nowMs: number,
): SignatureProblem | null {
  const sent = Buffer.from(/^[0-9a-f]{64}$/i.test(request.signature) ? request.signature : '00'.repeat(32), 'hex')
  let matches = false
  for (const key of keys.length > 0 ? keys : ['']) {
    const right = Buffer.from(signRequest(key, request), 'hex')
    if (timingSafeEqual(right, sent)) matches = true
  }
  if (!matches || keys.length === 0) return 'signatureWrong'
  if (!/^\d{13}$/.test(request.timestamp)) return 'timestampOff'
  return Math.abs(Number(request.timestamp) - nowMs) <= SIGNATURE_WINDOW_MS ? null : 'timestampOff'
}

/** What a sealed key is bound to: one purpose for each row it may lie in. */
export const merchantKeyPurpose = (merchantId: number, keyId: number): string => `merchant-key:${merchantId}:${keyId}`
export const sourceKeyPurpose = (sourceCode: string): string => `source-key:${sourceCode}`
