import type { MerchantId, PathId } from '@strata/domain/ids'
import { isLowBalance } from '@strata/domain/ledger/low-balance'
import { displayMoney, type Money } from '@strata/domain/money'
import { systemSettings } from '../../access/platform-settings.ts'
import { type HolderBalance, readHolderBalances } from '../../ledger/wallets.ts'
import { businessDay } from '../../platform/business-day.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Pool, runTx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { HEAD_MERCHANT, listMerchantIds, merchantLines, type WarnedMerchant } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import type { NewAlert } from '../store.ts'
import { raiseAlerts } from './raise-alerts.ts'

interface Deps {
  readonly pool: Pool
  readonly live: LiveHub
  readonly clock: Clock
}

const alertOf = (pathId: PathId, text: string, about: { readonly once: string; readonly link?: string }): NewAlert => ({
  pathId,
  kind: 'lowBalance',
  level: 'warn',
  text,
  data: about.link === undefined ? {} : { link: about.link },
  once: about.once,
})

const lowOf = ({ pathId, balance, measure }: HolderBalance, percent: number, once: string): NewAlert =>
  alertOf(pathId, `可用余额 ${displayMoney(balance)} 低于 ${displayMoney(measure)} 的 ${percent}%，请联系上级上分`, {
    once,
  })

/** A merchant below its line: what it is told itself, and what the operators are. */
function belowLine(
  { merchant_id: id, path_id: pathId, code, name }: WarnedMerchant,
  { balance, line, day }: { readonly balance: Money; readonly line: Money; readonly day: string },
): { readonly own: NewAlert; readonly head: NewAlert } {
  const said = `可用余额 ${displayMoney(balance)} 低于预警线 ${displayMoney(line)}`
  return {
    own: alertOf(pathId, `${said}，请联系上级上分`, { once: `lowBalance ${day}` }),
    head: alertOf(HEAD_PATH, `商户 ${name === code ? '' : name}（${code}）${said}`, {
      once: `lowBalance ${id} ${day}`,
      link: `/admin/merchant/index?q=${encodeURIComponent(code)}`,
    }),
  }
}

/** Everything that somebody of one merchant is told now. A line says more than a percentage, so it comes first. */
async function tellOf(
  deps: Deps,
  merchantId: MerchantId,
  { percent, line, merchant }: { percent: number; line: bigint; merchant: WarnedMerchant | undefined },
): Promise<void> {
  if (percent === 0 && line === 0n) return
  const at = deps.clock()
  const day = businessDay(at)
  const holders = await readHolderBalances(deps.pool, merchantId)
  const first = holders.find(({ pathId }) => pathId === merchant?.path_id)
  const below =
    merchant && first && first.balance < line
      ? belowLine(merchant, { balance: first.balance, line: line as Money, day })
      : null
  const low = holders
    .filter((one) => isLowBalance(one, percent) && one.pathId !== below?.own.pathId)
    .map((one) => lowOf(one, percent, `lowBalance ${day}`))
  await runTx(deps.pool, {}, async (tx) => {
    await raiseAlerts(tx, deps.live, { merchantId, at }, [...(below ? [below.own] : []), ...low])
    if (below) await raiseAlerts(tx, deps.live, { merchantId: HEAD_MERCHANT, at }, [below.head])
  })
}

/**
 * Tells every holder whose balance is low, and the operators of merchants below their line, once a business day. Safe to
 * run at any time.
 */
export async function tellLowBalances(deps: Deps): Promise<void> {
  const { lowBalancePercent: percent, balanceLine } = await systemSettings(deps.pool)
  const merchants = new Map((await merchantLines(deps.pool)).map((one) => [one.merchant_id, one]))
  for (const merchantId of await listMerchantIds(deps.pool)) {
    const merchant = merchants.get(merchantId)
    await tellOf(deps, merchantId, { percent, line: merchant?.balance_line ?? BigInt(balanceLine), merchant })
  }
}
