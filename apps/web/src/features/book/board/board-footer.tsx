import type { ReactNode } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import type { Board } from '../board-state/board-model.ts'

const FIGURES = ['betAmount', 'held', 'in', 'out', 'net', 'best', 'worst'] as const

/** The board's totals, to the fen. */
export const BoardFooter = ({ totals }: { readonly totals: Board['totals'] }): ReactNode => (
  <dl className="board-foot">
    {FIGURES.map((figure) => (
      <div key={figure}>
        <dt>{boardText.total[figure]}</dt>
        <dd>
          <Amount value={totals[figure]} good={figure === 'best'} />
        </dd>
      </div>
    ))}
  </dl>
)
