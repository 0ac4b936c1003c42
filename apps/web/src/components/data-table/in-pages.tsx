import type { ReactNode } from 'react'
import { ListFoot } from './list-foot.tsx'
import { pageOf } from './page-of.ts'
import { useOwnPage } from './use-own-page.ts'

/** More rows of fields than these are in pages. */
const MAX_ROWS = 100

type Props<Row> = {
  /** All rows: they are loaded already. */
  readonly rows: readonly Row[]
  /** `from` is the place of the first shown row among all. */
  readonly children: (shown: readonly Row[], from: number) => ReactNode
}

/** A table of fields in pages where it has more than 100 rows, so that no page draws thousands of fields. */
export const InPages = <Row,>({ rows, children }: Props<Row>): ReactNode => {
  const { pageIndex, pageSize, onPage, onPageSize } = useOwnPage(MAX_ROWS)
  if (rows.length <= MAX_ROWS) return children(rows, 0)
  const { index, from, shown } = pageOf(rows, { pageIndex, pageSize })
  return (
    <>
      {children(shown, from)}
      <ListFoot
        pageIndex={index}
        pageSize={pageSize}
        total={rows.length}
        more={false}
        onPage={onPage}
        onPageSize={onPageSize}
      />
    </>
  )
}
