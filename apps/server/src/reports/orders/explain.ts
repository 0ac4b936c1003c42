import { bettorResultWord } from '@strata/contract/words'
import { flows } from '@strata/domain/book'
import { drawTexts } from '@strata/domain/games/draw'
import { labelsOfDraw } from '@strata/domain/games/draw-labels'
import { itemName } from '@strata/domain/games/item'
import { displayMoney, formatOdds, formatRate, type Money, type Odds, type Rate } from '@strata/domain/money'
import { holdingOfRecord, payoutOf, playOfRecord, quoteOf, resultOf } from './order-rows.ts'
import { drawnOf } from './order-worked.ts'
import type { OrderRecord } from './store-orders.ts'

const RESULT_WORDS = { win: '中奖', lose: '未中奖', refund: '和局，退回本金' } as const

const money = (amount: bigint): string => displayMoney(amount as Money)

const payoutWords = (order: OrderRecord): string => {
  const play = playOfRecord(order)
  const paid = money(payoutOf(order))
  const quote = quoteOf(order)
  if (play?.payoutKind === 'tiers') {
    const tier = order.tier ?? 0
    return `派彩：${money(order.stake)} × ${formatOdds((quote[tier] ?? 0n) as Odds)}（${play.tiers[tier]?.name ?? ''}）= ${paid}`
  }
  if (play?.payoutKind === 'legs')
    return `派彩：${money(order.stake)} × ${quote.map(formatOdds).join(' × ')}（和局的关按 1 计，最高派彩封顶）= ${paid}`
  if (play?.payoutKind === 'multi')
    return `派彩：${money(order.stake)}，每中一个按赔率 ${formatOdds(order.odds as Odds)} 计，合计 ${paid}`
  return `派彩：${money(order.stake)} × ${formatOdds(order.odds as Odds)} = ${paid}`
}

/** How the result of an order was computed, one sentence per line. */
export const explainOrder = (order: OrderRecord): string[] => {
  const play = playOfRecord(order)
  const item = play ? `${play.name}「${itemName(play, order.item)}」` : `${order.play} ${order.item}`
  const lines = [`${item}，${order.pankou}盘，下注 ${money(order.stake)}。`]
  const why = order.void_reason ? `原因：${order.void_reason}。` : ''
  if (order.voided) return [...lines, `此注单已作废，退回本金，不计退水。${why}`]
  if (order.period_void) return [...lines, `本期已作废，全部注单退回本金，不计退水。${why}`]
  const drawn = drawnOf(order)
  if (drawn) {
    const facts = labelsOfDraw(drawn.draw, drawn.options)
    lines.push(
      `开奖号码：${drawTexts(drawn.draw).join(' ')}。`,
      `${facts.map((fact) => `${fact.name} ${fact.value}`).join('，')}。`,
    )
  }
  const result = resultOf(order)
  if (result === null) return [...lines, '尚未结算。']
  lines.push(`结果：${RESULT_WORDS[result]}。`)
  if (result === 'win') lines.push(`${payoutWords(order)}。`)
  const owed = flows(holdingOfRecord(order), order.stake as Money, payoutOf(order), result !== 'refund').uB
  const rate = formatRate(BigInt(order.r_b) as Rate)
  if (result !== 'refund')
    lines.push(
      `退水：${money(order.stake)} × ${rate}% = ${money(order.stake - payoutOf(order) - owed)}；${bettorResultWord(order.kind === 0)} ${money(-owed)}。`,
    )
  return lines
}
