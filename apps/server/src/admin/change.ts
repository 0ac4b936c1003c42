import { logAction } from '../access/audit-log/change-log.ts'
import type { LoggedChange } from '../access/audit-log/store-log.ts'
import type { AccessContext } from '../access/session/authorize.ts'
import type { Caller } from '../access/session/caller.ts'
import { oncePerRequest } from '../access/session/once-per-request.ts'
import type { Queryable, Tx } from '../platform/db.ts'
import type { Refusal } from '../platform/refusal.ts'
import { HEAD_MERCHANT } from '../tree/paths/store-paths.ts'
import { HEAD_PATH } from '../tree/snapshot/merchant-snapshot.ts'

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

/** What operators change of the platform itself is logged under the head. */
export const logForHead = (
  on: Queryable,
  caller: Caller,
  what: { readonly action: string; readonly targetName: string; readonly changes: readonly LoggedChange[] },
  at: number,
): Promise<void> => logAction(on, caller, { pathId: HEAD_PATH, merchantId: HEAD_MERCHANT, ...what }, at)

/** Fields by label as they were and are, as people read them; only those that differ. */
export const changesOf = (
  fields: readonly (readonly [field: string, label: string, before: string | null, after: string | null])[],
): LoggedChange[] =>
  fields.flatMap(([field, label, before, after]) => (before === after ? [] : [{ field, label, before, after }]))
