import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type {
  settlingUpDays,
  settlingUpLog,
  settlingUpQuery,
  settlingUpSet,
  settlingUpUndo,
} from '@strata/contract/endpoints/settling-up'
import { addDays } from '@strata/domain/calendar'
import type { MerchantId, PathId } from '@strata/domain/ids'
import { formatMoney, type Money, parseMoney } from '@strata/domain/money'
import { ROLE, type Role } from '@strata/domain/tree'
import { logAction } from '../../access/audit-log.ts'
import { type AccessContext, type Caller, changeOnce } from '../../access/session.ts'
import { openOrdersOf } from '../../book/orders.ts'
import type { AnyPage } from '../../exports/source.ts'
import { businessDay } from '../../platform/business-day.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import { idOf, nextId } from '../../platform/ids.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import { listMerchantIds } from '../../tree/merchants.ts'
import type { DayRange, ReportRole } from '../delivery/store-rollups.ts'
import {
  type ChildDay,
  type ChildSums,
  childDays,
  childSums,
  daysOfMark,
  insertMark,
  isMarkedSince,
  lockDays,
  lockMark,
  type MarkingSide,
  marksPage,
  undoMark,
} from './store-settling-up.ts'

/** Number of days that the list covers by default. */
const MAX_DAYS_BACK = 92

const isNode = (role: Role): role is ReportRole => role >= 0 && role <= ROLE.agent

/** The caller as the marking side; a bettor has nobody to settle up with. */
export const sideOf = async (on: Queryable, caller: Caller): Promise<MarkingSide | Refusal> => {
  if (!isNode(caller.role)) return refuse('noPermission')
  const merchantIds = caller.role === ROLE.head ? await listMerchantIds(on) : [caller.merchantId]
  return { merchantIds, parentId: caller.path.id, parentRole: caller.role }
}

/** The days of a range that are over: today changes until the business day ends. */
export const closedDays = (range: DayRange, nowMs: number): DayRange => {
  const yesterday = addDays(businessDay(nowMs), -1)
  return { from: range.from, to: range.to < yesterday ? range.to : yesterday }
}

const text = (amount: bigint): string => formatMoney(amount as Money)

// ---- the list of downlines ----------------------------------------------------------------------------------------

type ListRequest = AnyPage<ParsedRequestOf<typeof settlingUpQuery>>
type ListRow = ResponseOf<typeof settlingUpQuery>['items'][number]

/** Whether something must still be settled: an unmarked day, or a marked day that has changed since. */
export const isUnsettled = (child: ChildSums): boolean => child.settled_days < child.days || child.changed

const SUMMED = ['receivable', 'settled', 'unsettled', 'difference'] as const

const sortedBy = (children: readonly ChildSums[], sort: ListRequest['sortInfo']): ChildSums[] => {
  const byName = (a: ChildSums, b: ChildSums): number => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0)
  if (sort === undefined) return children.toSorted(byName)
  const sign = sort.direction === 1 ? -1 : 1
  const sortValue = (child: ChildSums): bigint | string =>
    sort.columnName === 'accountName'
      ? child.name
      : sort.columnName === 'firstUnsettledDay'
        ? (child.first_unsettled ?? '9999-12-31')
        : child[sort.columnName]
  return children.toSorted((a, b) => {
    const [one, other] = [sortValue(a), sortValue(b)]
    return one < other ? -sign : one > other ? sign : byName(a, b)
  })
}

const listRow = (child: ChildSums): ListRow => ({
  agentPathsId: child.path_id,
  accountName: child.name,
  ...(child.nickname === null ? {} : { nickname: child.nickname }),
  roleId: child.role as ListRow['roleId'],
  memberFlag: child.role > ROLE.agent,
  days: child.days,
  settledDays: child.settled_days,
  receivable: text(child.receivable),
  settled: text(child.settled),
  unsettled: text(child.unsettled),
  difference: text(child.difference),
  firstUnsettledDay: child.first_unsettled,
})

/** What read-only functions need. */
type Reading = { readonly pool: Queryable; readonly clock: () => number }

/** The days of a list: those asked for that are over, by default the last 92. */
export const coveredDays = ({ from, to }: Pick<ListRequest, 'from' | 'to'>, nowMs: number): DayRange => {
  const today = businessDay(nowMs)
  return closedDays({ from: from ?? addDays(today, -MAX_DAYS_BACK), to: to ?? today }, nowMs)
}

/** The state of settling up with each direct downline. */
export const settlingUpList = async (
  { pool, clock }: Reading,
  caller: Caller,
  request: ListRequest,
): Promise<ResponseOf<typeof settlingUpQuery> | Refusal> => {
  const side = await sideOf(pool, caller)
  if (side instanceof Refusal) return side
  const found = await childSums(pool, side, coveredDays(request, clock()))
  const keyword = request.keyword?.toLowerCase() ?? ''
  const wanted = found.filter(
    (child) =>
      (request.state === undefined || isUnsettled(child) === (request.state === 'unsettled')) &&
      (child.name.toLowerCase().includes(keyword) || (child.nickname ?? '').toLowerCase().includes(keyword)),
  )
  const start = (request.pageIndex - 1) * request.pageSize
  const total = (name: (typeof SUMMED)[number]): string => text(wanted.reduce((sum, child) => sum + child[name], 0n))
  return {
    items: sortedBy(wanted, request.sortInfo)
      .slice(start, start + request.pageSize)
      .map(listRow),
    total: wanted.length,
    pageIndex: request.pageIndex,
    pageSize: request.pageSize,
    summary: {
      children: wanted.length,
      receivable: total('receivable'),
      settled: total('settled'),
      unsettled: total('unsettled'),
      difference: total('difference'),
    },
  }
}

