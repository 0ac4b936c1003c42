import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { appText } from '../../text/zh-CN/app.ts'
import { Pager } from '../../ui/pager.tsx'
import { MOBILE, useMedia } from '../../ui/use-media.ts'
import { ListState } from '../list-state.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import type { Table } from './use-table.ts'

/** Rows of one page of a list. */
export const PAGE_SIZE = 20

type Page<Row> = { readonly items: readonly Row[]; readonly total: number; readonly more?: boolean | undefined }

type Props<Row, Answer extends Page<Row>> = {
  readonly query: UseQueryResult<Answer>
  /** What to do next where nothing is. */
  readonly empty: ReactNode
  /** The table of a desk, and what it becomes on a phone. */
  readonly desk: (rows: readonly Row[]) => ReactNode
  readonly cards: (rows: readonly Row[]) => ReactNode
  /** Stands above the rows, such as their sums. */
  readonly above?: (answer: Answer) => ReactNode
  readonly pageIndex: number
  readonly pageSize?: number
  /** Absent: the first page alone. */
  readonly onPage?: (pageIndex: number) => void
}

/** A list that the server answers page by page: its states, its rows as a table or as cards, and the way to the next page. */
export const PagedList = <Row, Answer extends Page<Row>>(props: Props<Row, Answer>): ReactNode => {
  const { query, empty, desk, cards, above, pageIndex, pageSize = PAGE_SIZE, onPage } = props
  const mobile = useMedia(MOBILE)
  return (
    <ListState query={query} isEmpty={({ items }) => items.length === 0} empty={empty}>
      {(data) => (
        <>
          {above?.(data)}
          {(mobile ? cards : desk)(data.items)}
          {onPage && data.total > pageSize ? (
            <Pager
              pageIndex={pageIndex}
              pageSize={pageSize}
              total={data.total}
              more={data.more ?? false}
              words={appText}
              onPage={onPage}
            />
          ) : null}
        </>
      )}
    </ListState>
  )
}

type ToolsProps = {
  readonly table: Pick<Table<never, never>, 'all' | 'choice' | 'choose'>
  /** Its export button. */
  readonly children: ReactNode
}

/** What is done with the whole of a list: its file, and on a desk which columns are shown. */
export const ListTools = ({ table, children }: ToolsProps): ReactNode => {
  const mobile = useMedia(MOBILE)
  return (
    <>
      {children}
      {mobile ? null : <ColumnsMenu table={table} />}
    </>
  )
}
