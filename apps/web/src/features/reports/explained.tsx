import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { Amount } from '../../components/amount.tsx'
import { reportText } from '../../text/zh-CN/report.ts'
import type { ExplainedName, Figures } from './delivery-model.ts'
import { worked } from './explained-model.ts'

/** A figure that answers 'why' on hover, tap and key. */
export const Explained = ({ name, row }: { readonly name: ExplainedName; readonly row: Figures }): ReactNode => {
  const words = reportText.why[name]
  return (
    <Popover
      trigger={['hover', 'click', 'focus']}
      title={words.formula}
      content={
        <div className="why">
          <p className="why-worked">{worked(name, row)}</p>
          <p>{words.note}</p>
        </div>
      }
    >
      <button type="button" className="why-button">
        <Amount value={row[name]} />
      </button>
    </Popover>
  )
}
