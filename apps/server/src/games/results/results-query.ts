import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { longRun, periodHistories, recGameInfos } from '@strata/contract/endpoints/games'
import { gameById } from '@strata/domain/games/catalogue'
import { parseDraw } from '@strata/domain/games/draw'
import { rowLabelsOfDraw } from '@strata/domain/games/draw-labels'
import { sidesOf, winnersOf } from '@strata/domain/games/long-run'
import { readOptions } from '@strata/domain/games/options'
import { prepareDraw } from '@strata/domain/games/settle'
import type { GameId } from '@strata/domain/ids'
import { operatorFor } from '../../access/audit-log.ts'
import type { Queryable } from '../../platform/db.ts'
import { listGames } from '../periods/store-periods.ts'
import { revealedSeeds } from '../periods/store-seeds.ts'
import { type ResultVersion, resultVersions } from './store-results.ts'
import { type HistoryRow, latestDraws, pageOfHistory, periodsNow } from './store-results-query.ts'

type HistoryPage = ResponseOf<typeof periodHistories>

/** Chinese labels of the draw by code; empty without a result. */
function labelsOf(gameId: GameId, row: HistoryRow): Record<string, string> {
  if (!row.result || !row.draw_date) return {}
  const draw = parseDraw(gameById(gameId)?.code ?? '', row.result, row.draw_date)
  const options = readOptions(row.options)
  if (!draw.ok || !options.ok) return {}
  return Object.fromEntries(rowLabelsOfDraw(draw.value, options.value).map(({ code, value }) => [code, value]))
}

const versionOnWire = (
  one: ResultVersion,
  isHead: boolean,
): NonNullable<HistoryPage['items'][number]['versions']>[0] => ({
  version: one.version,
  kind: one.kind,
  result: [...one.result],
  at: one.at,
  by: operatorFor(isHead, one.operator),
  reason: one.reason,
})

/** Results with their commitments, newest first. Seeds are included after the draw, so that anybody can verify it. */
export async function periodHistory(
  on: Queryable,
  asked: ParsedRequestOf<typeof periodHistories>,
  isHead: boolean,
): Promise<HistoryPage> {
  const { rows, total } = await pageOfHistory(on, {
    gameId: asked.gameId,
    from: asked.date ?? asked.from ?? null,
    to: asked.date ?? asked.to ?? null,
    ascending: asked.sortInfo?.direction === 0,
    limit: asked.pageSize,
    offset: (asked.pageIndex - 1) * asked.pageSize,
  })
  const seeds = await revealedSeeds(
    on,
    rows.map((row) => row.id),
  )
  const replaced = rows.filter((row) => row.result_version > 1 || row.state === 'void').map((row) => row.id)
  const versions = Map.groupBy(await resultVersions(on, replaced), (one) => one.periodId)
  const items = rows.map((row) => {
    const seed = seeds.get(row.id)
    const own = versions.get(row.id)
    return {
      periodNo: row.period_no,
      drawAt: Number(row.draw_at),
      result: row.result ?? [],
      labels: labelsOf(asked.gameId, row),
      state: row.state,
      ...(row.commitment === null ? {} : { commitment: row.commitment }),
      ...(seed === undefined ? {} : { seed }),
      ...(own === undefined ? {} : { versions: own.map((one) => versionOnWire(one, isHead)) }),
    }
  })
  return { items, total, pageIndex: asked.pageIndex, pageSize: asked.pageSize }
}

/** The latest draws with the winner of each side by the rules of their own period. */
export async function latestRuns(
  on: Queryable,
  asked: ParsedRequestOf<typeof longRun>,
): Promise<ResponseOf<typeof longRun>> {
  const game = gameById(asked.gameId)
  if (!game) return { sides: [], draws: [] }
  const found = await latestDraws(on, { gameId: game.id, to: asked.date ?? null, limit: asked.periods })
  const draws = found.flatMap((row) => {
    const draw = parseDraw(game.code, row.result, row.draw_date)
    const options = readOptions(row.options)
    if (!draw.ok || !options.ok) return []
    const winners = [...winnersOf(prepareDraw(draw.value, options.value))]
    return [{ periodNo: row.period_no, drawAt: Number(row.draw_at), result: [...row.result], winners }]
  })
  return { sides: sidesOf(game.code).map((side) => ({ ...side, items: [...side.items] })), draws }
}

/** For every game: the current period (on sale, or else waiting for its draw), the next one and the last result. */
export async function gameInfos(on: Queryable, now: number): Promise<ResponseOf<typeof recGameInfos>> {
  const games = (await listGames(on)).filter((game) => game.enabled)
  const found = await periodsNow(on)
  return games.map((game) => {
    const at = (place: string) => found.find((row) => row.game_id === game.id && row.place === place)
    const times = (place: string) => {
      const row = at(place)
      return row
        ? {
            periodNo: row.period_no,
            state: row.state,
            openAt: Number(row.open_at),
            closeAt: Number(row.close_at),
            hedgeCloseAt: Number(row.hedge_close_at),
            drawAt: Number(row.draw_at),
          }
        : null
    }
    const last = at('last')
    return {
      gameId: game.id,
      gameType: (gameById(game.id)?.code ?? '5M') as '5M' | 'PK' | '6HC' | 'PC',
      gameName: game.name,
      serverNow: now,
      current: times('current'),
      next: times('next'),
      last: last ? { periodNo: last.period_no, result: last.result ?? [] } : null,
    }
  })
}
