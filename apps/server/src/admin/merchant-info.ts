import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { merchantInfo, merchantTerms } from '@strata/contract/endpoints/admin-merchants'
import { formatMoney, formatShare, type Money } from '@strata/domain/money'
import { ROLE } from '@strata/domain/tree'
import { versionOn } from '@strata/domain/tree/schedule'
import { recentSystemSettings } from '../access/platform-settings.ts'
import type { AccessContext, Caller } from '../access/session.ts'
import { readOpenStake } from '../ledger/wallets.ts'
import { businessDay } from '../platform/business-day.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { HEAD_MERCHANT, logoAt, readMerchantRecord } from '../tree/merchants.ts'
import { HEAD_PATH } from '../tree/paths.ts'
import { loadLinkTerms, loadShareTerms } from '../tree/terms.ts'
import { rulesOnWire } from './merchant-rules.ts'

/** merchant/info: what the change page of a merchant begins with. */
export async function merchantInfoOf(
  { pool }: AccessContext,
  caller: Caller,
  { agentPathsId }: ParsedRequestOf<typeof merchantInfo>,
): Promise<ResponseOf<typeof merchantInfo> | Refusal> {
  const target = caller.targets.get(agentPathsId)
  if (!target) return refuse('notFound')
  const found = target.role === ROLE.merchant ? await readMerchantRecord(pool, target.merchantId) : undefined
  if (!found) return refuse('stateForbids')
  const { balanceLine } = await recentSystemSettings(pool)
  return {
    agentPathsId: target.id,
    accountName: target.name,
    nickname: found.name,
    code: found.code,
    fundMode: found.fund_mode,
    autoReset: found.credit_reset,
    logo: logoAt(found.code, found.logo),
    ...rulesOnWire(found),
    platformLine: formatMoney(BigInt(balanceLine) as Money),
    openStake: formatMoney((await readOpenStake(pool, target.merchantId)) as Money),
  }
}

/** merchant/terms: the terms per game that a new merchant can begin with: another one's, or the head's. */
export async function copyableTerms(
  { pool, clock }: AccessContext,
  caller: Caller,
  { agentPathsId }: ParsedRequestOf<typeof merchantTerms>,
): Promise<ResponseOf<typeof merchantTerms> | Refusal> {
  const target = agentPathsId === undefined ? undefined : caller.targets.get(agentPathsId)
  if (target && target.role !== ROLE.merchant) return refuse('stateForbids')
  const { merchantId, id } = target ?? { merchantId: HEAD_MERCHANT, id: HEAD_PATH }
  const links = await loadLinkTerms(pool, merchantId, [id], new Map())
  const shares = (await loadShareTerms(pool, merchantId, [id])).map(({ terms }) => terms)
  const day = businessDay(clock())
  return links
    .map(({ terms }) => {
      const own = shares.filter(({ gameId }) => gameId === terms.gameId)
      const versions = own.length > 0 ? own : shares.filter(({ gameId }) => gameId === 0)
      const cap = versionOn(versions, day)?.downlineCap
      return {
        gameId: terms.gameId,
        enabled: terms.enabled,
        downlineCap: cap === undefined ? '0' : formatShare(cap),
        pankou: [...terms.pankou],
        acceptType: terms.acceptType,
      }
    })
    .sort((one, two) => one.gameId - two.gameId)
}
