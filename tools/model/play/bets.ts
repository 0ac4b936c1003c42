/** Bets through the merchant's intake, right ones and wrong ones. */
import * as acts from '../acts.ts'
import type { Path } from '../book.ts'
import type { BetPlan, CommandOf } from '../commands.ts'
import { agree, said as text } from '../compare.ts'
import { ITEMS, type ModelItem, wireQuote } from '../items.ts'
import { moneyText } from '../sums.ts'
import { KEY } from '../world.ts'
import { pick, type Stage } from './stage.ts'

/** A bet as planned, with its fault. A repeat is a new bet while there is nothing to repeat. */
function slipOf(stage: Stage, merchantId: number, plan: BetPlan): acts.Slip {
  const { book } = stage
  const item = pick(ITEMS, plan.item) as ModelItem
  const own = book.paths.filter((path) => path.role === 10001 && path.merchantId === merchantId)
  const others = book.paths.filter((path) => path.role === 10001 && path.merchantId !== merchantId)
  const { fault } = plan
  const again = fault === 'again' || fault === 'againOther'
  const earlier = again
    ? pick(
        book.orders.filter((one) => one.kind === 'member' && one.merchantId === merchantId),
        plan.who,
      )
    : undefined
  if (earlier) {
    const { betNo, bettor, period, item: old, stake } = earlier
    const same = {
      betNo: betNo ?? '',
      account: bettor.name,
      gameId: old.gameId,
      periodNo: period.no,
      play: old.play,
      code: old.code,
    }
    return { ...same, item: old, priced: true, stake: fault === 'againOther' ? stake + 100n : stake }
  }
  const betNo = stage.nextBetNo()
  const account = fault === 'member' ? 'nobody01' : (pick(fault === 'foreign' ? others : own, plan.who)?.name ?? '')
  const periodNo =
    fault === 'period'
      ? (book.periods.find(({ gameId }) => gameId === item.gameId)?.no ?? '')
      : stage.current(item.gameId).no
  return {
    betNo,
    account,
    gameId: item.gameId,
    periodNo,
    play: item.play,
    item,
    code: fault === 'item' ? 'NONE' : item.code,
    ...(fault === 'pankou' ? { pankou: 'B' } : {}),
    priced: fault !== 'odds',
    stake: fault === 'stake' ? 0n : BigInt(plan.cents) * 100n,
  }
}

export async function placeBets(stage: Stage, { merchant: at, bets }: CommandOf<'bets'>): Promise<void> {
  const merchant = pick(stage.merchants(), at % 3 === 0 ? 1 : 0) as Path
  const slips = bets.map((plan) => slipOf(stage, merchant.merchantId, plan))
  const wire = slips.map(({ betNo, account, gameId, periodNo, play, code, pankou, priced, stake, item }) => ({
    betNo,
    account,
    gameId,
    periodNo,
    playCode: play,
    itemCode: code,
    stake: moneyText(stake),
    ...(pankou === undefined ? {} : { pankou }),
    odds: priced ? wireQuote(item) : '1.01',
  }))
  const answer = await stage.real.signed(merchant.name, KEY, '/api/rec/order/create', { bets: wire })
  const { results } = answer.data as {
    results: ({ accepted: true; orderNo: string } | { accepted: false; code: number })[]
  }
  for (const [place, slip] of slips.entries()) {
    const said = acts.takeBet(stage.book, merchant.merchantId, slip)
    const real = results[place]
    agree(`bet ${text(wire[place])}`, real?.accepted ? 200 : real?.code, 'code' in said ? said.code : 200)
    if (!real?.accepted || 'code' in said) continue
    if (said.repeated && said.order.no !== '') agree('a repeated bet', real.orderNo, said.order.no)
    said.order.no = real.orderNo
  }
}
