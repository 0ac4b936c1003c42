import { createHash } from 'node:crypto'
import type { AccountId } from '@strata/domain/ids'
import { type Pool, runTx, type Tx } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { judgeAgain } from './judged-again.ts'
import { findRequest, insertRequest, type StoredAnswer, saveAnswer } from './store-requests.ts'

export interface RequestKey {
  readonly accountId: AccountId
  /** Absent: the call is made without this protection. */
  readonly requestId: string | undefined
  readonly call: string
  /**
   * The content of the request, without what differs in a retry (wrapped passwords). It is compared with the first
   * request's.
   */
  readonly content: unknown
  readonly now: number
  /** For changes that may wait for a settlement; default: the timeout of any transaction. */
  readonly timeoutMs?: number
}

const digestOf = (content: unknown): string => createHash('sha256').update(JSON.stringify(content)).digest('base64url')

/**
 * The first answer, or undefined when this request now owns the key. Waits while the same request is still being
 * processed.
 */
async function claim(
  tx: Tx,
  key: RequestKey & { requestId: string },
  content: string,
): Promise<StoredAnswer | undefined> {
  if (await insertRequest(tx, key)) return undefined
  const first = await findRequest(tx, key)
  // The same request was refused meanwhile and left no row: the caller tries again.
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
 * Runs a change once per (account, requestId), in one transaction with the record of its answer. The same request
 * again gets the first answer and changes nothing; a different request with the same id is refused. The caller's
 * authority is checked again in the same transaction. A refusal rolls everything back and is not recorded. `fn`
 * must return plain JSON.
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

/**
 * The first answer of a request that was made before; a refusal if another request has the id; undefined if the id
 * is new.
 */
async function answeredBefore<T>(pool: Pool, key: RequestKey): Promise<{ answer: T | Refusal } | undefined> {
  const { accountId, requestId } = key
  if (requestId === undefined) return undefined
  const first = await findRequest(pool, { accountId, requestId })
  if (!first?.answer) return undefined
  const same = first.call === key.call && first.answer.content === digestOf(key.content ?? null)
  return { answer: same ? (first.answer.data as T) : refuse('requestMismatch') }
}

/**
 * oncePerRequest with work before the transaction. `prepare` does what is slow (hashing) or can be done only once
 * (opening a wrapped password). It runs after the request was looked up, so that a retry gets the first answer and
 * no transaction waits for it.
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
