import type { ReactNode } from 'react'

type Words = {
  readonly previousPage: string
  readonly nextPage: string
  readonly page: (index: number, count: number) => string
  readonly total: (count: number, more: boolean) => string
}

type Props = {
  readonly pageIndex: number
  readonly pageSize: number
  readonly total: number
  readonly more: boolean
  /** The last page that has a number. */
  readonly last: number
  readonly words: Words
  readonly onPage: (pageIndex: number) => void
}

/** Up to five page numbers around the current one. */
const around = (pageIndex: number, count: number): readonly number[] => {
  const first = Math.max(1, Math.min(pageIndex - 2, count - 4))
  return Array.from({ length: Math.min(5, count) }, (_, at) => first + at)
}

/** Previous, pages, next. */
export const Pager = ({ pageIndex, pageSize, total, more, last, words, onPage }: Props): ReactNode => {
  const count = Math.min(last, Math.max(1, Math.ceil(total / pageSize)))
  return (
    <nav className="pager" aria-label={words.page(pageIndex, count)}>
      <span className="pager-total">{words.total(total, more)}</span>
      <button type="button" disabled={pageIndex <= 1} onClick={() => onPage(pageIndex - 1)}>
        {words.previousPage}
      </button>
      {around(pageIndex, count).map((index) => (
        <button
          type="button"
          key={index}
          className={index === pageIndex ? 'pager-on' : ''}
          aria-current={index === pageIndex ? 'page' : undefined}
          onClick={() => onPage(index)}
        >
          {index}
        </button>
      ))}
      <button type="button" disabled={pageIndex >= count} onClick={() => onPage(pageIndex + 1)}>
        {words.nextPage}
      </button>
    </nav>
  )
}
