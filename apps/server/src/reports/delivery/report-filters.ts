import { parseDay } from '@strata/domain/calendar'
import { playsOfGroup } from '@strata/domain/games/catalogue'
import type { GameId, GroupId, PeriodId } from '@strata/domain/ids'
import { periodIdsBetween } from '../../games/periods.ts'
import { businessDay, includesLaterOpen } from '../../platform/business-day.ts'
import type { Queryable } from '../../platform/db.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import type { Seat } from '../seat.ts'
import type { DayRange, OrderRange, ReportScope } from './store-rollups.ts'

/** The request of the delivery and the classification report after validation by the contract. */
export interface ReportRequest {
  readonly from?: string | undefined
  readonly to?: string | undefined
  readonly periodFrom?: string | undefined
  readonly periodTo?: string | undefined
  readonly gameIds?: readonly GameId[] | undefined
  readonly groupIds?: readonly GroupId[] | undefined
  readonly kind?: 'member' | 'replenishment' | 'flyout' | undefined
  readonly state: 'settled' | 'open'
}

export const KINDS = ['member', 'replenishment', 'flyout'] as const
export type KindName = (typeof KINDS)[number]

export const kindNumber = (kind: KindName | undefined): number | null =>
  kind === undefined ? null : KINDS.indexOf(kind)

/** Limit of a range of periods, because such a report reads the orders themselves. */
const MAX_PERIODS = 2000

/** `gameId:playCode` of every play of the groups; null: no such filter. */
export const playsOfGroups = (groupIds: readonly GroupId[] | undefined): string[] | null =>
  groupIds === undefined
    ? null
    : groupIds.flatMap((id) => playsOfGroup(id).map((play) => `${play.gameId}:${play.code}`))

export const scopeOf = (seat: Seat, request: ReportRequest): ReportScope => ({
  merchantIds: seat.merchantIds,
  pathId: seat.pathId,
  pathRole: seat.pathRole,
  seatRole: seat.seatRole,
  isSeat: seat.pathId === seat.seatId,
  gameIds: request.gameIds ?? null,
  kind: kindNumber(request.kind),
})

export const FAR_DAY = '9999-12-31'

/** Days of a request; a range that ends today includes open orders of later days. */
const daysOf = (request: ReportRequest, nowMs: number): DayRange | Refusal => {
  const from = parseDay(request.from ?? '')
  const to = parseDay(request.to ?? '')
  if (!from) return badField('from', '开始日期不存在')
  if (!to) return badField('to', '结束日期不存在')
  if (to > businessDay(nowMs)) return badField('to', '结束日期不能晚于今天')
  const later = request.state === 'open' && includesLaterOpen({ from, to }, nowMs)
  return { from, to: later ? FAR_DAY : to }
}

/** Refused: a range that is reversed or of unknown numbers, and one that is too long. */
const idsBetween = async (on: Queryable, gameId: GameId, from: string, to: string): Promise<PeriodId[] | Refusal> => {
  const ids = await periodIdsBetween(on, gameId, from, to, MAX_PERIODS + 1)
  if (ids.length === 0) return badField('periodFrom', `没有从${from}到${to}的期次，请检查开始期号和结束期号`)
  if (ids.length > MAX_PERIODS) return badField('periodTo', `期号范围最多${MAX_PERIODS}期`)
  return ids
}

/** The orders that a report covers: business days, or the periods of one game. */
export const rangeOf = async (on: Queryable, request: ReportRequest, nowMs: number): Promise<OrderRange | Refusal> => {
  const plays = playsOfGroups(request.groupIds)
  if (request.periodFrom === undefined || request.periodTo === undefined) {
    const days = daysOf(request, nowMs)
    return 'from' in days ? { days, periodIds: null, plays, pankou: null } : days
  }
  const [gameId] = request.gameIds ?? []
  if (gameId === undefined) return badField('gameIds', '按期号查询须选择一个彩种')
  const periodIds = await idsBetween(on, gameId, request.periodFrom, request.periodTo)
  return periodIds instanceof Refusal ? periodIds : { days: null, periodIds, plays, pankou: null }
}

/** Ids of the requested range of one game's periods; null: no such filter. */
export const periodsOf = async (
  on: Queryable,
  request: {
    readonly gameId?: GameId | undefined
    readonly periodFrom?: string | undefined
    readonly periodTo?: string | undefined
  },
): Promise<PeriodId[] | null | Refusal> => {
  const { gameId, periodFrom, periodTo } = request
  if (periodFrom === undefined && periodTo === undefined) return null
  if (gameId === undefined || periodFrom === undefined || periodTo === undefined) {
    const missing = gameId === undefined ? 'gameId' : periodFrom === undefined ? 'periodFrom' : 'periodTo'
    return badField(missing, '按期号范围查询时，请选择一个彩种并填写起止期号')
  }
  return idsBetween(on, gameId, periodFrom, periodTo)
}
