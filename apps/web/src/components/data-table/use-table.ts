import * as noticesCalls from '@strata/contract/calls/notices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/api.ts'
import { keyOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { type ColumnChoice, NO_CHOICE, ordered, readChoice, shownColumns } from './columns-model.ts'

/** A column of a list. Columns live at module scope; what a cell needs beside its row comes as `context`. */
export type Column<Row, Context = unknown> = {
  readonly name: string
  readonly title: string
  /** Heading above neighbours of the same group. */
  readonly group?: string
  readonly left?: true
  readonly strong?: true
  /** A line at its right. */
  readonly edge?: true
  /** The server's name of the column, where it sorts by it. */
  readonly sort?: string
  /** What it means, on the head. */
  readonly help?: string
  /** Hidden until somebody asks for it. */
  readonly rare?: true
  readonly cell: (row: Row, context: Context) => ReactNode
}

export type Table<Row, Context = unknown> = {
  readonly all: readonly Column<Row, Context>[]
  readonly shown: readonly Column<Row, Context>[]
  readonly choice: ColumnChoice
  readonly choose: (choice: ColumnChoice) => void
}

/** A table's columns as this person arranged them; the arrangement is kept on the server. */
export const useTable = <Row, Context = unknown>(
  name: string,
  columns: readonly Column<Row, Context>[],
): Table<Row, Context> => {
  const client = useQueryClient()
  const accountId = useSession((session) => session.account?.accountId ?? 0)
  const key = `columns.${name}`
  const queryKey = keyOf(noticesCalls.preferenceGet, accountId, key)
  const stored = useQuery({
    queryKey,
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: async ({ signal }) =>
      (await api.call(noticesCalls.preferenceGet, { key }, { signal, automatic: true })).value,
  })
  const held = stored.data === undefined ? NO_CHOICE : readChoice(stored.data)
  const rare = columns.filter((column) => column.rare).map((column) => column.name)
  const choice = held === NO_CHOICE && rare.length > 0 ? { order: [], hidden: rare } : held
  return {
    all: ordered(columns, choice),
    shown: shownColumns(columns, choice),
    choice,
    choose: (next) => {
      const value = JSON.stringify(next)
      client.setQueryData(queryKey, value)
      // Refused or lost: the table goes back to what is kept, and the toast has said why.
      api.call(noticesCalls.preferenceSet, { key, value }).catch(() => client.invalidateQueries({ queryKey }))
    },
  }
}
