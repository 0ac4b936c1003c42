import type { ReactNode } from 'react'
import { marksText } from '../text/zh-CN/shared/marks.ts'
import css from './marks.module.css'

/** A voided order: looks different from a refund by a result. */
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

/** Mark of a report row with corrected or void orders: the title and the screen reader text name the days. */
export const CorrectedDays = ({ days }: { readonly days: readonly string[] | undefined }): ReactNode =>
  days === undefined || days.length === 0 ? null : (
    <>
      {' '}
      <CorrectedMark title={marksText.days(days)} />
      <span className="visually-hidden">{marksText.days(days)}</span>
    </>
  )
