import type { ParsedRequestOf } from '@strata/contract/endpoint'
import type { gamePeriodSettle } from '@strata/contract/endpoints/settlement'
import { logAction } from '../../access/audit-log.ts'
import { type Caller, oncePerRequest } from '../../access/session.ts'
import { findPeriod } from '../../games/periods.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { HEAD_MERCHANT } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { settleOnResult } from '../jobs.ts'
import { type OperatorContext, periodName } from '../proposals/context.ts'
import { dueParts } from '../settle/store-runs.ts'

/**
 * game/period/settle: starts the settlement of a period again. A part that has the result in force is left as it is, so nothing
 * is paid twice whenever and however often it is asked. Refused in this order: notFound, stateForbids (it has no result).
 */
export function settleAgainCall(
  { pool, clock }: Pick<OperatorContext, 'pool' | 'clock'>,
  caller: Caller,
  input: ParsedRequestOf<typeof gamePeriodSettle>,
): Promise<{ due: number } | Refusal> {
  const { requestId, ...content } = input
  const at = clock()
  const key = { accountId: caller.account.id, requestId, call: 'gamePeriodSettle', content, now: at }
  return oncePerRequest<{ due: number }>(pool, key, async (tx) => {
    const period = await findPeriod(tx, input.gameId, input.periodNo)
    if (!period) return refuse('notFound')
    if (period.resultVersion === 0) return refuse('stateForbids')
    const due = (await dueParts(tx, period.id)).length
    await settleOnResult(tx, period.id)
    const about = { pathId: HEAD_PATH, merchantId: HEAD_MERCHANT, targetName: periodName(period) }
    const changes = [{ field: 'due', label: '待结算商户', before: null, after: String(due) }]
    await logAction(tx, caller, { ...about, action: 'periodSettle', changes }, at)
    return { due }
  })
}
