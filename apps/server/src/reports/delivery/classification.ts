import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { classificationQuery } from '@strata/contract/endpoints/reports'
import { addDays, type Day } from '@strata/domain/calendar'
import { gameById, groupById, groupOfPlay, playOf } from '@strata/domain/games/catalogue'
import { GroupId } from '@strata/domain/ids'
import { NO_SHARE, ZERO } from '@strata/domain/money'
import { type Figures, figuresOf, type Measures, type SeatRole, type ShareRange, totalOf } from '@strata/domain/reports'
import { ROLE } from '@strata/domain/tree'
import type { Caller } from '../../access/session.ts'
import type { AnyPage } from '../../exports/source.ts'
import { periodNumbers } from '../../games/periods.ts'
import type { Queryable } from '../../platform/db.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { refuseDropped } from '../not-stored.ts'
import { type Seat, seatOf } from '../seat.ts'
import { markClasses } from './corrected-days.ts'
import { figuresOnWire, measuresOfRow } from './figures.ts'
import { FAR_DAY, rangeOf, scopeOf } from './report-filters.ts'
import {
  type ClassBy,
  type ClassRow,
  classificationFromOrders,
  classificationFromRollup,
  type DayRange,
  type OrderRange,
  periodsOfDropped,
  type ReportScope,
} from './store-rollups.ts'

type Request = AnyPage<ParsedRequestOf<typeof classificationQuery>>
type Answer = ResponseOf<typeof classificationQuery>
type WireRow = Answer['items'][number]

const NO_SHARES: ShareRange = { min: NO_SHARE, max: NO_SHARE }

/**
 * A class of orders has no child: its figures cover members' orders, replenishments from below, and what the opened
 * path itself sent.
 */
export const classFigures = (row: ClassRow, seat: Seat): Figures => {
  const sums: Measures = measuresOfRow(row)
  const role: SeatRole = seat.seatRole
  const isSeat = seat.pathId === seat.seatId
  if (row.own)
    return figuresOf(sums, role, row.kind === 2 ? { kind: 'ownFlyout' } : { kind: 'ownReplenishment', isSeat })
  if (row.kind === 0) return figuresOf(sums, role, { kind: 'child', childRole: null, shares: NO_SHARES })
  return {
    ...figuresOf(sums, role, { kind: 'childReplenishment', childRole: 3, childOwn: sums.uB }),
    childProfit: ZERO,
  }
}

interface Named {
  readonly key: string
  readonly name: string
  readonly extra: Partial<Pick<WireRow, 'gameId' | 'groupId' | 'playCode' | 'day' | 'pankou' | 'periodNo'>>
  /** Place of the play in the catalogue; 0 for other classes. */
  readonly place: number
}

/** The numbers of the periods of a classification by period. */
type PeriodNumbers = ReadonlyMap<string, string>

const pankouOf = (text: string | null): WireRow['pankou'] => (['A', 'B', 'C', 'D'] as const).find((one) => one === text)

const nameOf = (row: ClassRow, by: Request['by'], periods: PeriodNumbers): Named => {
  if (by === 'date')
    return { key: row.key_day ?? '', name: row.key_day ?? '', extra: { day: row.key_day ?? '' }, place: 0 }
  if (by === 'pankou')
    return {
      key: row.key_play ?? '',
      name: `${row.key_play ?? ''}盘`,
      extra: { pankou: pankouOf(row.key_play) },
      place: 0,
    }
  const game = gameById(row.key_game)
  const gameName = game?.name ?? String(row.key_game)
  if (by === 'period') {
    const periodNo = periods.get(row.key_play ?? '') ?? ''
    const extra = { gameId: row.key_game, periodNo, day: row.key_day ?? '' }
    return { key: `${row.key_game}:${periodNo}`, name: `${gameName} ${periodNo}期`, extra, place: 0 }
  }
  if (by === 'game') return { key: String(row.key_game), name: gameName, extra: { gameId: row.key_game }, place: 0 }
  const play = game && row.key_play !== null ? playOf(game.code, row.key_play) : undefined
  const groupId = play ? groupOfPlay(play).id : GroupId(0)
  if (by === 'group')
    return {
      key: String(groupId),
      name: `${gameName} ${groupById(groupId)?.name ?? ''}`,
      extra: { gameId: row.key_game, groupId },
      place: 0,
    }
  return {
    key: `${row.key_game}:${row.key_play}`,
    name: `${gameName} ${play?.name ?? row.key_play ?? ''}`,
    extra: { gameId: row.key_game, groupId, playCode: row.key_play ?? '' },
    place: play?.id ?? 0,
  }
}

interface ClassEntry extends Named {
  readonly figures: Figures
}

const entriesOf = (found: readonly ClassRow[], seat: Seat, by: Request['by'], periods: PeriodNumbers): ClassEntry[] => {
  const named = found.map((row) => ({ row, ...nameOf(row, by, periods) }))
  return [...Map.groupBy(named, (entry) => entry.key).values()].flatMap((group) => {
    const [first] = group
    if (!first) return []
    return [
      {
        key: first.key,
        name: first.name,
        extra: first.extra,
        place: first.place,
        figures: totalOf(group.map(({ row }) => classFigures(row, seat))),
      },
    ]
  })
}

