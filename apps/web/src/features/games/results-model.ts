import type { ResponseOf } from '@strata/contract/endpoint'
import type { periodHistories } from '@strata/contract/endpoints/games'
import type { GameCode } from '@strata/domain/games/catalogue'
import { seedCommitment, seedDraw } from '@strata/domain/games/seed-draw'
import { ANIMAL_NAMES, animalOf, lunarYearOf } from '@strata/domain/games/zodiac'
import { formatDate } from '../../lib/instant.ts'
import { isDay } from '../../lib/time.ts'

export type PeriodRow = ResponseOf<typeof periodHistories>['items'][number]

export type ResultFilters = { readonly gameType: string; readonly date: string; readonly pageIndex: number | null }

/** The filters of the page, from the address; a future day becomes today. */
export const readResultFilters = (search: URLSearchParams, today: string): ResultFilters => {
  const date = search.get('date')
  const page = search.get('page')
  return {
    gameType: search.get('game') ?? '6HC',
    date: isDay(date) && date <= today ? date : today,
    pageIndex: page !== null && /^[1-9]\d{0,2}$/.test(page) ? Number(page) : null,
  }
}

/**
 * The page of the current period, computed from the first page (newest first), because a day also lists its future
 * periods. All periods of a day have the same distance.
 */
export const pageOfNow = (rows: readonly Pick<PeriodRow, 'drawAt'>[], now: number, pageSize: number): number => {
  const [first, second] = rows
  if (!first || !second || first.drawAt <= now || first.drawAt === second.drawAt) return 1
  const toCome = Math.ceil((first.drawAt - now) / (first.drawAt - second.drawAt))
  return Math.floor((toCome - 1) / pageSize) + 1
}

/** 生肖 of each ball by the date of the draw; only for Mark Six. */
export const animalsOf = (gameType: string, row: Pick<PeriodRow, 'result' | 'drawAt'>): readonly string[] => {
  const year = gameType === '6HC' ? lunarYearOf(formatDate(row.drawAt)) : null
  return year === null ? [] : row.result.map((ball) => ANIMAL_NAMES[animalOf(ball, year)])
}

/** A period with its original result, because a correction does not come from the seed. */
export const asDrawn = (row: PeriodRow): PeriodRow => {
  const drawn = row.versions?.find(({ kind }) => kind === 'draw')
  return drawn ? { ...row, result: drawn.result } : row
}

/** The derived columns of a game in order; unknown codes come last. */
export const labelColumns = (
  names: Readonly<Record<string, string>>,
  rows: readonly Pick<PeriodRow, 'labels'>[],
): readonly { readonly code: string; readonly name: string }[] => {
  const known = Object.entries(names).map(([code, name]) => ({ code, name }))
  const others = new Set(rows.flatMap(({ labels }) => Object.keys(labels)))
  for (const code of Object.keys(names)) others.delete(code)
  // The special number is already among the balls.
  others.delete('special')
  return [...known, ...[...others].map((code) => ({ code, name: code }))]
}

export type DrawCheck = {
  readonly verdict: 'fair' | 'commitment' | 'balls' | 'broken'
  readonly commitment: string
  readonly balls: readonly number[]
}

/** Recomputes commitment and draw from a revealed seed; for a void period only the commitment can be compared. */
export const checkDraw = (
  gameType: string,
  row: {
    readonly periodNo: string
    readonly result: readonly number[]
    readonly commitment: string
    readonly seed: string
  },
  hash: (bytes: Uint8Array) => Uint8Array,
): DrawCheck => {
  try {
    const commitment = seedCommitment(row.seed, hash)
    const balls = seedDraw({ seed: row.seed, game: gameType as GameCode, periodNo: row.periodNo, hash })
    const drawn = row.result.length > 0
    const sameBalls =
      !drawn || (balls.length === row.result.length && balls.every((ball, at) => ball === row.result[at]))
    const verdict = commitment !== row.commitment.toLowerCase() ? 'commitment' : sameBalls ? 'fair' : 'balls'
    return { verdict, commitment, balls }
  } catch {
    return { verdict: 'broken', commitment: '', balls: [] }
  }
}
