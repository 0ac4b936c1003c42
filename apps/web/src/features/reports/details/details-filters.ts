import { PAGE_SIZES } from '@strata/contract/rules'
import { type DayRange, isDay, shortcutRange } from '../../../lib/time.ts'
import { readTyped } from '../../../lib/typed-amount.ts'
import { readSort } from '../sort-address.ts'

const KINDS = ['member', 'replenishment', 'flyout'] as const
const STATES = ['open', 'settled', 'void'] as const
const RESULTS = ['win', 'lose', 'refund'] as const
const PANKOU = ['A', 'B', 'C', 'D'] as const
const SORTS = ['at', 'orderNo', 'stake', 'payout', 'memberResult'] as const

/** Filters as the form holds them: texts, '' where nothing is asked. Their names are the address's too. */
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

/** Fields of the second part of the form, which opens when one of them is asked for. */
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

/** A typed amount, negative ones too, as the wire writes it; undefined where it is none. */
export const signedAmount = (text: string): string | undefined => {
  const negative = text.trim().startsWith('-')
  const typed = readTyped(negative ? text.trim().slice(1) : text)
  if (!typed.ok || typed.value === null) return undefined
  return negative && typed.value !== '0' ? `-${typed.value}` : typed.value
}

/** "2026-11-20T09:30" of the business's clock, as a browser's field writes it, as an instant. */
const instantOf = (text: string): number | undefined => {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/.test(text)) return undefined
  const at = Date.parse(`${text}:00+08:00`)
  return Number.isNaN(at) ? undefined : at
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

/** What cannot be asked, by field. */
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

/** The filters of the call, without what is empty or cannot be asked. */
export const orderFilters = (search: URLSearchParams, today: string) => {
  const fields = readFields(search)
  const bad = fieldProblems(fields)
  const text = (name: FieldName): string | undefined =>
    fields[name].trim() === '' || bad[name] !== undefined ? undefined : fields[name].trim()
  const gameId = positive(search.get('game'))
  const [periodFrom, periodTo] = [text('pfrom'), text('pto')]
  // Periods of a game instead of days; half a range is none.
  const periods = gameId !== undefined && periodFrom !== undefined && periodTo !== undefined
  const all = {
    ...(periods ? { from: undefined, to: undefined, periodFrom, periodTo } : rangeOf(search, today)),
    orderNo: text('orderNo'),
    betNo: text('betNo'),
    account: text('account')?.slice(0, 32),
    agentPathsId: positive(search.get('at')),
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
    placedFrom: instantOf(fields.placedFrom),
    placedTo: instantOf(fields.placedTo),
  }
  type All = typeof all
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined)) as {
    [N in keyof All]?: Exclude<All[N], undefined>
  }
}

/** Where in the list the page stands: its size, its sort and the cursor behind the rows before it. */
export const orderPage = (search: URLSearchParams) => {
  const cursor = search.get('cursor')
  const sort = readSort(search, SORTS)
  return {
    pageSize: PAGE_SIZES.find((size) => String(size) === search.get('size')) ?? 20,
    ...(sort ? { sortInfo: sort } : {}),
    ...(cursor !== null && /^-?\d{1,19}\.\d{1,19}$/.test(cursor) ? { cursor } : {}),
  } as const
}

/** The address after the form was sent: every field again, from the first page on. */
export const withFields = (held: URLSearchParams, fields: Partial<Fields>): URLSearchParams => {
  const next = new URLSearchParams(held)
  next.delete('cursor')
  for (const name of TEXT_FIELDS) {
    const text = (fields[name] ?? '').trim()
    if (text === '') next.delete(name)
    else next.set(name, text)
  }
  return next
}
