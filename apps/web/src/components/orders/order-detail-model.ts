import type { ResponseOf } from '@strata/contract/endpoint'
import type { orderDetailQuery } from '@strata/contract/endpoints/reports'
import { money } from '@strata/domain/money'
import { amountInWords } from '@strata/domain/money/words'
import { readAmount, showExact } from '../../lib/amount.ts'
import { formatInstant } from '../../lib/instant.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'

export type OrderDetailAnswer = ResponseOf<typeof orderDetailQuery>
export type OrderGame = { readonly gameType: string; readonly name: string }
export type OrderFormula = OrderDetailAnswer['formulas'][number]
type Term = OrderFormula['terms'][number]

const words = ordersText

type Story = Pick<
  OrderDetailAnswer,
  'kind' | 'accountName' | 'pankou' | 'playName' | 'itemName' | 'stake' | 'state' | 'result' | 'voided'
> & { readonly draw: { readonly balls: readonly { readonly number: number; readonly mark: string }[] } | null }

/** How a bet ended, as a key of the texts. */
export const endOf = ({
  state,
  result,
  voided,
}: Pick<Story, 'state' | 'result' | 'voided'>): keyof typeof words.ends =>
  voided || state === 'void' ? 'void' : (result ?? 'open')

/** Who bet what, in one sentence, and how it ended. `ballText` writes a number as its game does. */
export const storyOf = (order: Story, ballText: (number: number) => string): string => {
  const end = endOf(order)
  const hits = (order.draw?.balls ?? []).filter(({ mark }) => mark === 'hit').map(({ number }) => ballText(number))
  const drew = end === 'win' && hits.length > 0 ? words.drew(hits.join('、')) : ''
  const item = `${order.playName}${words.quoted(order.itemName)}`
  const stake = amountInWords(money(readAmount(order.stake)))
  return `${words.story(words.kinds[order.kind], order.accountName, order.pankou, item, stake)}${drew}${words.ends[end]}`
}

/** Plays of PC that look at the sum of the three balls alone. */
const OF_SUM = /^(HZ|LM|ZU|JZ|SB|BIAN|WQ|LHB|B3)$/

/** The sum of a draw that is bet on as a ball of its own, as in PC; null in games without one. */
export const sumOfDraw = (
  { playCode, state, result, draw }: Pick<Story, 'state' | 'result' | 'draw'> & Pick<OrderDetailAnswer, 'playCode'>,
  gameType: string,
): { readonly number: number; readonly hit: boolean } | null => {
  if (gameType !== 'PC' || draw === null || draw.balls.length === 0) return null
  return {
    number: draw.balls.reduce((sum, { number }) => sum + number, 0),
    hit: state === 'settled' && result === 'win' && OF_SUM.test(playCode),
  }
}

/** The label above a number of a formula. */
export const termLabel = (
  term: Term,
  at: { readonly formula: OrderFormula['name']; readonly pankou: string },
): string => {
  const { terms } = words
  switch (term.of) {
    case 'stake':
      if (at.formula === 'commission') return terms.valid
      return at.formula === 'payout' && term.sign === '+' ? terms.principal : terms.stake
    case 'odds':
      return term.name ?? terms.odds(at.pankou)
    case 'legOdds':
      return term.name ?? terms.odds(at.pankou)
    case 'pushedLeg':
      return terms.pushed(term.name ?? '')
    default:
      return terms[term.of]
  }
}

const PLAIN: readonly Term['of'][] = ['odds', 'legOdds', 'pushedLeg', 'hits']

/** A number of a formula: money in full precision, a rate in percent, odds as they are. */
export const termText = ({ of, value }: Term): string =>
  of === 'rate' ? `${value}%` : PLAIN.includes(of) ? value : showExact(value)

export const totalLabel = (name: OrderFormula['name'], isMember: boolean): string =>
  name === 'result' ? words.bettorResult(isMember) : words.totals[name]

/** The order as text for a chat: its number, time and every line of the explanation. */
export const orderAsText = (
  order: Pick<OrderDetailAnswer, 'orderNo' | 'at' | 'explain' | 'periodNo'>,
  game: string,
): string => {
  const { copied } = words
  return [
    `${copied.heading}${words.period(game, order.periodNo)}`,
    `${copied.orderNo}：${order.orderNo}`,
    `${copied.at}：${formatInstant(order.at)}`,
    ...order.explain,
  ].join('\n')
}