const sorted = (entries: ClassEntry[], sort: Request['sortInfo'], by: Request['by']): ClassEntry[] => {
  const byKey = (a: ClassEntry, b: ClassEntry): number => {
    if (by === 'date') return a.key < b.key ? 1 : -1
    const game = (a.extra.gameId ?? 0) - (b.extra.gameId ?? 0)
    // Days and periods: the latest first. Plays: as the catalogue, and so every board, lists them.
    if (by === 'period') return game || (a.name < b.name ? 1 : -1)
    return game || (a.extra.groupId ?? 0) - (b.extra.groupId ?? 0) || a.place - b.place || (a.name < b.name ? -1 : 1)
  }
  if (sort === undefined) return entries.toSorted(byKey)
  const sign = sort.direction === 1 ? -1 : 1
  const { columnName } = sort
  if (columnName === 'name') return entries.toSorted((a, b) => sign * (a.name < b.name ? -1 : 1))
  return entries.toSorted((a, b) => {
    const difference = a.figures[columnName] - b.figures[columnName]
    return difference === 0n ? byKey(a, b) : sign * (difference < 0n ? -1 : 1)
  })
}

/** Classes that belong to a game stand together by game unless a figure orders them. */
const subtotalsOf = (
  entries: readonly ClassEntry[],
  { by, sortInfo }: Pick<Request, 'by' | 'sortInfo'>,
): Pick<Answer, 'subtotals'> => {
  if (sortInfo !== undefined || (by !== 'period' && by !== 'play' && by !== 'group')) return {}
  const games = Map.groupBy(entries, ({ extra }) => extra.gameId)
  if (games.size < 2) return {}
  return {
    subtotals: [...games].flatMap(([gameId, rows]) =>
      gameId === undefined
        ? []
        : {
            gameId,
            name: gameById(gameId)?.name ?? String(gameId),
            rows: rows.length,
            lastKey: rows.at(-1)?.key ?? '',
            ...figuresOnWire(totalOf(rows.map(({ figures }) => figures))),
          },
    ),
  }
}

/** Classes by period read the orders themselves. */
const MAX_PERIOD_DAYS = 31

const isTooLong = (by: Request['by'], days: DayRange | null): boolean =>
  by === 'period' && days !== null && addDays(days.from as Day, MAX_PERIOD_DAYS) <= days.to && days.to !== FAR_DAY

/** Rows of the classes: from the rollups where they know them, otherwise from the orders. */
const classesOf = async (
  on: Queryable,
  scope: ReportScope,
  range: OrderRange,
  by: ClassBy | 'period',
  state: Request['state'],
): Promise<ClassRow[] | Refusal> => {
  const { plays, pankou } = range
  const isNode = scope.pathRole <= ROLE.agent
  if (state === 'settled' && range.days && isNode && by !== 'period')
    return classificationFromRollup(on, scope, range.days, by, { plays, pankou })
  const orders = await classificationFromOrders(on, scope, range, by, state)
  if (by === 'period' && state === 'settled' && isNode && plays === null && pankou === null)
    return [...(await periodsOfDropped(on, scope, range)), ...orders]
  return (await refuseDropped(on, range)) ?? orders
}

/** The delivery report's measures by game, play group, play, pankou, business day or period. `summary` is the sum of all rows. */
export const classification = async (
  on: Queryable,
  caller: Caller,
  request: Request,
  nowMs: number,
): Promise<Answer | Refusal> => {
  const seat = await seatOf(on, caller, request)
  if (seat instanceof Refusal) return seat
  const range = await rangeOf(on, request, nowMs)
  if (range instanceof Refusal) return range
  if (isTooLong(request.by, range.days)) return badField('to', `按期号分类时，日期范围最多${MAX_PERIOD_DAYS}天`)
  const by: ClassBy | 'period' = request.by === 'group' ? 'play' : request.by
  const pankou = request.pankou ?? null
  const scope = scopeOf(seat, request)
  const found = await classesOf(on, scope, { ...range, pankou }, by, request.state)
  if (found instanceof Refusal) return found
  const ids = by === 'period' ? found.map((row) => Number(row.key_play ?? 0)) : []
  const periods = ids.length === 0 ? new Map<string, string>() : await periodNumbers(on, ids)
  const entries = sorted(entriesOf(found, seat, request.by, periods), request.sortInfo, request.by)
  const start = (request.pageIndex - 1) * request.pageSize
  const items = entries
    .slice(start, start + request.pageSize)
    .map((entry) => ({ key: entry.key, name: entry.name, ...entry.extra, ...figuresOnWire(entry.figures) }))
  return {
    items: await markClasses(on, seat, { request, nowMs }, items),
    total: entries.length,
    pageIndex: request.pageIndex,
    pageSize: request.pageSize,
    ...subtotalsOf(entries, request),
    summary: figuresOnWire(totalOf(entries.map((entry) => entry.figures))),
  }
}
