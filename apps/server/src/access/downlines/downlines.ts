import type { ResponseOf } from '@strata/contract/endpoint'
import type { changesSince, downlinesOnline } from '@strata/contract/endpoints/downlines'
import { ROLE } from '@strata/domain/tree'
import type { Pool, Queryable } from '../../platform/db.ts'
import { actionName } from '../audit-log/change-log.ts'
import { ABOVE } from '../audit-log/operator-name.ts'
import { merchantIds } from '../audit-log/store-log.ts'
import type { Caller } from '../session/caller.ts'
import { idleMsOf } from '../session/sessions.ts'
import { type Below, findChangesBelow, findOnline } from './store-downlines.ts'

export interface DownlinesContext {
  readonly pool: Pool
  readonly clock: () => number
}

const MAX_ONLINE = 100
const MAX_COUNTED = 500
const MAX_SHOWN = 8
const MAX_BACK_MS = 7 * 86_400_000

const belowOf = async (on: Queryable, caller: Caller): Promise<Below> =>
  caller.role === ROLE.head
    ? { merchantIds: await merchantIds(on), pathId: null }
    : { merchantIds: [caller.merchantId], pathId: caller.path.id }

/** Who of the downline is signed in now. */
export async function readOnline(
  { pool, clock }: DownlinesContext,
  caller: Caller,
): Promise<ResponseOf<typeof downlinesOnline>> {
  const now = clock()
  const open = { now, idleSince: now - (await idleMsOf(pool)), limit: MAX_ONLINE }
  const found = await findOnline(pool, await belowOf(pool, caller), open)
  return {
    items: found.map((row) => ({
      agentPathsId: row.path_id,
      accountName: row.account_name,
      roleId: row.role as 0 | 1 | 2 | 3 | 10003,
      mainName: row.main_name ?? '',
      nickname: row.nickname ?? '',
      sessions: row.sessions,
      signedInAt: Number(row.signed_in_at),
      seenAt: Number(row.seen_at),
    })),
    total: found[0]?.total ?? 0,
  }
}

/** What others have changed since an instant, counted by action. */
export async function readChangesSince(
  { pool, clock }: DownlinesContext,
  caller: Caller,
  asked: { readonly since: number },
): Promise<ResponseOf<typeof changesSince>> {
  const since = Math.max(asked.since, clock() - MAX_BACK_MS)
  const wanted = { since, readerId: caller.account.id, limit: MAX_COUNTED + 1 }
  const found = await findChangesBelow(pool, await belowOf(pool, caller), wanted)
  const counted = found.slice(0, MAX_COUNTED)
  const counts = new Map<string, number>()
  for (const { action } of counted) counts.set(actionName(action), (counts.get(actionName(action)) ?? 0) + 1)
  return {
    since,
    counts: [...counts].map(([action, count]) => ({ action, count })).sort((a, b) => b.count - a.count),
    items: counted.slice(0, MAX_SHOWN).map(({ at, operator_name, target_name, action }) => ({
      at: Number(at),
      operatorName: operator_name ?? ABOVE,
      targetName: target_name,
      action: actionName(action),
    })),
    more: found.length > MAX_COUNTED,
  }
}
