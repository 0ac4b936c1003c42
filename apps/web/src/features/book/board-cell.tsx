import { type CSSProperties, memo, type ReactNode } from 'react'
import { Amount } from '../../components/amount.tsx'
import { showWhole, signOf } from '../../lib/amount.ts'
import { boardText } from '../../text/zh-CN/board.ts'
import { type AmountMode, type BoardRow, isOverHold, rowKey, showOdds, stakeOf } from './board-model.ts'
import { ItemLabel } from './item-label.tsx'

type Props = {
  readonly row: BoardRow
  /** Whose item it is, on a list of several plays. */
  readonly owner: string | null
  readonly gameType: string
  readonly mode: AmountMode
  /** Also how many bets there are. */
  readonly counted: boolean
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

const Extras = ({ row, counted }: Pick<Props, 'row' | 'counted'>): ReactNode => {
  const parts = [
    counted && row.betCount > 0 ? boardText.count(row.betCount) : null,
    signOf(row.in) === 0 ? null : boardText.in(showWhole(row.in)),
    signOf(row.out) === 0 ? null : boardText.out(showWhole(row.out)),
    signOf(row.pending) === 0 ? null : boardText.pending(showWhole(row.pending)),
  ].filter((part) => part !== null)
  if (parts.length === 0) return null
  return (
    <span className="cell-extra">
      {parts.map((part) => (
        <span key={part}>{part} </span>
      ))}
    </span>
  )
}

/** Heard and not seen: a button's name holds what it shows, so that it can also be called by that. */
const Unseen = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className="visually-hidden">{children}</span>
)

/** The odds; where the automatic drop has lowered them, marked with by how much. */
const Odds = ({ row }: { readonly row: BoardRow }): ReactNode =>
  row.drop === undefined ? (
    showOdds(row.odds)
  ) : (
    <span className="odds-dropped" title={boardText.dropped(row.drop, row.streak)}>
      <i aria-hidden="true">↓</i>
      {showOdds(row.odds)}
      <Unseen> {boardText.dropped(row.drop, row.streak)}</Unseen>
    </span>
  )

/** What came of it. Most items lose: they are greyed, and say so only to who cannot see it. */
const Outcome = ({
  result,
}: {
  readonly result: NonNullable<BoardRow['outcome']>['result'] | undefined
}): ReactNode => {
  if (result === undefined) return null
  const word = boardText.outcomes[result]
  return result === 'lose' ? <Unseen> {word}</Unseen> : <span className="cell-outcome">{word}</span>
}

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
  const { row, owner, gameType, mode, shade, counted, onOrders, onExplain, picked, onPick, reachable } = props
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
        <ItemLabel row={row} gameType={gameType} />
        <Outcome result={row.outcome?.result} />
        {warnings.length === 0 ? null : <Unseen> {warnings.join(' ')}</Unseen>}
      </Item>
      <span className={row.drop === undefined ? 'cell-odds' : 'cell-odds cell-odds-dropped'}>
        <Odds row={row} />
      </span>
      <button type="button" className="cell-stake" tabIndex={reachable ? 0 : -1} onClick={() => onOrders(row)}>
        <Unseen>{row.itemName} </Unseen>
        <span key={row.changedAt ?? 0} className={row.changedAt === undefined ? undefined : 'cell-changed'}>
          <Amount value={stake} as="whole" />
        </span>
        <span className="cell-sub">
          <span className="cell-odds-sub">
            {boardText.oddsWord}
            <Odds row={row} />
          </span>
          <Extras row={row} counted={counted} />
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
