import type { ResponseOf } from '@strata/contract/endpoint'
import type { boardType } from '@strata/contract/endpoints/book'
import { netOf } from '@strata/domain/book/exposure'
import { warningOf } from '@strata/domain/book/net'
import { groupsOfGame } from '@strata/domain/games/catalogue'
import { itemName } from '@strata/domain/games/item'
import { GameId } from '@strata/domain/ids'
import { formatMoney } from '@strata/domain/money'
import type { Caller } from '../../access/session.ts'
import type { Queryable } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { type BoardRequest, itemsOf, NO_LINES, openBoard, playsAsked, type Shown, totalsAnswer } from './board.ts'
import { isTouched, totalsOf } from './board-figures.ts'
import type { BoardDeps } from './board-sources.ts'

/** One row per play group: its sums and its worst item. */
export async function typeBoard<P extends Queryable>(
  deps: BoardDeps<P>,
  caller: Caller,
  request: BoardRequest,
): Promise<ResponseOf<typeof boardType> | Refusal> {
  const plays = playsAsked(request, () => true)
  if (!plays) return refuse('notFound')
  const board = await openBoard(deps, caller, request, plays)
  if (board instanceof Refusal) return board
  const all = itemsOf(board, plays)
  const byGroup = Map.groupBy(all, ({ play }) => play.groupId)
  const groups = groupsOfGame(GameId(request.gameId)).filter((group) => byGroup.has(group.id))
  const rows = groups.map((group) => {
    const touched = (byGroup.get(group.id) ?? []).filter(({ item }) => isTouched(item.all))
    const { figures, net } = totalsOf(touched.map(({ item }) => item))
    const worst = touched.reduce<Shown | null>(
      (found, one) => (found === null || one.item.netAmount < found.item.netAmount ? one : found),
      null,
    )
    const lines = board.settings?.warnings.get(group.id) ?? NO_LINES
    const warnings = touched.map(({ item }) => warningOf({ net: netOf(item.all), netAmount: item.netAmount }, lines))
    const row = {
      groupId: group.id,
      code: group.code,
      name: group.name,
      stake: formatMoney(figures.betAmount),
      held: formatMoney(figures.held),
      net: formatMoney(net),
      worst: worst && formatMoney(worst.item.netAmount),
      worstItem: worst && {
        playCode: worst.play.code,
        itemCode: worst.item.itemCode,
        itemName: itemName(worst.play, worst.item.itemCode),
      },
      warn: warnings.reduce<0 | 1 | 2>((gravest, one) => (one > gravest ? one : gravest), 0),
    }
    const changed = touched.reduce((last, { item }) => (item.changed > last ? item.changed : last), 0n)
    return { row, changed }
  })
  const { since } = board
  return {
    ...board.answer,
    rows: rows.filter(({ changed }) => since === null || changed >= since).map(({ row }) => row),
    totals: totalsAnswer(all.map(({ item }) => item)),
  }
}
