import { z } from 'zod'
import type { Clock } from '../../platform/clock.ts'
import { postOutbound } from '../../platform/outbound.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { signRequest } from '../../platform/signature.ts'
import { bookKeyPurpose, type OutsideBook } from '../../settings/fly-out-accounts.ts'
import type { FlyOutError } from './fly-out-answer.ts'

/** The only fields that are read from an answer. */
const answerShape = z.object({
  state: z.enum(['accepted', 'rejected', 'pending', 'unplaced']),
  orderNo: z
    .string()
    .max(64)
    .regex(/^\P{Cc}*$/u)
    .optional(),
})
export type BookAnswer = z.infer<typeof answerShape>

export interface BookCallDeps {
  readonly clock: Clock
  readonly secrets: Secrets
  /** `host:port` pairs that tests may reach. */
  readonly allow: readonly string[]
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** One signed POST to an outside book. `key` names the order in every attempt. */
export async function callBook(
  { clock, secrets, allow }: BookCallDeps,
  { name, baseUrl, keyId, secret }: OutsideBook,
  call: { readonly path: 'orders' | 'orders/query'; readonly key: string; readonly body: object },
): Promise<BookAnswer | { readonly error: FlyOutError }> {
  const url = new URL(call.path, baseUrl.endsWith('/') ? baseUrl : `${baseUrl}/`)
  const timestamp = String(clock())
  const signature = signRequest(secrets.open(secret, bookKeyPurpose(name)), {
    timestamp,
    method: 'POST',
    target: `${url.pathname}${url.search}`,
    rawBody: JSON.stringify(call.body),
  })
  const headers = {
    'x-key-id': keyId,
    'x-timestamp': timestamp,
    'x-signature': signature,
    'idempotency-key': call.key,
  }
  const answer = await postOutbound({ url, body: call.body, headers, allow })
  if ('problem' in answer) return { error: answer.problem }
  if (answer.status !== 200) return { error: 'badStatus' }
  const read = answerShape.safeParse(parsed(answer.text))
  return read.success ? read.data : { error: 'badAnswer' }
}
