import * as noticesCalls from '@strata/contract/calls/notices'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { api } from '../../api/api.ts'
import { keyOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { type ColumnChoice, NO_CHOICE, ordered, readChoice, shownColumns } from './columns-model.ts'

/** A column of a list. Columns are module constants; what a cell needs beside its row is passed as `context`. */
export type Column<Row, Context = unknown> = {
  readonly name: string
  readonly title: string
  /** Heading above adjacent columns of the same group. */
  readonly group?: string
  readonly left?: true
  readonly strong?: true
  /** Draws a line at its right. */
  readonly edge?: true
  /** Stays in view at the right while the others scroll. */
  readonly pinEnd?: true
  /** The server's column name, if it can sort by it. */
  readonly sort?: string
  /** Explanation, shown on the header. */
  readonly help?: string
  /** Hidden by default. */
  readonly rare?: true
  readonly cell: (row: Row, context: Context) => ReactNode
}

export type Table<Row, Context = unknown> = {
  readonly name: string
  readonly all: readonly Column<Row, Context>[]
  readonly shown: readonly Column<Row, Context>[]
  readonly choice: ColumnChoice
  readonly choose: (choice: ColumnChoice) => void
  /** False until the stored arrangement has arrived: a change before would replace one that nobody has seen. */
  readonly ready: boolean
}

/** A table's columns in the user's arrangement, which is stored on the server. */
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
    name,
    all: ordered(columns, choice),
    shown: shownColumns(columns, choice),
    choice,
    choose: (next) => {
      const value = JSON.stringify(next)
      // An answer under way would show the old arrangement again.
      void client.cancelQueries({ queryKey })
      client.setQueryData(queryKey, value)
      // On failure the table returns to the stored arrangement; a toast has shown the reason.
      api.call(noticesCalls.preferenceSet, { key, value }).catch(() => client.invalidateQueries({ queryKey }))
    },
    ready: !stored.isPending,
  }
}
