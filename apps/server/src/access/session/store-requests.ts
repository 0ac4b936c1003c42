import type { AccountId } from '@strata/domain/ids'
import { maybeRow, type Queryable } from '../../platform/db.ts'

export interface StoredAnswer {
  readonly call: string
  /** Null while the request is being processed. */
  readonly answer: { readonly content: string; readonly data: unknown } | null
}

interface RequestId {
  readonly accountId: AccountId
  readonly requestId: string
}

/** Returns false when the request already exists. Waits for the same request if it is still being processed. */
export async function insertRequest(
  on: Queryable,
  request: RequestId & { readonly call: string; readonly now: number },
): Promise<boolean> {
  const inserted = await on.query(
    `insert into requests (account_id, request_id, call, answer, at) values ($1, $2, $3, 'null', $4)
     on conflict (account_id, request_id) do nothing`,
    [request.accountId, request.requestId, request.call, request.now],
  )
  return inserted.rowCount === 1
}

export const findRequest = (on: Queryable, { accountId, requestId }: RequestId): Promise<StoredAnswer | undefined> =>
  maybeRow<StoredAnswer & Record<string, unknown>>(
    on,
    'select call, answer from requests where account_id = $1 and request_id = $2',
    [accountId, requestId],
  )

export async function saveAnswer(
  on: Queryable,
  { accountId, requestId }: RequestId,
  answer: NonNullable<StoredAnswer['answer']>,
): Promise<void> {
  await on.query('update requests set answer = $3 where account_id = $1 and request_id = $2', [
    accountId,
    requestId,
    JSON.stringify(answer),
  ])
}
