import { type CSSProperties, memo, type ReactNode } from 'react'
import { Amount } from '../../components/amount.tsx'
import { Ball } from '../../components/ball.tsx'
import { ballNumber } from '../../components/ball-colour.ts'
import { showWhole, signOf } from '../../lib/amount.ts'
import { boardText } from '../../text/zh-CN/board.ts'
import { type AmountMode, type BoardRow, isOverHold, rowKey, showOdds, stakeOf } from './board-model.ts'

type Props = {
  readonly row: BoardRow
  /** Whose item it is, on a list of several plays. */
  readonly owner: string | null
  readonly gameType: string
  readonly mode: AmountMode
  /** Share of this loss in the largest, in thousandths. */
  readonly shade: number
  readonly onOrders: (row: BoardRow) => void
  readonly onExplain: (row: BoardRow) => void
  readonly picked: boolean
  /** Absent where the person may not send stakes up. */
  readonly onPick: ((row: BoardRow) => void) | null
  /** The one item of the grid that Tab reaches; arrows lead to the others. */
  readonly reachable: boolean
}

type ItemProps = Pick<Props, 'row' | 'picked' | 'onPick' | 'reachable'> & { readonly children: ReactNode }

const Extras = ({ row }: { readonly row: BoardRow }): ReactNode => {
  const parts = [
    signOf(row.in) === 0 ? null : boardText.in(showWhole(row.in)),
    signOf(row.out) === 0 ? null : boardText.out(showWhole(row.out)),
    signOf(row.pending) === 0 ? null : boardText.pending(showWhole(row.pending)),
  ].filter((part) => part !== null)
  return parts.length === 0 ? null : <span className="cell-extra">{parts.join(' · ')}</span>
}

/** Heard and not seen: a button's name holds what it shows, so that it can also be called by that. */
const Unseen = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className="visually-hidden">{children}</span>
)

/** The item's name; where stakes may be sent up it picks the item for that. */
const Item = ({ row, picked, onPick, reachable, children }: ItemProps): ReactNode =>
  onPick ? (
    <button
      type="button"
      className="cell-item cell-pick"
      tabIndex={reachable ? 0 : -1}
      aria-pressed={picked}
      onClick={() => onPick(row)}
    >
      <Unseen>{boardText.pick}</Unseen>
      {children}
    </button>
  ) : (
    <span className="cell-item">{children}</span>
  )

/** One item: what it is, its odds, what rides on it and what it would bring. Draws only when one of these changes. */
export const BoardCell = memo((props: Props): ReactNode => {
  const { row, owner, gameType, mode, shade, onOrders, onExplain, picked, onPick, reachable } = props
  const number = ballNumber(gameType, row)
  const stake = stakeOf(row, mode)
  const warnings = [
    boardText.overLimit[row.warn] ?? '',
    isOverHold(row) ? `${boardText.overHold} ${showWhole(row.holdLimit ?? '0')}` : '',
  ].filter((text) => text !== '')
  const classes = ['cell', row.outcome ? `cell-${row.outcome.result}` : '']
  if (warnings.length > 0) classes.push(row.warn === 2 ? 'cell-over cell-over-loss' : 'cell-over')
  if (picked) classes.push('cell-picked')
  return (
    <li
      className={classes.join(' ')}
      style={{ '--shade-to': `${shade / 10}%` } as CSSProperties}
      data-item={row.itemCode}
      data-key={rowKey(row)}
      title={warnings.length === 0 ? undefined : warnings.join(' · ')}
    >
      <Item row={row} picked={picked} onPick={onPick} reachable={reachable}>
        {owner === null || row.itemName.startsWith(owner) ? null : <small className="cell-owner">{owner}</small>}
        {number === null ? <b className="cell-name">{row.itemName}</b> : <Ball gameType={gameType} number={number} />}
        {row.outcome ? <span className="cell-outcome">{boardText.outcomes[row.outcome.result]}</span> : null}
        {warnings.length === 0 ? null : <Unseen> {warnings.join(' ')}</Unseen>}
      </Item>
      <span className="cell-odds">{showOdds(row.odds)}</span>
      <button type="button" className="cell-stake" tabIndex={reachable ? 0 : -1} onClick={() => onOrders(row)}>
        <Unseen>{row.itemName} </Unseen>
        <span key={row.changedAt ?? 0} className={row.changedAt === undefined ? undefined : 'cell-changed'}>
          <Amount value={stake} as="whole" />
        </span>
        <span className="cell-sub">
          <span className="cell-odds-sub">{boardText.oddsOf(showOdds(row.odds))}</span>
          <Extras row={row} />
        </span>
        <Unseen>{boardText.toOrders}</Unseen>
      </button>
      <button type="button" className="cell-result" tabIndex={reachable ? 0 : -1} onClick={() => onExplain(row)}>
        <Unseen>{boardText.resultOf(row.itemName)}</Unseen>
        <Amount value={row.netAmount} as="whole" />
        <span className="cell-sub cell-result-note">{boardText.ifDrawn}</span>
        <Unseen>{boardText.toParts}</Unseen>
      </button>
    </li>
  )
})
