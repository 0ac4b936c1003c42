import type { ReactNode } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import type { Board } from '../board-state/board-model.ts'
import css from './board-footer.module.css'

const FIGURES = ['betAmount', 'held', 'in', 'out', 'net', 'best', 'worst'] as const

/** The board's totals, to the fen. */
export const BoardFooter = ({ totals }: { readonly totals: Board['totals'] }): ReactNode => (
  <dl className={css.boardFoot}>
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
