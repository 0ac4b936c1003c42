import { newAccountProblem } from '@strata/contract/rules'
import { ROLE_WORDS } from '@strata/contract/words'
import { ROLE } from '@strata/domain/tree'
import { normal, readValue } from '../../../lib/decimal.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import type { Letter } from '../terms/terms-model.ts'

const words = treeText.importAccounts

/** Rows that one file may have; the call takes no more. */
export const MAX_ROWS = 200
const MAX_NICKNAME = 32
const MAX_CONTACT = 64

export const COLUMNS = ['accountName', 'nickname', 'contact', 'roleId', 'pankou', 'uplineShare', 'downlineCap'] as const
export type Column = (typeof COLUMNS)[number]
export type ImportRole = 2 | 3 | 10001

/** One account of the file. `row` is its row of the file, from 1. */
export type Line = {
  readonly row: number
  readonly accountName: string
  readonly nickname: string
  readonly contact: string
  readonly roleId: ImportRole
  /** null: not a member. */
  readonly pankou: Letter | null
  /** In percent; null: as the terms say. */
  readonly uplineShare: string | null
  readonly downlineCap: string | null
}

export type Fault = { readonly row: number; readonly column: Column | null; readonly why: string }
export type Allowed = { readonly roles: readonly ImportRole[]; readonly letters: readonly Letter[] }

export const TITLES: readonly string[] = COLUMNS.map((column) => words.columns[column])

type Cells = Readonly<Record<Column, string>>
type Put = (column: Column, why: string) => void

const roleOf = (text: string, { roles }: Allowed): ImportRole | null => {
  const [only] = roles
  if (text === '' && roles.length === 1 && only !== undefined) return only
  return roles.find((role) => ROLE_WORDS[role] === text) ?? null
}

const letterOf = (cells: Cells, bettor: boolean, { letters }: Allowed, put: Put): Letter | null => {
  const text = cells.pankou.toUpperCase()
  const letter = letters.find((one) => one === text || `${one}盘` === text) ?? null
  if (bettor && letter === null) put('pankou', words.why.pankou(letters.join('、')))
  if (!bettor && text !== '') put('pankou', words.why.onlyMembers)
  return bettor ? letter : null
}

const shareOf = (column: 'uplineShare' | 'downlineCap', cells: Cells, put: Put): string | null => {
  const text = cells[column].replace(/[%％]$/, '').trim()
  if (text === '') return null
  const value = readValue('share', text)
  if (value === null || value > (readValue('share', '100') ?? 0n)) put(column, words.why.share)
  return normal(text)
}

const lineOf = (row: number, cells: Cells, allowed: Allowed, put: Put): Line | null => {
  const name = newAccountProblem(cells.accountName)
  if (name !== null) put('accountName', name)
  if (cells.nickname.length > MAX_NICKNAME) put('nickname', words.why.nickname(MAX_NICKNAME))
  if (cells.contact.length > MAX_CONTACT) put('contact', words.why.nickname(MAX_CONTACT))
  const roleId = roleOf(cells.roleId, allowed)
  if (roleId === null) {
    put('roleId', words.why.role(allowed.roles.map((role) => ROLE_WORDS[role]).join('、')))
    return null
  }
  const bettor = roleId === ROLE.member
  const pankou = letterOf(cells, bettor, allowed, put)
  if (bettor && cells.downlineCap !== '') put('downlineCap', words.why.onlyAgents)
  const shares = { uplineShare: shareOf('uplineShare', cells, put), downlineCap: shareOf('downlineCap', cells, put) }
  const { accountName, nickname, contact } = cells
  return { row, accountName, nickname, contact, roleId, pankou, ...shares }
}

const placesOf = (titles: readonly string[]): ReadonlyMap<Column, number> | null => {
  const places = new Map<Column, number>()
  for (const column of COLUMNS) {
    const place = titles.findIndex((cell) => cell.trim() === words.columns[column])
    if (place >= 0) places.set(column, place)
  }
  return places.has('accountName') ? places : null
}

export type Read = { readonly lines: readonly Line[]; readonly faults: readonly Fault[] }

/** Reads a table with a row for each account, below its titles. With one fault nothing is taken. */
export const readAccountTable = (rows: readonly (readonly string[])[], allowed: Allowed): Read => {
  const titlesAt = rows.findIndex((cells) => placesOf(cells) !== null)
  const places = placesOf(rows[titlesAt] ?? [])
  if (!places) return { lines: [], faults: [{ row: 1, column: null, why: words.why.noTitles }] }
  const [lines, faults, seen]: [Line[], Fault[], Map<string, number>] = [[], [], new Map()]
  for (const [index, line] of rows.entries()) {
    if (index <= titlesAt || line.every((cell) => cell.trim() === '')) continue
    const row = index + 1
    const put: Put = (column, why) => void faults.push({ row, column, why })
    const cells = Object.fromEntries(
      COLUMNS.map((column) => [column, line[places.get(column) ?? -1]?.trim() ?? '']),
    ) as Cells
    const found = lineOf(row, cells, allowed, put)
    const key = cells.accountName.toLowerCase()
    const first = key === '' ? undefined : seen.get(key)
    if (first === undefined) seen.set(key, row)
    else put('accountName', words.why.twice(first))
    if (found) lines.push(found)
    if (lines.length > MAX_ROWS) return { lines: [], faults: [{ row, column: null, why: words.why.tooMany(MAX_ROWS) }] }
  }
  return faults.length > 0 ? { lines: [], faults } : { lines, faults }
}