// ---- one downline -------------------------------------------------------------------------------------------------

export interface Child {
  readonly id: PathId
  readonly merchantId: MerchantId
  readonly role: Role
  readonly name: string
}

/** A direct child of the caller; paths further below settle up with their own parents. */
export const directChild = (caller: Caller, pathId: PathId): Child | Refusal => {
  const target = caller.targets.get(pathId)
  if (!target || target.id === caller.path.id) return refuse('notDirectChild')
  // Merchants are direct children of the head; their rows do not name it as parent.
  const direct = caller.role === ROLE.head ? target.role === ROLE.merchant : target.parentId === caller.path.id
  return direct ? target : refuse('notDirectChild')
}

const owed = (day: ChildDay): bigint => day.receivable - (day.settled ?? 0n)
const isDue = (day: ChildDay): boolean => day.settled === null || day.receivable !== day.settled

const total = (days: readonly ChildDay[], part: (day: ChildDay) => bigint): bigint =>
  days.reduce((sum, day) => sum + part(day), 0n)

/** What one direct downline owes day by day, and the marked amounts. */
export const settlingUpByDay = async (
  { pool, clock }: Reading,
  caller: Caller,
  request: ParsedRequestOf<typeof settlingUpDays>,
): Promise<ResponseOf<typeof settlingUpDays> | Refusal> => {
  const side = await sideOf(pool, caller)
  if (side instanceof Refusal) return side
  const child = directChild(caller, request.agentPathsId)
  if (child instanceof Refusal) return child
  const range = closedDays(request, clock())
  const own = { ...side, merchantIds: [child.merchantId] }
  const days = await childDays(pool, own, child.id, range)
  const differenceOf = (day: ChildDay): bigint => (day.settled === null ? 0n : day.receivable - day.settled)
  return {
    agentPathsId: child.id,
    accountName: child.name,
    roleId: child.role as ListRow['roleId'],
    from: range.from,
    to: range.to,
    days: days.map((day) => ({
      day: day.day,
      orders: Number(day.orders),
      stake: text(day.stake),
      valid: text(day.valid),
      memberResult: text(day.member_result),
      replenishment: text(day.replenishment),
      receivable: text(day.receivable),
      settled: day.settled === null ? null : text(day.settled),
      difference: text(differenceOf(day)),
    })),
    openOrders: await openOrdersOf(pool, child.merchantId, child, range),
    receivable: text(total(days, (day) => day.receivable)),
    settled: text(total(days, (day) => day.settled ?? 0n)),
    unsettled: text(total(days, (day) => (day.settled === null ? day.receivable : 0n))),
    difference: text(total(days, differenceOf)),
    due: text(total(days, owed)),
  }
}

// ---- marks --------------------------------------------------------------------------------------------------------

/** The refusal of a range that is not over. */
export const OPEN_RANGE = '只能交收今天以前的业务日'

export const rangeText = ({ from, to }: DayRange): string => (from === to ? from : `${from} ～ ${to}`)

/** The days of a child that a mark of the range would cover; no other mark of this child can be made until the commit. */
export const lockedDue = async (tx: Tx, side: MarkingSide, child: Child, range: DayRange): Promise<ChildDay[]> => {
  const own = { ...side, merchantIds: [child.merchantId] }
  const known = await childDays(tx, own, child.id, range)
  await lockDays(
    tx,
    { merchantId: child.merchantId, parentId: side.parentId, childId: child.id },
    known.map(({ day }) => day),
  )
  return (await childDays(tx, own, child.id, range)).filter(isDue)
}

export const dueSum = (due: readonly ChildDay[]): bigint => total(due, owed)

interface Marking {
  readonly caller: Caller
  readonly side: MarkingSide
  readonly child: Child
  readonly range: DayRange
  readonly note: string
  readonly at: number
}

/** Writes the mark of one child and its line in the change log. */
export const writeMark = async (tx: Tx, marking: Marking, due: readonly ChildDay[]): Promise<bigint> => {
  const { caller, side, child, range, note, at } = marking
  const [id, amount] = [nextId(), dueSum(due)]
  await insertMark(tx, {
    merchantId: child.merchantId,
    parentId: side.parentId,
    childId: child.id,
    id,
    from: range.from,
    to: range.to,
    amount,
    note,
    operatorId: caller.account.id,
    operatorName: caller.account.name,
    at,
    days: due.map((day) => ({ day: day.day, amount: owed(day) })),
  })
  await logMark(tx, caller, child, {
    action: 'settlingUp',
    before: '',
    after: `${rangeText(range)} ${text(amount)}`,
    at,
  })
  return id
}

