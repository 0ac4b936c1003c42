import { MAX_NUMBERED_PAGE, PAGE_SIZES } from '@strata/contract/rules'
import { fromInstantField } from '../../../lib/instant-field.ts'
import { type DayRange, isDay, shortcutRange } from '../../../lib/time.ts'
import { readTyped } from '../../../lib/typed-amount.ts'
import { readSort } from '../sort-address.ts'
import { firstPage, shownPage } from './order-pages.ts'

const KINDS = ['member', 'replenishment', 'flyout'] as const
const STATES = ['open', 'settled', 'void'] as const
const RESULTS = ['win', 'lose', 'refund'] as const
const PANKOU = ['A', 'B', 'C', 'D'] as const
const SORTS = ['at', 'orderNo', 'stake', 'payout', 'memberResult'] as const

/** Filters as texts of the form, '' for none. Their names are also used in the address. */
export const TEXT_FIELDS = [
  'orderNo',
  'betNo',
  'account',
  'game',
  'group',
  'period',
  'pfrom',
  'pto',
  'play',
  'item',
  'pankou',
  'kind',
  'state',
  'result',
  'stakeFrom',
  'stakeTo',
  'resultFrom',
  'resultTo',
  'placedFrom',
  'placedTo',
] as const
export type FieldName = (typeof TEXT_FIELDS)[number]
export type Fields = Readonly<Record<FieldName, string>>

/** Fields of the second part of the form, which opens when one of them is used. */
export const MORE_FIELDS: readonly FieldName[] = [
  'betNo',
  'group',
  'pfrom',
  'pto',
  'play',
  'item',
  'pankou',
  'stakeFrom',
  'stakeTo',
  'resultFrom',
  'resultTo',
  'placedFrom',
  'placedTo',
]

export const readFields = (search: URLSearchParams): Fields =>
  Object.fromEntries(TEXT_FIELDS.map((name) => [name, (search.get(name) ?? '').slice(0, 160)])) as Fields

export const rangeOf = (search: URLSearchParams, today: string): DayRange => {
  const [from, to] = [search.get('from'), search.get('to')]
  return isDay(from) && isDay(to) && from <= to && to <= today ? { from, to } : shortcutRange('today', today)
}

const oneOf = <V extends string>(text: string, values: readonly V[]): V | undefined =>
  values.find((value) => value === text)

/** A typed amount, also negative, in the wire's form; undefined if invalid. */
export const signedAmount = (text: string): string | undefined => {
  const negative = text.trim().startsWith('-')
  const typed = readTyped(negative ? text.trim().slice(1) : text)
  if (!typed.ok || typed.value === null) return undefined
  return negative && typed.value !== '0' ? `-${typed.value}` : typed.value
}

export type FieldProblem = 'digits' | 'code' | 'amount'

const SHAPES: Partial<Record<FieldName, readonly [RegExp, FieldProblem]>> = {
  orderNo: [/^\d{1,20}$/, 'digits'],
  period: [/^[0-9A-Za-z/-]{1,32}$/, 'code'],
  pfrom: [/^[0-9A-Za-z/-]{1,32}$/, 'code'],
  pto: [/^[0-9A-Za-z/-]{1,32}$/, 'code'],
  play: [/^[0-9A-Z_]{1,16}$/, 'code'],
  item: [/^[0-9A-Za-z_:.+*-]{1,160}$/, 'code'],
}
const AMOUNTS: readonly FieldName[] = ['stakeFrom', 'stakeTo', 'resultFrom', 'resultTo']

/** Problems by field. */
export const fieldProblems = (fields: Fields): Partial<Record<FieldName, FieldProblem>> => {
  const problems: Partial<Record<FieldName, FieldProblem>> = {}
  for (const name of TEXT_FIELDS) {
    const text = fields[name].trim()
    if (text === '') continue
    const shape = SHAPES[name]
    if (shape && !shape[0].test(text)) problems[name] = shape[1]
    if (AMOUNTS.includes(name) && signedAmount(text) === undefined) problems[name] = 'amount'
  }
  return problems
}

const positive = (text: string | null): number | undefined =>
  text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : undefined

/** Whether an order is searched by its number: then no days limit the search. */
export const isByNumber = (fields: Fields): boolean => {
  const bad = fieldProblems(fields)
  return (['orderNo', 'betNo'] as const).some((name) => fields[name].trim() !== '' && bad[name] === undefined)
}

/** The filters of the call, without empty or invalid ones. */
export const orderFilters = (search: URLSearchParams, today: string) => {
  const fields = readFields(search)
  const bad = fieldProblems(fields)
  const text = (name: FieldName): string | undefined =>
    fields[name].trim() === '' || bad[name] !== undefined ? undefined : fields[name].trim()
  const gameId = positive(search.get('game'))
  const [periodFrom, periodTo] = [text('pfrom'), text('pto')]
  // Periods of a game instead of days; half a range is ignored. One number names one order, whatever its day.
  const periods = gameId !== undefined && periodFrom !== undefined && periodTo !== undefined
  const all = {
    ...(periods ? { from: undefined, to: undefined, periodFrom, periodTo } : {}),
    ...(periods || isByNumber(fields) ? {} : rangeOf(search, today)),
    orderNo: text('orderNo'),
    betNo: text('betNo'),
    account: text('account')?.slice(0, 32),
    agentPathsId: positive(search.get('at')),
    seat: positive(search.get('seat')),
    gameId,
    groupId: positive(text('group') ?? null),
    periodNo: text('period'),
    playCode: text('play'),
    itemCode: text('item'),
    pankou: oneOf(fields.pankou, PANKOU),
    kind: oneOf(fields.kind, KINDS),
    state: oneOf(fields.state, STATES),
    result: oneOf(fields.result, RESULTS),
    stakeFrom: signedAmount(fields.stakeFrom),
    stakeTo: signedAmount(fields.stakeTo),
    resultFrom: signedAmount(fields.resultFrom),
    resultTo: signedAmount(fields.resultTo),
    placedFrom: fromInstantField(fields.placedFrom),
    placedTo: fromInstantField(fields.placedTo),
  }
  type All = typeof all
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [N in keyof All]?: Exclude<All[N], undefined>
  }
}

/** The position in the list: page number and size, sort, and the cursor that leads to a page from the one before. */
export const orderPage = (search: URLSearchParams) => {
  const cursor = search.get('cursor')
  const sort = readSort(search, SORTS)
  return {
    pageIndex: Math.min(MAX_NUMBERED_PAGE, shownPage(search)),
    pageSize: PAGE_SIZES.find((size) => String(size) === search.get('size')) ?? 20,
    ...(sort ? { sortInfo: sort } : {}),
    ...(cursor !== null && /^-?\d{1,19}\.\d{1,19}$/.test(cursor) ? { cursor } : {}),
  } as const
}

/** The address at another place of the trail, from its first page. */
export const withPlace = (
  held: URLSearchParams,
  { seat, agentPathsId }: { readonly seat?: number | null; readonly agentPathsId: number | null },
): URLSearchParams => {
  const next = firstPage(held)
  next.delete('at')
  if (agentPathsId !== null) next.set('at', String(agentPathsId))
  if (seat === null) next.delete('seat')
  return next
}

/** The address after the form was submitted: all fields, starting at the first page. */
export const withFields = (held: URLSearchParams, fields: Partial<Fields>): URLSearchParams => {
  const next = firstPage(held)
  for (const name of TEXT_FIELDS) {
    const text = (fields[name] ?? '').trim()
    if (text === '') next.delete(name)
    else next.set(name, text)
  }
  return next
}
