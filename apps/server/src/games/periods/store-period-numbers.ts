import type { GameId, PeriodId } from '@strata/domain/ids'
import { type Queryable, rows } from '../../platform/db.ts'

/** The numbers of periods by their ids. */
export const periodNumbers = async (on: Queryable, ids: readonly number[]): Promise<ReadonlyMap<string, string>> => {
  const found = await rows<{ id: PeriodId; period_no: string }>(
    on,
    'select id, period_no from periods where id = any($1::integer[])',
    [ids],
  )
  return new Map(found.map(({ id, period_no }) => [String(id), period_no]))
}

/** Ids of the periods of a game between two numbers, by draw time; at most `limit`. */
export const periodIdsBetween = async (
  on: Queryable,
  gameId: GameId,
  fromNo: string,
  toNo: string,
  limit: number,
): Promise<PeriodId[]> => {
  const found = await rows<{ id: PeriodId }>(
    on,
    `select id from periods
      where game_id = $1
        and draw_at between (select draw_at from periods where game_id = $1 and period_no = $2)
                        and (select draw_at from periods where game_id = $1 and period_no = $3)
      order by draw_at limit $4`,
    [gameId, fromNo, toNo, limit],
  )
  return found.map((period) => period.id)
}

/** Days of the given periods. */
export const daysOfPeriods = async (on: Queryable, periodIds: readonly PeriodId[]): Promise<string[]> => {
  const found = await rows<{ day: string }>(on, 'select distinct day from periods where id = any($1)', [periodIds])
  return found.map(({ day }) => day)
}

/** Periods with this number, of one game or of all; at most `limit`. */
export const periodsOfNumber = (
  on: Queryable,
  periodNo: string,
  gameId: GameId | null,
  limit: number,
): Promise<{ id: PeriodId; day: string }[]> =>
  rows(on, 'select id, day from periods where period_no = $1 and ($2::smallint is null or game_id = $2) limit $3', [
    periodNo,
    gameId,
    limit,
  ])
