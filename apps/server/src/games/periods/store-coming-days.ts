import type { GameId } from '@strata/domain/ids'
import { type Queryable, rows } from '../../platform/db.ts'

export interface ComingPeriod {
  readonly gameId: GameId
  readonly periodNo: string
  readonly day: string
  readonly drawAt: number
}

/**
 * Every period that draws later than an instant, in the order of their draws. Until the transaction ends none is added
 * or changed.
 */
export async function holdComingPeriods(on: Queryable, at: number): Promise<ComingPeriod[]> {
  await on.query('lock table periods in share mode')
  const found = await rows<{ game_id: GameId; period_no: string; day: string; draw_at: bigint }>(
    on,
    'select game_id, period_no, day, draw_at from periods where draw_at > $1 order by draw_at, game_id',
    [at],
  )
  return found.map(({ game_id, period_no, day, draw_at }) => ({
    gameId: game_id,
    periodNo: period_no,
    day,
    drawAt: Number(draw_at),
  }))
}