/** Whether a range includes a day that is not over. */
export const isOpenRange = ({ to }: DayRange, nowMs: number): boolean => to >= businessDay(nowMs)

/**
 * Marks every day of the range that is unmarked or has changed since its mark. Refused in this order: not a direct
 * child, a range that includes today, an amount other than the user saw, nothing left to mark.
 */
export const settleUp = (
  context: AccessContext,
  caller: Caller,
  request: ParsedRequestOf<typeof settlingUpSet>,
): Promise<ResponseOf<typeof settlingUpSet> | Refusal> => {
  const { requestId, ...content } = request
  const key = { accountId: caller.account.id, requestId, call: 'reports.settlingUpSet', content }
  const prepare = async () => {
    const side = await sideOf(context.pool, caller)
    if (side instanceof Refusal) return side
    const child = directChild(caller, request.agentPathsId)
    if (child instanceof Refusal) return child
    if (isOpenRange(request, context.clock())) return badField('to', OPEN_RANGE)
    return { side, child }
  }
  return changeOnce(context, key, prepare, async (tx, { side, child }, at) => {
    const due = await lockedDue(tx, side, child, request)
    const amount = dueSum(due)
    const asked = parseMoney(request.amount)
    if (!asked.ok || asked.value !== amount) return refuse('changed', {}, { due: text(amount) })
    if (due.length === 0) return refuse('nothingDue')
    const id = await writeMark(tx, { caller, side, child, range: request, note: request.note ?? '', at }, due)
    return { id: id.toString(), amount: text(amount), days: due.length }
  })
}

const logMark = (
  on: Queryable,
  caller: Caller,
  child: Omit<Child, 'role'>,
  mark: { readonly action: string; readonly before: string; readonly after: string; readonly at: number },
): Promise<void> =>
  logAction(
    on,
    caller,
    {
      merchantId: child.merchantId,
      pathId: child.id,
      targetName: child.name,
      action: mark.action,
      changes: [{ field: 'settlingUp', label: '交收', before: mark.before, after: mark.after }],
    },
    mark.at,
  )

/**
 * Takes a mark back. Refused in this order: not the caller's own, already taken back, a later mark on one of its
 * days.
 */
export const undoSettlingUp = (
  context: AccessContext,
  caller: Caller,
  request: ParsedRequestOf<typeof settlingUpUndo>,
): Promise<null | Refusal> => {
  const { requestId, ...content } = request
  const key = { accountId: caller.account.id, requestId, call: 'reports.settlingUpUndo', content }
  return changeOnce(
    context,
    key,
    () => sideOf(context.pool, caller),
    async (tx, side, at) => {
      const mark = await lockMark(tx, side, idOf(request.id))
      if (!mark) return refuse('notFound')
      if (mark.undone_at !== null) return refuse('markUndone')
      const days = await daysOfMark(tx, mark.merchant_id, mark.id)
      await lockDays(tx, { merchantId: mark.merchant_id, parentId: side.parentId, childId: mark.child_id }, days)
      if (await isMarkedSince(tx, mark, side.parentId)) return refuse('markedSince')
      const by = { parentId: side.parentId, operatorName: caller.account.name, reason: request.reason ?? '', at }
      await undoMark(tx, mark, by)
      const child = { id: mark.child_id, merchantId: mark.merchant_id, name: mark.name }
      const before = `${rangeText({ from: mark.from_day, to: mark.to_day })} ${text(mark.amount)}`
      await logMark(tx, caller, child, { action: 'settlingUpUndone', before, after: '', at })
      return null
    },
  )
}

/** The marks of the caller's path, including those taken back. */
export const settlingUpMarks = async (
  { pool }: Pick<Reading, 'pool'>,
  caller: Caller,
  request: ParsedRequestOf<typeof settlingUpLog>,
): Promise<ResponseOf<typeof settlingUpLog> | Refusal> => {
  const side = await sideOf(pool, caller)
  if (side instanceof Refusal) return side
  const { items, total: count } = await marksPage(pool, side, {
    childId: request.agentPathsId ?? null,
    from: request.from ?? null,
    to: request.to ?? null,
    ascending: request.sortInfo?.direction === 0,
    limit: request.pageSize,
    offset: (request.pageIndex - 1) * request.pageSize,
  })
  return {
    items: items.map((mark) => ({
      id: mark.id.toString(),
      at: Number(mark.at),
      agentPathsId: mark.child_id,
      accountName: mark.name,
      from: mark.from_day,
      to: mark.to_day,
      days: mark.days,
      amount: text(mark.amount),
      note: mark.note,
      operatorName: mark.operator_name,
      undone:
        mark.undone_at === null
          ? null
          : { at: Number(mark.undone_at), operatorName: mark.undone_by ?? '', reason: mark.undo_reason ?? '' },
    })),
    total: count,
    pageIndex: request.pageIndex,
    pageSize: request.pageSize,
  }
}
