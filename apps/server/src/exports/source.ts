import type { Endpoint, ParsedRequestOf } from '@strata/contract/endpoint'
import { isPermissionId, permissionRow } from '@strata/contract/permissions'
import type { Day } from '@strata/domain/calendar'
import { z } from 'zod'
import type { Caller } from '../access/session.ts'
import type { Queryable } from '../platform/db.ts'
import type { Refusal } from '../platform/refusal.ts'

/**
 * The interface of lists that can become a file. A room has one `ExportSource` for each of its lists, registered in
 * export-sources.ts; see docs/how-to/add-an-export.md.
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

/** A list opened on one database snapshot, for one caller, with one filter. */
export interface OpenedList {
  readonly columns: readonly Column[]
  /** What it covers, for its heading, where the request does not say it. */
  readonly range?: string | undefined
  /** The number of rows. */
  count(): Promise<number>
  /** Whether it may have more than about twenty thousand rows. Long lists wait in a queue of their own. */
  isLong(): Promise<boolean>
  /** All rows in the order of the screen, in chunks. */
  rows(): AsyncIterable<readonly (readonly Cell[])[]>
  /** The total rows under the list, with a label in the first column. None: the file ends with the number of rows. */
  totals(): Promise<readonly (readonly Cell[])[]>
  /** The last of the days asked for whose single orders are no longer stored: the file's last line says so. */
  readonly notStored?: Day | null | undefined
}

interface AskedWith<Input> {
  readonly caller: Caller
  readonly input: Input
  readonly now: number
}

export type Asked<E extends Endpoint> = AskedWith<ParsedRequestOf<E>>

export interface ExportSource {
  /** The contract's id of the list. */
  readonly id: string
  /** Chinese title, used in the file name. */
  readonly title: string
  /** Whether it is read from a replica (if there is one), like its screen. */
  readonly onReplica: boolean
  /**
   * Opens the list. Everything must be read from `on`, which is one snapshot. The input comes from a call or from a
   * stored job and is parsed by the list's schema; it throws when that does not accept it. Returns the refusal that
   * the list call itself would return.
   */
  open(on: Queryable, asked: AskedWith<unknown>): Promise<OpenedList | Refusal>
}

/** A list whose source is loaded when its first file is asked for. */
export interface ListedSource {
  /** The contract's id of the list. */
  readonly id: string
  readonly load: () => Promise<ExportSource>
}

export const loadSource = async (sources: readonly ListedSource[], list: string): Promise<ExportSource | undefined> =>
  sources.find(({ id }) => id === list)?.load()

/** Binds a source to the request and response types of its list. */
export const exportSource = <Id extends string, Request extends z.ZodObject, Response extends z.ZodType>(
  list: Endpoint<Id, Request, Response>,
  title: string,
  open: (on: Queryable, asked: AskedWith<z.output<Request>>) => Promise<OpenedList | Refusal>,
  { onReplica = false }: { readonly onReplica?: boolean } = {},
): ExportSource => ({
  id: list.id,
  title,
  onReplica,
  open: async (on, { input, ...asked }) => open(on, { ...asked, input: z.parse(list.request, input) }),
})

/** The request of a list that is read whole or in larger pages than a screen may ask for. */
export type AnyPage<Request> = Omit<Request, 'pageIndex' | 'pageSize'> & {
  readonly pageIndex: number
  readonly pageSize: number
}

/** The one page that has every row, for a report that computes all rows before it can show one page. */
export const WHOLE = { pageIndex: 1, pageSize: Number.MAX_SAFE_INTEGER } as const

/** A column of rows: title, kind, and how to get its cell from a row. */
export type RowColumn<Row> = readonly [title: string, kind: CellKind, of: (row: Row) => Cell]

export interface ListParts<Row> {
  readonly columns: readonly RowColumn<Row>[]
  readonly range?: string | undefined
  readonly count: () => Promise<number>
  /** Absent: never. */
  readonly isLong?: () => Promise<boolean>
  readonly rows: () => AsyncIterable<readonly Row[]>
  /** Cells by the title of their column. */
  readonly totals?: () => Promise<readonly Readonly<Record<string, Cell>>[]>
  readonly notStored?: Day | null | undefined
}

/** Makes an opened list from rows that are objects. */
export function openedList<Row>({
  columns,
  range,
  count,
  isLong,
  rows,
  totals,
  notStored,
}: ListParts<Row>): OpenedList {
  const readers = columns.map(([, , of]) => of)
  async function* cells(): AsyncGenerator<Cell[][]> {
    for await (const some of rows()) yield some.map((row) => readers.map((of) => of(row)))
  }
  return {
    columns: columns.map(([title, kind]) => ({ title, kind })),
    range,
    count,
    isLong: async () => (await isLong?.()) ?? false,
    rows: cells,
    notStored,
    totals: async () => ((await totals?.()) ?? []).map((line) => columns.map(([title]) => line[title] ?? null)),
  }
}

/** A list that is already whole in memory, because the screen needs all of it for one page too. */
export const wholeList = <Row>(
  parts: Pick<ListParts<Row>, 'columns' | 'range' | 'totals'> & { readonly items: readonly Row[] },
): OpenedList => {
  const { items, ...rest } = parts
  async function* rows(): AsyncGenerator<readonly Row[]> {
    yield items
  }
  return openedList({ ...rest, rows, count: async () => items.length })
}

const PAGE_ROWS = 2_000

/** A list that the room already reads page by page; with `more`, `total` is only a lower limit. */
export const pagedList = <Row>(
  parts: Pick<ListParts<Row>, 'columns' | 'totals' | 'notStored'> & {
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

/** Rows per read. */
export const CHUNK_ROWS = 1_000

export const permissionNames = (ids: readonly number[]): string =>
  ids.map((id) => (isPermissionId(id) ? permissionRow(id).name : String(id))).join('、')

/** A whole quote: one price, or prices by tier. */
export const oddsText = (odds: string | Readonly<Record<string, string>>): string =>
  typeof odds === 'string'
    ? odds
    : Object.entries(odds)
        .map(([tier, one]) => `${tier} ${one}`)
        .join(' / ')

/** A list with more rows than this is long. */
export const LONG_ROWS = 20_000
