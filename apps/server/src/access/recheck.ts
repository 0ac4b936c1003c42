import type { LiveEventData } from '@strata/contract/live'
import { effectiveStatus } from '@strata/domain/tree'
import type { AccessContext } from './authorize.ts'
import { type Caller, permissionsOn } from './caller.ts'
import { IDLE_MS } from './sessions.ts'
import { pathsOfAccount } from './store.ts'
import { endedWhy, findSession } from './store-sessions.ts'

type EndReason = LiveEventData<'session-ended'>['reason']

const reasonOf = (why: string | null): EndReason =>
  why === 'signedOut' || why === 'revoked' || why === 'disabled' ? why : 'expired'

/**
 * Whether what `authorize` found of a caller still holds: for streams, which outlive the call that opened them. Undefined:
 * it does. Asking does not renew the session.
 */
export async function recheckCaller(context: AccessContext, caller: Caller): Promise<EndReason | undefined> {
  const { pool } = context
  const now = context.clock()
  const session = await findSession(pool, caller.tokenHash, { now, seenSince: now - IDLE_MS })
  if (!session) return reasonOf(await endedWhy(pool, caller.tokenHash))
  const paths = await pathsOfAccount(pool, session.merchantId, caller.account.mainId)
  const path = paths.find((one) => one.id === caller.path.id)
  if (!path) return 'permission'
  const status = effectiveStatus([...path.statuses, session.accountStatus, session.mainStatus ?? 1])
  if (status === 2) return 'disabled'
  if (status === 4 && caller.status !== 4) return 'frozen'
  const granted = caller.isSub ? (session.permissionIds ?? []) : session.permissionIds
  const held = permissionsOn(path, granted, caller.roleType)
  return [...caller.permissionIds].some((id) => !held.has(id)) ? 'permission' : undefined
}
