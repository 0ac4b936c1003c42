import { businessDay } from '@strata/domain/calendar'
import type { MerchantId } from '@strata/domain/ids'
import { isLowBalance } from '@strata/domain/ledger/low-balance'
import { formatMoney } from '@strata/domain/money'
import { systemSettings } from '../../access/platform-settings.ts'
import { readHolderBalances } from '../../ledger/wallets.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Pool, runTx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { listMerchantIds } from '../../tree/merchants.ts'
import type { NewAlert } from '../store.ts'
import { raiseAlerts } from './raise-alerts.ts'

interface Deps {
  readonly pool: Pool
  readonly live: LiveHub
  readonly clock: Clock
}

async function tellOf(deps: Deps, merchantId: MerchantId, percent: number): Promise<void> {
  const at = deps.clock()
  const low = (await readHolderBalances(deps.pool, merchantId)).filter((one) => isLowBalance(one, percent))
  const alerts = low.map(
    ({ pathId, balance, measure }): NewAlert => ({
      pathId,
      kind: 'lowBalance',
      level: 'warn',
      text: `可用余额 ${formatMoney(balance)} 低于 ${formatMoney(measure)} 的 ${percent}%，请联系上级上分`,
      data: {},
      once: `lowBalance ${businessDay(at)}`,
    }),
  )
  await runTx(deps.pool, {}, (tx) => raiseAlerts(tx, deps.live, { merchantId, at }, alerts))
}

/** Tells every holder whose balance is low, once a business day. Safe to run at any time. */
export async function tellLowBalances(deps: Deps): Promise<void> {
  const { lowBalancePercent } = await systemSettings(deps.pool)
  if (lowBalancePercent === 0) return
  for (const merchantId of await listMerchantIds(deps.pool)) await tellOf(deps, merchantId, lowBalancePercent)
}
