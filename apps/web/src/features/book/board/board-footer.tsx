import type { ReactNode } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import type { Board } from '../board-state/board-model.ts'
import css from './board-footer.module.css'

const FIGURES = ['betAmount', 'held', 'in', 'out', 'net', 'best', 'worst'] as const

/** The board's totals: sums to the fen, results in whole yuan like those of the rows above. */
export const BoardFooter = ({ totals }: { readonly totals: Board['totals'] }): ReactNode => (
  <dl className={css.boardFoot} data-part="board-totals">
    {FIGURES.map((figure) => (
      <div key={figure} className={figure === 'best' ? css.boardFootEnd : undefined}>
        <dt>{boardText.total[figure]}</dt>
        <dd>
          {figure === 'best' || figure === 'worst' ? (
            <Amount value={totals[figure]} as="whole" good={figure === 'best'} />
          ) : (
            <Amount value={totals[figure]} />
          )}
        </dd>
      </div>
    ))}
  </dl>
)
