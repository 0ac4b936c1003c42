import { createHash, createHmac, timingSafeEqual } from 'node:crypto'
import { canonicalRequest, SIGNATURE_WINDOW_MS } from '@strata/contract/signature'
import type { MerchantId } from '@strata/domain/ids'

export interface SignedRequest {
  /** X-Timestamp as sent. */
  readonly timestamp: string
  readonly method: string
  /** Path and query exactly as sent. */
  readonly target: string
  readonly rawBody: string | Uint8Array
  /** X-Nonce as sent, if present. */
  readonly nonce?: string | undefined
}

/** Hex HMAC-SHA256 (lower case) over timestamp, method, target, hash of the raw body and nonce if any, one per line. */
export function signRequest(key: string | Uint8Array, request: SignedRequest): string {
  const bodyHash = createHash('sha256').update(request.rawBody).digest('hex')
  return createHmac('sha256', key)
    .update(canonicalRequest({ ...request, bodyHash }))
    .digest('hex')
}

export type SignatureProblem = 'timestampOff' | 'signatureWrong'

/**
 * Checks a signed request with the live keys of the code it names. Without keys (an unknown code) the answer is the
 * same as for a wrong signature, after the same work. Every key is tried, in constant time.
 */
export function judgeSignature(
  request: SignedRequest & { readonly signature: string },
  keys: readonly (string | Uint8Array)[],
  nowMs: number,
): { readonly problem: SignatureProblem } | { readonly problem: null; readonly keyIndex: number } {
  const sent = Buffer.from(/^[0-9a-f]{64}$/i.test(request.signature) ? request.signature : '00'.repeat(32), 'hex')
  let keyIndex = -1
  for (const [index, key] of (keys.length > 0 ? keys : ['']).entries()) {
    const right = Buffer.from(signRequest(key, request), 'hex')
    if (timingSafeEqual(right, sent)) keyIndex = index
  }
  if (keyIndex === -1 || keys.length === 0) return { problem: 'signatureWrong' }
  if (!/^\d{13}$/.test(request.timestamp)) return { problem: 'timestampOff' }
  if (Math.abs(Number(request.timestamp) - nowMs) > SIGNATURE_WINDOW_MS) return { problem: 'timestampOff' }
  return { problem: null, keyIndex }
}

/** The purpose that a sealed key is bound to. Each row has its own, so a key copied to another row does not open. */
export const merchantKeyPurpose = (merchantId: MerchantId, keyId: number): string =>
  `merchant-key:${merchantId}:${keyId}`
export const sourceKeyPurpose = (sourceCode: string): string => `source-key:${sourceCode}`
