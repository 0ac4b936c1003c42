import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { deliveryQuery } from '@strata/contract/endpoints/reports'
import type { PathId } from '@strata/domain/ids'
import { formatMoney, type Money } from '@strata/domain/money'
import { type Figures, figuresOf, type RowSubject, type SeatRole, totalOf } from '@strata/domain/reports'
import { ROLE, type Role } from '@strata/domain/tree'
import type { Caller } from '../../access/session.ts'
import type { AnyPage } from '../../exports/source.ts'
import type { Queryable } from '../../platform/db.ts'
import { badField, Refusal } from '../../platform/refusal.ts'
import { refuseDropped } from '../not-stored.ts'
import { type Seat, seatOf } from '../seat.ts'
import { closedDays, isUnsettled, sideOf } from '../settling-up/settling-up.ts'
import { type ChildSums, childSums } from '../settling-up/store-settling-up.ts'
import { markRows } from './corrected-days.ts'
import { figuresOnWire, measuresOfRow, sharesOfRow } from './figures.ts'
import { rangeOf, scopeOf } from './report-filters.ts'
import { type DeliveryRow, deliveryFromOrders, deliveryFromRollup } from './store-rollups.ts'

type Request = AnyPage<ParsedRequestOf<typeof deliveryQuery>>
type Answer = ResponseOf<typeof deliveryQuery>
type WireRow = Answer['items'][number]

export interface DeliveryEntry {
  readonly rowKind: WireRow['rowKind']
  readonly pathId: PathId
  readonly name: string
  readonly nickname: string | null
  readonly role: Role | null
  readonly figures: Figures
}

const isNode = (role: Role | null): role is SeatRole => role !== null && role <= ROLE.agent

const subjectOf = (row: DeliveryRow, seat: Seat): RowSubject => {
  if (row.own)
    return row.kind === 2 ? { kind: 'ownFlyout' } : { kind: 'ownReplenishment', isSeat: seat.pathId === seat.seatId }
  if (row.kind === 1)
    return {
      kind: 'childReplenishment',
      childRole: isNode(row.role) ? row.role : 3,
      childOwn: row.sent_u_b as Money,
    }
  return { kind: 'child', childRole: isNode(row.role) ? row.role : null, shares: sharesOfRow(row, seat.seatRole) }
}

const entryOf = (row: DeliveryRow, seat: Seat): DeliveryEntry => {
  const subject = subjectOf(row, seat)
  const opened = seat.trail.at(-1)
  return {
    rowKind: subject.kind,
    pathId: row.path_id,
    name: row.name ?? opened?.accountName ?? '',
    nickname: row.nickname,
    role: row.role,
    figures: figuresOf(measuresOfRow(row), seat.seatRole, subject),
  }
}

/**
 * Rows of the report, unsorted: children and their replenishments, then what the opened path itself sent up and
 * flew out.
 */
export const deliveryEntries = async (
  on: Queryable,
  seat: Seat,
  request: Request,
  nowMs: number,
): Promise<DeliveryEntry[] | Refusal> => {
  if (seat.pathRole > ROLE.agent) return []
  const range = await rangeOf(on, request, nowMs)
  if (range instanceof Refusal) return range
  const scope = scopeOf(seat, request)
  const fromRollup = request.state === 'settled' && range.days !== null && range.plays === null
  const dropped = fromRollup ? null : await refuseDropped(on, range)
  if (dropped) return dropped
  const found =
    fromRollup && range.days
      ? await deliveryFromRollup(on, scope, range.days)
      : await deliveryFromOrders(on, scope, range, request.state)
  return found.map((row) => entryOf(row, seat))
}

const ROW_ORDER = { child: 0, childReplenishment: 1, ownReplenishment: 2, ownFlyout: 3 } as const

interface ChildGroup {
  readonly name: string
  readonly rows: DeliveryEntry[]
}

/** A child and its replenishments stay together in every sort order. */
const childGroups = (entries: readonly DeliveryEntry[]): ChildGroup[] => {
  const children = entries.filter((entry) => ROW_ORDER[entry.rowKind] < 2)
  return [...Map.groupBy(children, (entry) => entry.pathId).values()].map((rows) => ({
    name: rows[0]?.name ?? '',
    rows: rows.toSorted((a, b) => ROW_ORDER[a.rowKind] - ROW_ORDER[b.rowKind]),
  }))
}

const byName = (a: ChildGroup, b: ChildGroup): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)

