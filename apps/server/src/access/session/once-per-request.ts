import { createHash } from 'node:crypto'
import { type Pool, runTx, type Tx } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { judgeAgain } from './judged-again.ts'
import { findRequest, insertRequest, type StoredAnswer, saveAnswer } from './store-requests.ts'

export interface RequestKey {
  readonly accountId: number
  /** Absent: the call is simply made. */
  readonly requestId: string | undefined
  readonly call: string
  /** What the request asks for, without what differs in a retry (wrapped passwords). Compared with the first one. */
  readonly content: unknown
  readonly now: number
  /** For changes that may wait for a settlement; absent: as long as any transaction. */
  readonly timeoutMs?: number
}

const digestOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('base64url')

/** The first answer again, or undefined when the key is now ours. Waits while the same request is still being decided. */
async function claim(
  tx: Tx,
  key: RequestKey & { requestId: string },
  content: string,
): Promise<StoredAnswer | undefined> {
  if (await insertRequest(tx, key)) return undefined
  const first = await findRequest(tx, key)
  // The twin was refused meanwhile and left nothing: the caller tries again.
  if (!first?.answer) return { call: key.call, answer: null }
  return { call: first.call === key.call && first.answer.content === content ? first.call : '', answer: first.answer }
}

class RolledBack extends Error {
  readonly refusal: Refusal
  constructor(refusal: Refusal) {
    super(refusal.name)
    this.refusal = refusal
  }
}

/**
 * Runs a change once per (account, requestId), in one transaction with the memory of its answer: the same request again
 * gets the first answer and changes nothing, another one under the same id is refused. Whether the caller still may is
 * judged in the same transaction. A refusal rolls everything back
 * and is not remembered. `fn` must answer plain JSON.
 */
export async function oncePerRequest<T>(
  pool: Pool,
  key: RequestKey,
  fn: (tx: Tx) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const content = digestOf(key.content ?? null)
  try {
    return await runTx(pool, key.timeoutMs === undefined ? {} : { timeoutMs: key.timeoutMs }, async (tx) => {
      const requestId = key.requestId
      if (requestId !== undefined) {
        const first = await claim(tx, { ...key, requestId }, content)
        if (first) {
          if (first.answer === null) throw new RolledBack(refuse('tooManyRequests'))
          return first.call === '' ? refuse('requestMismatch') : (first.answer.data as T)
        }
      }
      const notAnyMore = await judgeAgain(tx, 'start')
      if (notAnyMore) throw new RolledBack(notAnyMore)
      const answer = await fn(tx)
      if (answer instanceof Refusal) throw new RolledBack(answer)
      const lostMeanwhile = await judgeAgain(tx, 'end')
      if (lostMeanwhile) throw new RolledBack(lostMeanwhile)
      if (requestId !== undefined) {
        await saveAnswer(tx, { accountId: key.accountId, requestId }, { content, data: answer })
      }
      return answer
    })
  } catch (error) {
    if (error instanceof RolledBack) return error.refusal
    throw error
  }
}

/** The first answer of a request that was made before, a refusal for another one under its id, or undefined. */
async function answeredBefore<T>(pool: Pool, key: RequestKey): Promise<{ answer: T | Refusal } | undefined> {
  const { accountId, requestId } = key
  if (requestId === undefined) return undefined
  const first = await findRequest(pool, { accountId, requestId })
  if (!first?.answer) return undefined
  const same = first.call === key.call && first.answer.content === digestOf(key.content ?? null)
  return { answer: same ? (first.answer.data as T) : refuse('requestMismatch') }
}

/**
 * oncePerRequest with work before the transaction: what is slow (hashing) or good for one use only (a wrapped password)
 * is done in `prepare`, after the request was looked up, so that a retry gets the first answer and nothing waits on it.
 */
export async function changeOnce<P, T>(
  context: { readonly pool: Pool; readonly clock: () => number },
  request: Omit<RequestKey, 'now'>,
  prepare: () => Promise<P | Refusal>,
  fn: (tx: Tx, prepared: P, at: number) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const at = context.clock()
  const key = { ...request, now: at }
  const before = await answeredBefore<T>(context.pool, key)
  if (before) return before.answer
  const prepared = await prepare()
  if (prepared instanceof Refusal) return prepared
  return oncePerRequest(context.pool, key, (tx) => fn(tx, prepared, at))
}
