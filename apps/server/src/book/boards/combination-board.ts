import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { multiCommon } from '@strata/contract/endpoints/book'
import { netOf } from '@strata/domain/book/exposure'
import type { AmountMode } from '@strata/domain/book/net'
import type { Play } from '@strata/domain/games/catalogue'
import { partNameOf, partsOfItem } from '@strata/domain/games/item'
import { formatMoney, type Money } from '@strata/domain/money'
import type { Caller } from '../../access/session.ts'
import type { Queryable } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { BOARD_PLAYS, fresh, itemsOf, openBoard, playsAsked, rowOf, type Shown, sorted, totalsAnswer } from './board.ts'
import { isTouched, totalsOf } from './board-figures.ts'
import type { BoardDeps } from './board-sources.ts'

type Request = ParsedRequestOf<typeof multiCommon>
type Answer = ResponseOf<typeof multiCommon>

/** The amount of an item in a mode. */
const amountOf = ({ item }: Shown, mode: AmountMode): bigint =>
  mode === 'total' ? item.shown.betAmount : mode === 'held' ? item.shown.held : netOf(item.all)

const nameOf = ({ play, item }: Shown): string => `${play.code} ${item.itemCode}`

/** In the requested order. Default: largest amount first, then by play and code. */
function ordered(request: Request, shown: readonly Shown[]): readonly Shown[] {
  return shown.toSorted((one, two) => {
    const [a, b] = [amountOf(one, request.amount), amountOf(two, request.amount)]
    if (a !== b) return a > b ? -1 : 1
    return nameOf(one) < nameOf(two) ? -1 : 1
  })
}

function playsAnswer(plays: readonly Play[], carried: readonly Shown[]): Answer['plays'] {
  const byPlay = Map.groupBy(carried, ({ play }) => play)
  return plays.map((play) => {
    const items = (byPlay.get(play) ?? []).map(({ item }) => item)
    const { figures, net, worst } = totalsOf(items)
    return {
      playCode: play.code,
      combinations: items.length,
      betCount: figures.betCount,
      betAmount: formatMoney(figures.betAmount),
      held: formatMoney(figures.held),
      net: formatMoney(net),
      worst: worst === null ? null : formatMoney(worst),
    }
  })
}

interface Weight {
  readonly play: Play
  readonly code: string
  combinations: number
  betAmount: bigint
  held: bigint
  net: bigint
}

/** The amount on each part of the combinations, largest first. */
function numbersAnswer(shown: readonly Shown[], mode: AmountMode): Answer['numbers'] {
  const weights = new Map<string, Weight>()
  for (const { play, item } of shown) {
    for (const code of partsOfItem(play, item.itemCode)) {
      const key = `${play.code} ${code}`
      const weight = weights.get(key) ?? { play, code, combinations: 0, betAmount: 0n, held: 0n, net: 0n }
      weight.combinations += 1
      weight.betAmount += item.shown.betAmount
      weight.held += item.shown.held
      weight.net += netOf(item.all)
      weights.set(key, weight)
    }
  }
  const of = (weight: Weight): bigint =>
    mode === 'total' ? weight.betAmount : mode === 'held' ? weight.held : weight.net
  return [...weights.values()]
    .sort((one, two) => (of(one) === of(two) ? (one.code < two.code ? -1 : 1) : of(one) > of(two) ? -1 : 1))
    .map(({ play, code, combinations, betAmount, held, net }) => ({
      playCode: play.code,
      code,
      name: partNameOf(play, code),
      combinations,
      betAmount: formatMoney(betAmount as Money),
      held: formatMoney(held as Money),
      net: formatMoney(net as Money),
    }))
}

/** The board of combination plays: combinations with orders, and the amount on each single number of them. */
export async function combinationBoard<P extends Queryable>(
  deps: BoardDeps<P>,
  caller: Caller,
  request: Request,
): Promise<Answer | Refusal> {
  const plays = playsAsked(request, BOARD_PLAYS.multi)
  const { playCode, parts, top, pankou } = request
  if (!plays || (playCode !== undefined && !plays.some(({ code }) => code === playCode))) return refuse('notFound')
  const board = await openBoard(deps, caller, request, plays)
  if (board instanceof Refusal) return board
  const carried = itemsOf(board, plays).filter(({ item }) => isTouched(pankou === undefined ? item.all : item.shown))
  const matching = carried.filter(({ play, item }) => {
    if (playCode !== undefined && play.code !== playCode) return false
    if (parts === undefined) return true
    const own = partsOfItem(play, item.itemCode)
    return parts.every((part) => own.includes(part))
  })
  const first = (request.sortInfo ? sorted(board, matching) : ordered(request, matching)).slice(0, top)
  return {
    ...board.answer,
    rows: fresh(board, first).map(({ play, item }) => rowOf(board, play, item)),
    totals: totalsAnswer(matching.map(({ item }) => item)),
    matching: matching.length,
    order: first.map(nameOf),
    plays: playsAnswer(plays, carried),
    numbers: numbersAnswer(matching, request.amount),
  }
}
