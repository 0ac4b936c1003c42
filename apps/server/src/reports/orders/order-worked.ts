import type { ResponseOf } from '@strata/contract/endpoint'
import type { orderDetailQuery } from '@strata/contract/endpoints/reports'
import { flows } from '@strata/domain/book'
import { type GameCode, gameById, playOf } from '@strata/domain/games/catalogue'
import { type Draw, validateDraw } from '@strata/domain/games/draw'
import { labelsOfBall, labelsOfDraw } from '@strata/domain/games/draw-labels'
import { hitBalls } from '@strata/domain/games/hit-balls'
import { itemName } from '@strata/domain/games/item'
import { DEFAULT_OPTIONS, type RuleOptions, readOptions } from '@strata/domain/games/options'
import type { Outcome } from '@strata/domain/games/outcome'
import { prepareDraw } from '@strata/domain/games/settle'
import { formatMoney, formatOdds, formatRate, type Money, type Odds, type Rate } from '@strata/domain/money'
import { holdingOfRecord, isVoid, payoutOf, playOfRecord, quoteOf, resultOf } from './order-rows.ts'
import type { OrderDetailRecord, OrderRecord } from './store-orders.ts'

type Answer = ResponseOf<typeof orderDetailQuery>
type Formula = Answer['formulas'][number]
type Term = Formula['terms'][number]

interface DrawnFacts {
  readonly draw: Draw
  readonly options: RuleOptions
}

/** The checked draw of an order's period with the period's rules; null without a draw. */
export const drawnOf = (order: OrderRecord): DrawnFacts | null => {
  const game = gameById(order.game_id)
  if (!game || order.draw === null) return null
  const draw = validateDraw(game.code, order.draw, game.code === '6HC' ? order.draw_date : null)
  const options = readOptions(order.options ?? {})
  return draw.ok ? { draw: draw.value, options: options.ok ? options.value : DEFAULT_OPTIONS } : null
}

// ---- the draw -----------------------------------------------------------------------------------------------------

/** Plays that bear the name of one ball's place, by the ball's number from 1. */
const PLACE_PLAYS: Readonly<Record<Exclude<GameCode, '6HC'>, string>> = { '5M': 'B', PK: 'R', PC: 'Q' }

const placeName = (game: GameCode, place: number): string => {
  if (game === '6HC') return ''
  return (playOf(game, `${PLACE_PLAYS[game]}${place + 1}`)?.name ?? '').split(' ')[0] ?? ''
}

/** The balls with their marks, and the labels of the whole draw. */
export const drawOfOrder = (order: OrderDetailRecord): Answer['draw'] => {
  const drawn = drawnOf(order)
  if (!drawn) return null
  const { draw, options } = drawn
  const marks = hitBalls(draw, options, { playCode: order.play, itemCode: order.item })
  return {
    at: Number(order.drawn_at ?? 0),
    balls: draw.balls.map((number, place) => ({
      number,
      name: labelsOfBall(draw.game, number, draw.date ?? '', options)?.animal ?? placeName(draw.game, place),
      mark: marks[place] ?? 'none',
    })),
    labels: labelsOfDraw(draw, options).map(({ name, value }) => ({ name, value })),
  }
}

// ---- the formulas -------------------------------------------------------------------------------------------------

const amount = (sign: Term['sign'], of: 'stake' | 'payout' | 'commission', value: bigint): Term => ({
  sign,
  of,
  value: formatMoney(value as Money),
})

const stakeOf = (order: OrderRecord): Term => amount('', 'stake', order.stake)

const oddsTerm = (price: bigint, name?: string): Term => ({
  sign: '×',
  of: 'odds',
  value: formatOdds(price as Odds),
  ...(name === undefined ? {} : { name }),
})

const legTerms = (order: OrderRecord, pushedLegs: number): readonly Term[] => {
  const play = playOfRecord(order)
  const parts = order.item.split('+')
  return quoteOf(order).map((price, leg) => ({
    sign: '×',
    of: (pushedLegs & (1 << leg)) === 0 ? 'legOdds' : 'pushedLeg',
    value: (pushedLegs & (1 << leg)) === 0 ? formatOdds(price) : '1',
    name: play ? itemName(play, parts[leg] ?? '') : (parts[leg] ?? ''),
  }))
}

/** The terms whose product is the payout of a won order, and that product before it is limited. */
const payoutTerms = (order: OrderRecord, outcome: Outcome | null): readonly Term[] => {
  const play = playOfRecord(order)
  switch (play?.payoutKind) {
    case 'tiers': {
      const tier = order.tier ?? 0
      return [stakeOf(order), oddsTerm(quoteOf(order)[tier] ?? 0n, play.tiers[tier]?.name)]
    }
    case 'legs':
      return [stakeOf(order), ...legTerms(order, outcome?.pushedLegs ?? 0)]
    case 'multi': {
      const hits: Term = { sign: '×', of: 'hits', value: String(outcome?.hits ?? 1) }
      // 正肖 pays the stake once, and the price above 1 for each hit.
      const each: Term = { sign: '×', of: 'odds', value: formatOdds((order.odds - 10_000n) as Odds), name: '赔率 − 1' }
      return [stakeOf(order), each, hits, amount('+', 'stake', order.stake)]
    }
    default:
      return [stakeOf(order), oddsTerm(order.odds)]
  }
}

/** Whether the play's limit cut the payout: the terms alone give more. */
const isCapped = (order: OrderRecord): boolean => {
  const cap = playOfRecord(order)?.payoutCap ?? null
  return cap !== null && payoutOf(order) === cap
}

/**
 * How the figures of a settled order came about. Commission is what is left of the bettor's flow, never a second
 * rounding of the product, so that the last formula is exact.
 */
export const formulasOf = (order: OrderRecord): Formula[] => {
  const result = resultOf(order)
  if (result === null || isVoid(order)) return []
  const paid = payoutOf(order)
  const owed = flows(holdingOfRecord(order), order.stake as Money, paid, result !== 'refund').uB
  const commission = order.stake - paid - owed
  const drawn = drawnOf(order)
  const outcome = drawn && prepareDraw(drawn.draw, drawn.options).outcome(order.play, order.item)
  const formulas: Formula[] = []
  if (result === 'win')
    formulas.push({
      name: 'payout',
      terms: [...payoutTerms(order, outcome)],
      total: formatMoney(paid),
      ...(isCapped(order) ? { capped: true } : {}),
    })
  if (result !== 'refund')
    formulas.push({
      name: 'commission',
      terms: [stakeOf(order), { sign: '×', of: 'rate', value: formatRate(BigInt(order.r_b) as Rate) }],
      total: formatMoney(commission as Money),
    })
  formulas.push({
    name: 'result',
    terms: [amount('', 'payout', paid), amount('−', 'stake', order.stake), amount('+', 'commission', commission)],
    total: formatMoney(-owed as Money),
  })
  return formulas
}
