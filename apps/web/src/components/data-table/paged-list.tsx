import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { appText } from '../../text/zh-CN/app/app.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { ToolRow } from '../../ui/page/tool-row.tsx'
import { ListState } from '../list-state.tsx'
import { ColumnsMenu } from './columns-menu.tsx'
import { ListFoot, type PageSize } from './list-foot.tsx'
import { SavedViews } from './saved-views.tsx'
import type { Table } from './use-table.ts'

/** Rows of one page of a list. */
const PAGE_SIZE = 20

type Page = { readonly items: readonly unknown[]; readonly total: number; readonly more?: boolean | undefined }
type RowsOf<Answer extends Page> = readonly Answer['items'][number][]

type Props<Answer extends Page> = {
  readonly query: UseQueryResult<Answer>
  /** Shown when there are no rows: the next step for the user. */
  readonly empty: ReactNode
  readonly desk: (rows: RowsOf<Answer>) => ReactNode
  /** The layout on a phone. Absent: the table. */
  readonly cards?: (rows: RowsOf<Answer>) => ReactNode
  /** Shown above the rows, such as their sums. */
  readonly above?: (answer: Answer) => ReactNode
  readonly pageIndex: number
  readonly pageSize?: number
  /** Absent: only the first page. */
  readonly onPage?: (pageIndex: number) => void
  /** Absent: the size is fixed. */
  readonly onPageSize?: (pageSize: PageSize) => void
}

/** A list that the server answers page by page: its states, its rows as a table or as cards, and the pager. */
export const PagedList = <Answer extends Page>(props: Props<Answer>): ReactNode => {
  const { query, empty, desk, cards = desk, above, pageIndex, pageSize = PAGE_SIZE, onPage, onPageSize } = props
  const mobile = useMedia(MOBILE)
  return (
    <ListState query={query} isEmpty={({ items }) => items.length === 0} empty={empty}>
      {(data) => (
        <>
          {above?.(data)}
          {(mobile ? cards : desk)(data.items)}
          {onPage && (onPageSize || data.total > pageSize) ? (
            <ListFoot
              pageIndex={pageIndex}
              pageSize={pageSize}
              total={data.total}
              more={data.more ?? false}
              onPage={onPage}
              onPageSize={onPageSize}
            />
          ) : null}
        </>
      )}
    </ListState>
  )
}

type ToolsProps = {
  readonly table: Pick<Table<never, never>, 'name' | 'all' | 'choice' | 'choose' | 'ready'>
  /** Its export button. */
  readonly children: ReactNode
}

/** Tools for the whole list: its saved views, its export, and on a desktop the choice of columns. */
export const ListTools = ({ table, children }: ToolsProps): ReactNode => {
  const mobile = useMedia(MOBILE)
  return (
    <ToolRow label={appText.listTools}>
      <SavedViews table={table} />
      {children}
      {mobile ? null : <ColumnsMenu table={table} />}
    </ToolRow>
  )
}
