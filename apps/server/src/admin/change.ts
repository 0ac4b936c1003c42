import { type LoggedChange, logAction } from '../access/audit-log.ts'
import { type AccessContext, type Caller, oncePerRequest } from '../access/session.ts'
import type { Queryable, Tx } from '../platform/db.ts'
import type { Refusal } from '../platform/refusal.ts'
import { HEAD_MERCHANT } from '../tree/merchants.ts'
import { HEAD_PATH } from '../tree/paths.ts'

/** One change by an operator: once per requestId, in one transaction. */
export function changeAs<T>(
  { pool, clock }: AccessContext,
  caller: Caller,
  { call, input }: { readonly call: string; readonly input: { readonly requestId?: string | undefined } },
  run: (tx: Tx, at: number) => Promise<T | Refusal>,
): Promise<T | Refusal> {
  const { requestId, ...content } = input
  const at = clock()
  const key = { accountId: caller.account.id, requestId, call, content, now: at }
  return oncePerRequest(pool, key, (tx) => run(tx, at))
}

/** Changes that operators make to the platform itself are logged under the head. */
export const logForHead = (
  on: Queryable,
  caller: Caller,
  what: { readonly action: string; readonly targetName: string; readonly changes: readonly LoggedChange[] },
  at: number,
): Promise<void> => logAction(on, caller, { pathId: HEAD_PATH, merchantId: HEAD_MERCHANT, ...what }, at)

/** The changed fields by label, with their values before and after as users read them. */
export const changesOf = (
  fields: readonly (readonly [field: string, label: string, before: string | null, after: string | null])[],
): LoggedChange[] =>
  fields.flatMap(([field, label, before, after]) => (before === after ? [] : [{ field, label, before, after }]))
