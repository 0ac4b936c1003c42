import { MAX_NUMBERED_PAGE, PAGE_SIZES } from '@strata/contract/rules'
import type { ReactNode } from 'react'
import { appText } from '../../text/zh-CN/app/app.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { Pager } from '../../ui/page/pager.tsx'
import css from './list-foot.module.css'

export type PageSize = (typeof PAGE_SIZES)[number]

/** A page size from an address; anything else is the default. */
export const pageSizeOf = (text: string | null): PageSize => PAGE_SIZES.find((size) => String(size) === text) ?? 20

type Props = {
  readonly pageIndex: number
  readonly pageSize: number
  readonly total: number
  readonly more: boolean
  readonly onPage: (pageIndex: number) => void
  /** Absent: the size is fixed. */
  readonly onPageSize?: ((pageSize: PageSize) => void) | undefined
}

/** Below a list: how many rows a page has, and the pages. */
export const ListFoot = ({ pageIndex, pageSize, total, more, onPage, onPageSize }: Props): ReactNode => (
  <div className={css.listFoot}>
    {onPageSize ? (
      <Choice
        label={appText.pageSize(pageSize)}
        value={String(pageSize)}
        options={PAGE_SIZES.map((size) => ({ value: String(size), label: appText.pageSize(size) }))}
        onChange={(size) => onPageSize(pageSizeOf(size))}
      />
    ) : (
      <span />
    )}
    <Pager {...{ pageIndex, pageSize, total, more, onPage }} last={MAX_NUMBERED_PAGE} words={appText} />
  </div>
)
