import type { ReactNode } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { Hint } from '../../../ui/pop-up/hint.tsx'
import css from './delivery.module.css'
import type { ExplainedName, Figures } from './delivery-model.ts'
import { hasOwnResult, worked } from './explained-model.ts'

const whyOf = (name: ExplainedName, row: Figures): { readonly formula: string; readonly note: string } => {
  const { title: _title, withOwn, ...plain } = reportText.why
  return hasOwnResult(row) ? { ...plain, ...withOwn }[name] : plain[name]
}

/** A figure that shows its formula on hover, tap and focus. */
export const Explained = ({ name, row }: { readonly name: ExplainedName; readonly row: Figures }): ReactNode => {
  const words = whyOf(name, row)
  return (
    <Hint
      className={css.whyButton}
      hint={() => (
        <div className={css.why}>
          <b>{words.formula}</b>
          <p className={css.whyWorked}>{worked(name, row)}</p>
          <p>{words.note}</p>
        </div>
      )}
    >
      <Amount value={row[name]} />
    </Hint>
  )
}
