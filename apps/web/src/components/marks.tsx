import type { ReactNode } from 'react'
import { marksText } from '../text/zh-CN/shared/marks.ts'
import css from './marks.module.css'

/** Taken back: a void is not a refund by a result, and looks like none. */
export const VoidMark = ({ title }: { readonly title?: string | undefined }): ReactNode => (
  <span className={`${css.mark} ${css.markVoid}`} title={title}>
    {marksText.void}
  </span>
)

/** Settled again after a result was replaced. */
export const CorrectedMark = ({ title }: { readonly title?: string | undefined }): ReactNode => (
  <span className={`${css.mark} ${css.markCorrected}`} title={title}>
    {marksText.corrected}
  </span>
)

/** A row of a report that holds corrected or void orders: which days says the title, and a reader of screens. */
export const CorrectedDays = ({ days }: { readonly days: readonly string[] | undefined }): ReactNode =>
  days === undefined || days.length === 0 ? null : (
    <>
      {' '}
      <CorrectedMark title={marksText.days(days)} />
      <span className="visually-hidden">{marksText.days(days)}</span>
    </>
  )
