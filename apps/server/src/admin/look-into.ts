import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { merchantLook } from '@strata/contract/endpoints/look'
import { ROLE } from '@strata/domain/tree'
import { logAction } from '../access/audit-log.ts'
import { type AccessContext, type Caller, openLook } from '../access/session.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { merchantAccountId } from '../tree/merchants.ts'
import { changeAs, logForHead } from './change.ts'

/**
 * merchant/look: a ticket by which the operator sees the agents' site as the merchant's first account does, reading only.
 * Written in both logs. Refused in this order: notFound, stateForbids (no merchant's path). The same request sent again
 * gets a new ticket: a ticket is not stored, only its hash.
 */
export async function lookInto(
  context: AccessContext,
  caller: Caller,
  { agentPathsId }: ParsedRequestOf<typeof merchantLook>,
): Promise<Omit<ResponseOf<typeof merchantLook>, 'host'> | Refusal> {
  const target = caller.targets.get(agentPathsId)
  if (!target) return refuse('notFound')
  if (target.role !== ROLE.merchant) return refuse('stateForbids')
  const { merchantId, id: pathId, name: targetName } = target
  // Without a requestId nothing is remembered of the answer, which holds a secret.
  return changeAs(context, caller, { call: 'merchant/look', input: {} }, async (tx, at) => {
    const accountId = await merchantAccountId(tx, merchantId)
    const opened = await openLook(tx, { accountId, lookerId: caller.account.id, ip: caller.ip, at })
    const changes = [{ field: 'lookInto', label: '只读查看', before: null, after: '30分钟' }]
    await logAction(tx, caller, { merchantId, pathId, targetName, action: 'lookInto', changes }, at)
    await logForHead(tx, caller, { action: 'lookInto', targetName, changes }, at)
    return opened
  })
}
