import type { ResponseOf } from '@strata/contract/endpoint'
import type { limitsQuery } from '@strata/contract/endpoints/tree'
import { LIMIT_LABELS } from '@strata/contract/labels'
import { LIMIT_TABLE_WORDS } from '@strata/contract/words'
import { isOptionalLimit, LIMIT_NAMES, type LimitName } from '@strata/domain/tree/limits'
import { readTyped } from '../../../lib/typed-amount.ts'

export type Child = ResponseOf<typeof limitsQuery>['items'][number]
type Limits = Child['plays'][number]

const words = LIMIT_TABLE_WORDS

/** One value of the file that is another than the saved one. `row` is its row of the file, from 1. */
export type Change = {
  readonly row: number
  readonly child: Child
  readonly groupId: number
  readonly groupName: string
  readonly field: LimitName
  /** null: no limit. */
  readonly before: string | null
  readonly after: string | null
}

export type FaultKind = 'noTitles' | 'unknownAccount' | 'unknownGroup' | 'twice' | 'amount' | 'noLimitHere'
export type Fault = { readonly row: number; readonly column: LimitName | null; readonly why: FaultKind }

type Group = { readonly id: number; readonly name: string }
type Place = { readonly account: number; readonly group: number; readonly fields: ReadonlyMap<LimitName, number> }

const placesOf = (titles: readonly string[]): Place | null => {
  const at = (title: string): number => titles.findIndex((cell) => cell.trim() === title)
  const [account, group] = [at(words.account), at(words.group)]
  const fields = new Map(
    LIMIT_NAMES.map((field) => [field, at(LIMIT_LABELS[field])] as const).filter(([, place]) => place >= 0),
  )
  return account < 0 || group < 0 || fields.size === 0 ? null : { account, group, fields }
}

type Value = { readonly ok: true; readonly value: string | null } | { readonly ok: false; readonly why: FaultKind }

const limitOf = (field: LimitName, text: string): Value => {
  if (text === words.unlimited)
    return isOptionalLimit(field) ? { ok: true, value: null } : { ok: false, why: 'noLimitHere' }
  const read = readTyped(text)
  return read.ok && read.value !== null ? { ok: true, value: read.value } : { ok: false, why: 'amount' }
}

const sameLimit = (one: string | null, other: string | null): boolean => {
  const [a, b] = [readTyped(one ?? ''), readTyped(other ?? '')]
  return a.ok && b.ok ? a.value === b.value : one === other
}

/** A file has two decimals, cut: a value that was only cut is not a change. */
const cut = (value: string | null): string | null => value?.replace(/^(\d+\.\d\d)\d+$/, '$1') ?? null

type Row = { readonly row: number; readonly child: Child; readonly group: Group; readonly saved: Limits }

const changesOf = (at: Row, cells: readonly string[], places: Place): { changes: Change[]; faults: Fault[] } => {
  const { row, child, group, saved } = at
  const [changes, faults]: [Change[], Fault[]] = [[], []]
  for (const [field, place] of places.fields) {
    const text = cells[place]?.trim() ?? ''
    if (text === '') continue
    const read = limitOf(field, text)
    if (!read.ok) faults.push({ row, column: field, why: read.why })
    else if (!sameLimit(read.value, cut(saved[field])))
      changes.push({
        row,
        child,
        groupId: group.id,
        groupName: group.name,
        field,
        before: saved[field],
        after: read.value,
      })
  }
  return { changes, faults }
}

export type Read = { readonly changes: readonly Change[]; readonly faults: readonly Fault[] }

/** The number of rows that an export ends with. */
const isCount = (cells: readonly string[]): boolean => /^合计 \d+ 条$/.test(cells[0]?.trim() ?? '')

/**
 * Reads a table with a row for each account and play group, as exported. An empty cell changes nothing. With one fault
 * nothing is taken.
 */
export const readLimitTable = (
  rows: readonly (readonly string[])[],
  { children, groups }: { readonly children: readonly Child[]; readonly groups: readonly Group[] },
): Read => {
  // An exported file has a heading above the titles.
  const titlesAt = rows.findIndex((cells) => placesOf(cells) !== null)
  const places = placesOf(rows[titlesAt] ?? [])
  if (!places) return { changes: [], faults: [{ row: 1, column: null, why: 'noTitles' }] }
  const byName = new Map(children.map((child) => [child.accountName.toLowerCase(), child]))
  const [changes, faults, seen]: [Change[], Fault[], Set<string>] = [[], [], new Set()]
  for (const [index, cells] of rows.entries()) {
    if (index <= titlesAt || isCount(cells) || cells.every((cell) => cell.trim() === '')) continue
    const row = index + 1
    const child = byName.get((cells[places.account]?.trim() ?? '').toLowerCase())
    const group = groups.find(({ name }) => name === cells[places.group]?.trim())
    const saved = child?.plays.find(({ groupId }) => groupId === group?.id)
    if (!child || !group || !saved) {
      faults.push({ row, column: null, why: child ? 'unknownGroup' : 'unknownAccount' })
      continue
    }
    const key = `${child.agentPathsId} ${group.id}`
    if (seen.has(key)) faults.push({ row, column: null, why: 'twice' })
    seen.add(key)
    const found = changesOf({ row, child, group, saved }, cells, places)
    changes.push(...found.changes)
    faults.push(...found.faults)
  }
  return faults.length > 0 ? { changes: [], faults } : { changes, faults }
}

/** The changes as the call takes them: by account and play group. */
export const limitItems = (changes: readonly Change[]) =>
  [...Map.groupBy(changes, ({ child }) => child.agentPathsId)].map(([agentPathsId, of]) => ({
    agentPathsId,
    version: of[0]?.child.version ?? 0,
    plays: [...Map.groupBy(of, ({ groupId }) => groupId)].map(([groupId, fields]) => ({
      groupId,
      ...Object.fromEntries(fields.map(({ field, after }) => [field, after])),
    })),
  }))

type ServerFault = { readonly agentPathsId: number; readonly groupId?: number | undefined; readonly reason: string }

/** What the server says against accounts, at the rows of the file. */
export const faultRows = (
  changes: readonly Change[],
  faults: readonly ServerFault[],
): readonly { readonly row: number; readonly reason: string }[] =>
  faults
    .map(({ agentPathsId, groupId, reason }) => {
      const of = changes.filter((one) => one.child.agentPathsId === agentPathsId)
      return { row: (of.find((one) => one.groupId === groupId) ?? of[0])?.row ?? 0, reason }
    })
    .toSorted((a, b) => a.row - b.row)
