import '../../../ui/page/table.css'
import type { ReactNode } from 'react'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import type { Pages } from './order-pages.ts'

type Props = Pages & {
  readonly pageIndex: number
  readonly total: string
  readonly onPage: (pageIndex: number) => void
}

/** Previous, page numbers, the last page, next. */
export const OrderPages = ({ pageIndex, shown, last, hasNext, total, onPage }: Props): ReactNode => {
  const one = (page: number): ReactNode => (
    <button
      type="button"
      key={page}
      className={page === pageIndex ? 'pager-on' : ''}
      aria-current={page === pageIndex ? 'page' : undefined}
      onClick={() => onPage(page)}
    >
      {page}
    </button>
  )
  return (
    <nav className="pager" aria-label={reportText.details.pages}>
      <span className="pager-total">{total}</span>
      <button type="button" disabled={pageIndex <= 1} onClick={() => onPage(pageIndex - 1)}>
        {appText.previousPage}
      </button>
      {shown.map(one)}
      {(shown.at(-1) ?? last) < last - 1 ? <span aria-hidden="true">…</span> : null}
      {shown.includes(last) ? null : one(last)}
      <button type="button" disabled={!hasNext} onClick={() => onPage(pageIndex + 1)}>
        {appText.nextPage}
      </button>
    </nav>
  )
}
