import type { ResponseOf } from '@strata/contract/endpoint'
import type { longRun } from '@strata/contract/endpoints/games'
import { type GameCode, gameByCode } from '@strata/domain/games/catalogue'
import { numbersAt, numbersOf, PLACES, type Place, type Run, runOf } from '@strata/domain/games/long-run'

export type LongRuns = ResponseOf<typeof longRun>
export const COUNTS = [50, 100, 200, 500] as const
export type Count = (typeof COUNTS)[number]
export const VIEWS = ['draws', 'runs', 'trend'] as const
export type View = (typeof VIEWS)[number]

export type RunFilters = { readonly view: View; readonly count: Count; readonly place: string | null }

/** The filters of the page, from the address. */
export const readRunFilters = (search: URLSearchParams): RunFilters => ({
  view: VIEWS.find((view) => view === search.get('view')) ?? 'draws',
  count: COUNTS.find((count) => String(count) === search.get('n')) ?? 100,
  place: search.get('place'),
})

/** The places of a game; empty for an unknown game. */
export const placesOf = (gameType: string): readonly Place[] => {
  const game = gameByCode(gameType)
  return game ? PLACES[game.code] : []
}

export const placeOf = (gameType: string, code: string | null): Place | null => {
  const places = placesOf(gameType)
  return places.find((place) => place.code === code) ?? places[0] ?? null
}

export type RunRow = {
  readonly market: string
  readonly playName: string
  /** Null: no winner, because of a tie or a refund. */
  readonly name: string | null
  readonly length: number
  readonly longestName: string | null
  readonly longest: number
}

/** The sides by the length of their run, longest first; equal ones in catalogue order. */
export const runRows = ({ sides, draws }: LongRuns): readonly RunRow[] =>
  sides
    .flatMap(({ market, playName, items }, at): readonly RunRow[] => {
      const run = runOf(draws.map(({ winners }) => winners[at] ?? -1))
      if (!run) return []
      const nameOf = ({ value }: Run): string | null => items[value]?.name ?? null
      return [
        {
          market,
          playName,
          name: nameOf(run.current),
          length: run.current.length,
          longestName: nameOf(run.longest),
          longest: run.longest.length,
        },
      ]
    })
    .toSorted((a, b) => b.length - a.length)

export type TrendCell = { readonly number: number; readonly hit: boolean; readonly away: number }
export type TrendRow = { readonly periodNo: string; readonly cells: readonly TrendCell[] }

/**
 * One row per draw, newest first, of the latest `most`: hits, and for the others the number of draws since their
 * last hit.
 */
export const trendRows = (
  gameType: GameCode,
  place: Place,
  draws: LongRuns['draws'],
  most: number,
): readonly TrendRow[] => {
  const numbers = numbersOf(gameType, place)
  const away = new Map(numbers.map((number) => [number, 0]))
  const rows = draws.toReversed().map(({ periodNo, result }): TrendRow => {
    const hits = new Set(numbersAt(result, place))
    const cells = numbers.map((number) => {
      const hit = hits.has(number)
      const count = hit ? 0 : (away.get(number) ?? 0) + 1
      away.set(number, count)
      return { number, hit, away: count }
    })
    return { periodNo, cells }
  })
  return rows.slice(-most).toReversed()
}
