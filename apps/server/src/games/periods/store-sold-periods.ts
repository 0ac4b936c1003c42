import type { GameId, PeriodId } from '@strata/domain/ids'
import { maybeRow, type Queryable, rows } from '../../platform/db.ts'
import { type PeriodRecord, type PeriodRow as RecordRow, toPeriod as toRecord } from './store-periods.ts'

/** A period as those know it who bet and replenish in it. */
export interface Period extends Omit<PeriodRecord, 'id' | 'commitment'> {
  readonly periodId: PeriodId
}

export type PeriodRow = Omit<RecordRow, 'commitment'>

export function toPeriod(row: PeriodRow): Period {
  const { id: periodId, commitment: _none, ...rest } = toRecord({ ...row, commitment: null })
  return { periodId, ...rest }
}

export const periodColumns =
  'p.id, p.game_id, p.period_no, p.day, p.open_at, p.close_at, p.hedge_close_at, p.draw_at, p.state, p.options, p.result_version'

export async function periodByNumber(on: Queryable, gameId: GameId, periodNo: string): Promise<Period | undefined> {
  const found = await maybeRow<PeriodRow>(
    on,
    `select ${periodColumns} from periods p where p.game_id = $1 and p.period_no = $2`,
    [gameId, periodNo],
  )
  return found && toPeriod(found)
}

export async function periodById(on: Queryable, periodId: PeriodId): Promise<Period | undefined> {
  const found = await maybeRow<PeriodRow>(on, `select ${periodColumns} from periods p where p.id = $1`, [periodId])
  return found && toPeriod(found)
}

/**
 * The default period of a board: the open one, else the one that closed last and waits for its draw, the next, the last. An
 * older one may wait for days, when its result is entered by hand.
 */
export async function currentPeriod(on: Queryable, gameId: GameId): Promise<Period | undefined> {
  const found = await maybeRow<PeriodRow>(
    on,
    `select ${periodColumns} from periods p
      where p.game_id = $1 and p.id = coalesce(
        (select id from periods where game_id = $1 and state = 'open' order by close_at limit 1),
        (select id from periods where game_id = $1 and state = 'closed' order by draw_at desc limit 1),
        (select id from periods where game_id = $1 and state = 'scheduled' order by open_at limit 1),
        (select id from periods where game_id = $1 order by draw_at desc limit 1))`,
    [gameId],
  )
  return found && toPeriod(found)
}

/** Periods in which agents may still replenish. */
export async function replenishablePeriods(on: Queryable, gameId: GameId, now: number): Promise<Period[]> {
  const found = await rows<PeriodRow>(
    on,
    `select ${periodColumns} from periods p
      where p.game_id = $1 and p.state in ('open', 'closed') and p.hedge_close_at > $2 order by p.id limit 100`,
    [gameId, now],
  )
  return found.map(toPeriod)
}
