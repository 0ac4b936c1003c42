import { addDays } from '@strata/domain/calendar'
import { LEASE_SHOWN_DAYS, leaseNotice, TOLD_AFTER_DAYS } from '@strata/domain/tree/lease'
import { businessDay } from '../../platform/business-day.ts'
import { type Pool, runTx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { type EndingLease, endingLeases, HEAD_MERCHANT } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import type { NewAlert } from '../store.ts'
import { raiseAlerts } from './raise-alerts.ts'

const endText = (left: number, until: string): string =>
  left < 0
    ? `已到期（${until}），已暂停下注与补货，历史数据仍可查看`
    : `${left === 0 ? '今天' : `还有${left}天`}到期（${until}），到期后暂停下注与补货，历史数据仍可查看`

function alertsOf(
  { merchant_id: id, path_id: pathId, code, name, lease_until: until }: EndingLease,
  { before, left }: NonNullable<ReturnType<typeof leaseNotice>>,
): { readonly own: NewAlert; readonly head: NewAlert } {
  const common = { kind: 'lease', level: 'warn', once: `lease ${id} ${until} ${before}` } as const
  const link = `/admin/merchant/index?q=${code}`
  return {
    own: { ...common, pathId, text: `租期${endText(left, until)}`, data: {} },
    head: {
      ...common,
      pathId: HEAD_PATH,
      text: `商户 ${name}（${code}）的租期${endText(left, until)}`,
      data: { link },
    },
  }
}

/**
 * Tells a merchant and the operators 14, 7 and 1 days before its lease ends, and when it has ended, each of them once for
 * one end. Safe to run at any time.
 */
export async function tellLeases({
  pool,
  live,
  clock,
}: {
  readonly pool: Pool
  readonly live: LiveHub
  readonly clock: () => number
}): Promise<void> {
  const at = clock()
  const today = businessDay(at)
  for (const ending of await endingLeases(pool, {
    from: addDays(today, -TOLD_AFTER_DAYS),
    to: addDays(today, LEASE_SHOWN_DAYS),
  })) {
    const until = ending.lease_until
    const due = leaseNotice({ from: null, until }, today)
    if (!due) continue
    const { own, head } = alertsOf(ending, due)
    await runTx(pool, {}, async (tx) => {
      await raiseAlerts(tx, live, { merchantId: ending.merchant_id, at }, [own])
      await raiseAlerts(tx, live, { merchantId: HEAD_MERCHANT, at }, [head])
    })
  }
}
