import { Popover } from 'antd'
import type { ReactNode } from 'react'
import { Amount } from '../../components/amount.tsx'
import { showAmount } from '../../lib/amount.ts'
import { reportText } from '../../text/zh-CN/report.ts'
import type { ExplainedName, Figures } from './delivery-model.ts'

const TERMS = {
  receivable: ['result', 'payable'],
  payable: ['receivable', 'result'],
  earnedCommission: ['result', 'heldWinLoss', 'heldCommission'],
  result: ['receivable', 'payable', 'external'],
  heldResult: ['heldWinLoss', 'heldCommission'],
} as const satisfies Record<ExplainedName, readonly (keyof Figures)[]>

const SIGNS: Readonly<Record<ExplainedName, string>> = {
  receivable: '+',
  payable: '−',
  earnedCommission: '−',
  result: '−',
  heldResult: '+',
}

/** "12.00 = 5.00 + 7.00", with the row's own numbers, negatives in brackets. */
const worked = (name: ExplainedName, row: Figures): string => {
  const terms = TERMS[name].map((term) => {
    const text = showAmount(row[term])
    return text.startsWith('-') ? `(${text})` : text
  })
  return `${showAmount(row[name])} = ${terms.join(` ${SIGNS[name]} `)}`
}

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
