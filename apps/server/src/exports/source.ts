import type { Endpoint, ParsedRequestOf } from '@strata/contract/endpoint'
import { isPermissionId, permissionRow } from '@strata/contract/permissions'
import type { Caller } from '../access/session/caller.ts'
import type { Queryable } from '../platform/db.ts'
import type { Refusal } from '../platform/refusal.ts'

/**
 * How a list becomes a file. A room hands in one `ExportSource` for each of its lists through export-sources.ts; how is
 * told in docs/how-to/add-an-export.md.
 *
 * Of a cell: `money`, `percent` and `odds` are the wire's decimal text, `count` a whole number, `instant` epoch
 * milliseconds, `text` anything; null and '' are empty.
 */
export type CellKind = 'text' | 'money' | 'percent' | 'odds' | 'count' | 'instant'
export type Cell = string | number | null

export interface Column {
  readonly title: string
  readonly kind: CellKind
}

/** A list opened on one snapshot, by one caller, with one filter. */
export interface OpenedList {
  readonly columns: readonly Column[]
  /** How many rows there are. */
  count(): Promise<number>
  /** Whether it may have more than some twenty thousand rows: it then waits for others of its size only. */
  isLong(): Promise<boolean>
  /** All rows in the order of the screen, some at a time. */
  rows(): AsyncIterable<readonly (readonly Cell[])[]>
  /** What the screen shows under the list: rows with a label in the first column. */
  totals(): Promise<readonly (readonly Cell[])[]>
}

export interface Asked<E extends Endpoint> {
  readonly caller: Caller
  readonly input: ParsedRequestOf<E>
  readonly now: number
}

export interface ExportSource {
  /** The contract's id of the list. */
  readonly id: string
  /** What the file is called. */
  readonly title: string
  /** Read from a replica where there is one, as its screen is. */
  readonly onReplica: boolean
  /** Everything is read from `on`: one snapshot. A refusal is what the list itself would answer. */
  open(on: Queryable, asked: Asked<Endpoint>): Promise<OpenedList | Refusal>
}

/** Ties a source to the types of its list. */
export const exportSource = <E extends Endpoint>(
  id: E['id'],
  title: string,
  open: (on: Queryable, asked: Asked<E>) => Promise<OpenedList | Refusal>,
  { onReplica = false }: { readonly onReplica?: boolean } = {},
): ExportSource => ({ id, title, onReplica, open: open as unknown as ExportSource['open'] })

/** A column of rows of one kind: title, kind, where its cell is in a row. */
export type RowColumn<Row> = readonly [title: string, kind: CellKind, of: (row: Row) => Cell]

export interface ListParts<Row> {
  readonly columns: readonly RowColumn<Row>[]
  readonly count: () => Promise<number>
  /** Absent: never. */
  readonly isLong?: () => Promise<boolean>
  readonly rows: () => AsyncIterable<readonly Row[]>
  /** Cells by the title of their column. */
  readonly totals?: () => Promise<readonly Readonly<Record<string, Cell>>[]>
}

/** Puts an opened list together from rows as objects. */
export function openedList<Row>({ columns, count, isLong, rows, totals }: ListParts<Row>): OpenedList {
  const readers = columns.map(([, , of]) => of)
  async function* cells(): AsyncGenerator<Cell[][]> {
    for await (const some of rows()) yield some.map((row) => readers.map((of) => of(row)))
  }
  return {
    columns: columns.map(([title, kind]) => ({ title, kind })),
    count,
    isLong: async () => (await isLong?.()) ?? false,
    rows: cells,
    totals: async () => ((await totals?.()) ?? []).map((line) => columns.map(([title]) => line[title] ?? null)),
  }
}

/** A list that is whole in memory already, because the screen needs all of it for one page too. */
export const wholeList = <Row>(
  parts: Pick<ListParts<Row>, 'columns' | 'totals'> & { readonly items: readonly Row[] },
): OpenedList => {
  const { items, ...rest } = parts
  async function* rows(): AsyncGenerator<readonly Row[]> {
    yield items
  }
  return openedList({ ...rest, rows, count: async () => items.length })
}

const PAGE_ROWS = 2_000

/** A list that the room already answers page by page, `more` where it counts no further than `total`. */
export const pagedList = <Row>(
  parts: Pick<ListParts<Row>, 'columns' | 'totals'> & {
    readonly page: (page: {
      pageIndex: number
      pageSize: number
    }) => Promise<{ items: readonly Row[]; total: number; more?: boolean | undefined }>
  },
): OpenedList => {
  const { page, ...rest } = parts
  async function* rows(): AsyncGenerator<readonly Row[]> {
    for (let pageIndex = 1; ; pageIndex++) {
      const { items } = await page({ pageIndex, pageSize: PAGE_ROWS })
      if (items.length > 0) yield items
      if (items.length < PAGE_ROWS) return
    }
  }
  const count = async (): Promise<number> => (await page({ pageIndex: 1, pageSize: 1 })).total
  const isLong = async (): Promise<boolean> => {
    const { total, more } = await page({ pageIndex: 1, pageSize: 1 })
    return more === true || total > LONG_ROWS
  }
  return openedList({ ...rest, rows, count, isLong })
}

/** Rows read at once. */
export const CHUNK_ROWS = 1_000

export const ROLE_NAMES: Readonly<Record<number, string>> = {
  0: '总公司',
  1: '商户',
  2: '总代理',
  3: '代理',
  10001: '会员',
  10002: '飞单',
}

export const RESULT_KINDS = { draw: '开奖', correction: '更正', void: '作废' } as const

export const permissionNames = (ids: readonly number[]): string =>
  ids.map((id) => (isPermissionId(id) ? permissionRow(id).name : String(id))).join('、')

/** A whole quote: one price, or prices by tier. */
export const oddsText = (odds: string | Readonly<Record<string, string>>): string =>
  typeof odds === 'string'
    ? odds
    : Object.entries(odds)
        .map(([tier, one]) => `${tier} ${one}`)
        .join(' / ')

/** From here on a list is long. */
export const LONG_ROWS = 20_000
