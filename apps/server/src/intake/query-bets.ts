import type { ResponseOf } from '@strata/contract/endpoint'
import type { recOrderQuery } from '@strata/contract/endpoints/intake'
import { flows } from '@strata/domain/book'
import { formatQuote } from '@strata/domain/games/price'
import type { MerchantId } from '@strata/domain/ids'
import { formatMoney, money, type Odds, rate, share } from '@strata/domain/money'
import { itemAt } from '../book/open-games.ts'
import { keysOfBets } from '../book/orders.ts'
import type { Pool } from '../platform/db.ts'
import { type QueriedBet, readBets } from './store-bets-query.ts'

type Answer = ResponseOf<typeof recOrderQuery>['orders'][number]

const RESULTS = ['lose', 'win', 'refund'] as const

const ALL_ABOVE = { sH: share(10_000n), sM: share(0n), sG: share(0n), sA: share(0n) }

/** A void only gives the stake back. It is not a refund by a result. */
const voidPart = (bet: QueriedBet) => ({
  result: null,
  payout: formatMoney(money(bet.stake)),
  commission: '0',
  reason: bet.void_reason ?? '',
})

function settledPart(
  bet: QueriedBet,
): Pick<Extract<Answer, { found: true }>, 'result' | 'payout' | 'commission' | 'tier'> {
  const result = RESULTS[bet.result ?? 0] ?? 'lose'
  const stake = money(bet.stake)
  const payout = result === 'refund' ? stake : money(bet.payout ?? 0n)
  const own = rate(BigInt(bet.rate))
  const holding = { ...ALL_ABOVE, rM: own, rG: own, rA: own, rB: own }
  const owed = flows(holding, stake, payout, result !== 'refund').uB
  const commission = money(stake - payout - owed)
  const tiers = itemAt(bet.game_id, bet.play, bet.item)?.play.tiers ?? []
  const tier = result === 'win' ? tiers[bet.tier ?? 0]?.code : undefined
  const settled = { result, payout: formatMoney(payout), commission: formatMoney(commission) }
  return tier === undefined ? settled : { ...settled, tier }
}

function answerOf(bet: QueriedBet): Answer {
  const item = itemAt(bet.game_id, bet.play, bet.item)
  if (!item) throw new Error(`stored item ${bet.play} ${bet.item}`)
  const quote = (bet.odds_tiers ?? [bet.odds]) as Odds[]
  const isSettled = bet.settled_version > 0
  const isVoid = bet.is_void || bet.period_state === 'void'
  const state = isVoid ? 'void' : isSettled ? 'settled' : 'open'
  const open = { result: null, payout: null, commission: null }
  return {
    betNo: bet.bet_no,
    found: true,
    orderNo: String(bet.order_id),
    at: Number(bet.at),
    account: bet.account,
    gameId: bet.game_id,
    periodNo: bet.period_no,
    playCode: bet.play,
    itemCode: bet.item,
    pankou: bet.pankou,
    odds: formatQuote(item.play, bet.item, quote),
    stake: formatMoney(money(bet.stake)),
    state,
    ...(bet.corrected ? { corrected: true as const } : {}),
    ...(isVoid ? voidPart(bet) : isSettled ? settledPart(bet) : open),
  }
}

/** The states of bets, in request order. A number that was never accepted is not found. */
export async function queryBets(
  pool: Pool,
  merchantId: MerchantId,
  betNos: readonly string[],
): Promise<{ orders: Answer[] }> {
  const keys = new Map((await keysOfBets(pool, merchantId, betNos)).map((key) => [key.bet_no, key]))
  const bets = keys.size === 0 ? [] : await readBets(pool, merchantId, [...keys.values()])
  const found = new Map(bets.map((bet) => [bet.bet_no, bet]))
  return {
    orders: betNos.map((betNo) => {
      const bet = found.get(betNo)
      if (bet) return answerOf(bet)
      const key = keys.get(betNo)
      // Its order is no longer stored: a platform must not take it for a bet that was never accepted.
      return { betNo, found: false, ...(key && { notStored: { orderNo: String(key.order_id), day: key.day } }) }
    }),
  }
}