const sorted = (groups: ChildGroup[], sort: Request['sortInfo']): ChildGroup[] => {
  if (sort === undefined) return groups.toSorted(byName)
  const sign = sort.direction === 1 ? -1 : 1
  const { columnName } = sort
  if (columnName === 'accountName') return groups.toSorted((a, b) => sign * byName(a, b))
  const figure = (group: ChildGroup): bigint => group.rows[0]?.figures[columnName] ?? 0n
  return groups.toSorted((a, b) => {
    const difference = figure(a) - figure(b)
    return difference === 0n ? byName(a, b) : sign * (difference < 0n ? -1 : 1)
  })
}

/** Settling up covers whole days of direct children only: no filter by game, group or kind, and no other seat. */
const isOwnWhole = (caller: Caller, seat: Seat, request: Request): boolean =>
  request.state === 'settled' &&
  request.from !== undefined &&
  request.gameIds === undefined &&
  request.groupIds === undefined &&
  request.kind === undefined &&
  seat.seatId === caller.path.id &&
  seat.pathId === seat.seatId

/**
 * The state of settling up with each child over the request's days; null if the report is not the caller's own,
 * unfiltered one.
 */
const settlingOf = async (
  on: Queryable,
  caller: Caller,
  seat: Seat,
  request: Request,
  nowMs: number,
): Promise<ReadonlyMap<PathId, ChildSums> | null | Refusal> => {
  const { from = '', to = '' } = request
  if (!isOwnWhole(caller, seat, request))
    return request.settlingUp === undefined
      ? null
      : badField('settlingUp', '按交收情况筛选时，不能再按彩种、玩法、类型或期号筛选')
  const side = await sideOf(on, caller)
  if (side instanceof Refusal) return side
  const children = await childSums(on, side, closedDays({ from, to }, nowMs))
  return new Map(children.map((child) => [child.path_id, child]))
}

const settlingOnWire = (child: ChildSums): NonNullable<WireRow['settlingUp']> => ({
  state: child.settled_days === 0 ? 'none' : isUnsettled(child) ? 'part' : 'all',
  settled: formatMoney(child.settled as Money),
  unsettled: formatMoney(child.unsettled as Money),
  difference: formatMoney(child.difference as Money),
})

const rowOnWire = (entry: DeliveryEntry, child: ChildSums | undefined): WireRow => ({
  rowKind: entry.rowKind,
  agentPathsId: entry.pathId,
  accountName: entry.name,
  ...(entry.nickname === null ? {} : { nickname: entry.nickname }),
  ...(entry.role === null ? {} : { roleId: entry.role as NonNullable<WireRow['roleId']> }),
  memberFlag: entry.role !== null && entry.role > ROLE.agent,
  ...figuresOnWire(entry.figures),
  ...(child === undefined ? {} : { settlingUp: settlingOnWire(child) }),
})

/**
 * The delivery report of one seat and opened path. `total` counts children; the opened path's own rows are on the
 * last page; `summary` is the sum of all rows.
 */
export const delivery = async (
  on: Queryable,
  caller: Caller,
  request: Request,
  nowMs: number,
  /** Database to read marks from. Not a replica, because a mark must show at once. */
  marks: Queryable = on,
): Promise<Answer | Refusal> => {
  const seat = await seatOf(on, caller, request)
  if (seat instanceof Refusal) return seat
  const [found, settling] = await Promise.all([
    deliveryEntries(on, seat, request, nowMs),
    settlingOf(marks, caller, seat, request, nowMs),
  ])
  if (found instanceof Refusal) return found
  if (settling instanceof Refusal) return settling
  const wanted = (entry: DeliveryEntry): boolean => {
    if (request.settlingUp === undefined) return true
    const child = settling?.get(entry.pathId)
    return child !== undefined && isUnsettled(child) === (request.settlingUp === 'unsettled')
  }
  const entries = found.filter(wanted)
  const groups = sorted(childGroups(entries), request.sortInfo)
  const start = (request.pageIndex - 1) * request.pageSize
  const page = groups.slice(start, start + request.pageSize)
  const isLast = start + request.pageSize >= groups.length
  const own = entries
    .filter((entry) => ROW_ORDER[entry.rowKind] >= 2)
    .toSorted((a, b) => ROW_ORDER[a.rowKind] - ROW_ORDER[b.rowKind])
  const children = page.flatMap(({ rows }) =>
    rows.map((entry, place) => rowOnWire(entry, place === 0 ? settling?.get(entry.pathId) : undefined)),
  )
  const items = [...children, ...(isLast ? own.map((entry) => rowOnWire(entry, undefined)) : [])]
  return {
    items: await markRows(on, seat, { request, nowMs }, items),
    total: groups.length,
    pageIndex: request.pageIndex,
    pageSize: request.pageSize,
    summary: figuresOnWire(totalOf(entries.map((entry) => entry.figures))),
    trail: [...seat.trail],
  }
}
