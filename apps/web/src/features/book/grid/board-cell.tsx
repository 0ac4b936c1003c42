import { memo, type ReactNode, useMemo } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { showShort, showWhole, signOf } from '../../../lib/amount.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import {
  type AmountMode,
  type BoardItem,
  type BoardRow,
  isOfOtherPlays,
  isOverHold,
  rowKey,
  showOdds,
  stakeOf,
} from '../board-state/board-model.ts'
import { calledOf } from '../combinations/combination-model.ts'
import css from './grid.module.css'
import { ItemLabel } from './item-label.tsx'
import { type Extra, secondLine } from './second-line.ts'
import { useMovedMark } from './use-moved-mark.ts'

type Props = {
  readonly row: BoardRow
  /** The play of the item, in a list of several plays. */
  readonly owner: string | null
  readonly gameType: string
  readonly mode: AmountMode
  /** Also shows the number of bets. */
  readonly counted: boolean
  /** Odds are shown below the stake, and marks below the result. */
  readonly narrow: boolean
  /** The room of the second line, px; null: it wraps. */
  readonly linePx: number | null
  /** This loss relative to the largest, in thousandths. */
  readonly shade: number
  readonly onOrders: (row: BoardRow) => void
  readonly onExplain: (row: BoardRow) => void
  readonly picked: boolean
  /** Absent if the user may not replenish. */
  readonly onPick: ((item: BoardItem) => void) | null
  /** The one item of the grid that Tab reaches; arrows reach the others. */
  readonly reachable: boolean
}

/*
 * Hundreds of cells change several times a second. Text for screen readers is therefore a label and not a hidden
 * element, and content that is not visible is not rendered.
 */

/** Additional texts of a stake. */
const extrasOf = ({ row, counted }: Pick<Props, 'row' | 'counted'>): readonly Extra[] => {
  const extras: Extra[] = []
  const add = (full: string, short = full): number => extras.push({ full, short })
  if (isOfOtherPlays(row)) add(boardText.otherPlays)
  if (counted && row.betCount > 0) add(boardText.count(row.betCount))
  if (signOf(row.in) !== 0) add(boardText.in(showWhole(row.in)), boardText.inShort(showShort(row.in)))
  if (signOf(row.out) !== 0) add(boardText.out(showWhole(row.out)), boardText.outShort(showShort(row.out)))
  if (signOf(row.pending) !== 0)
    add(boardText.pending(showWhole(row.pending)), boardText.pendingShort(showShort(row.pending)))
  return extras
}

const Unseen = ({ children }: { readonly children: ReactNode }): ReactNode => (
  <span className="visually-hidden">{children}</span>
)

/** The odds, with a mark if the automatic drop has lowered them. */
const Odds = ({ row }: { readonly row: BoardRow }): ReactNode =>
  row.stop !== undefined ? (
    <span className={css.cellStopped} title={boardText.stoppedWhy(row.stop)}>
      {boardText.stopped}
    </span>
  ) : row.drop === undefined ? (
    showOdds(row.odds)
  ) : (
    <span className={css.oddsDropped} title={boardText.dropped(row.drop, row.streak)}>
      <i aria-hidden="true">↓</i>
      {showOdds(row.odds)}
      <Unseen> {boardText.dropped(row.drop, row.streak)}</Unseen>
    </span>
  )

type Result = NonNullable<BoardRow['outcome']>['result']

/** The result of a drawn item. Most items lose: they are grey, with a text for screen readers only. */
const Outcome = ({ result }: { readonly result: Result | undefined }): ReactNode => {
  if (result === undefined) return null
  const word = boardText.outcomes[result]
  return result === 'lose' ? <Unseen> {word}</Unseen> : <span className={css.cellOutcome}>{word}</span>
}

/** Whether a result has a visible word. */
const isShown = (result: Result | undefined): boolean => result !== undefined && result !== 'lose'

type ItemProps = Pick<Props, 'gameType' | 'owner' | 'narrow' | 'picked' | 'onPick' | 'reachable'> & {
  readonly item: BoardItem
  readonly result: Result | undefined
  readonly warning: string
}

/** The item's name; a button that picks the item, if it can be replenished. A bet does not change it. */
const Item = memo((props: ItemProps): ReactNode => {
  const { item, gameType, owner, narrow, result, picked, onPick, reachable, warning } = props
  const owned = owner === null || item.itemName.startsWith(owner) ? null : owner
  const shown = (
    <>
      {owned === null ? null : <small className={css.cellOwner}>{owned}</small>}
      <ItemLabel row={item} gameType={gameType} />
    </>
  )
  const here = narrow || !isShown(result) ? result : undefined
  if (!onPick)
    return (
      <span className={css.cellItem}>
        {shown}
        <Outcome result={here} />
        {warning === '' ? null : <Unseen> {warning}</Unseen>}
      </span>
    )
  // What is not seen is in the label.
  const said = [owned, calledOf(gameType, item), result && boardText.outcomes[result], warning]
  return (
    <button
      type="button"
      className={`${css.cellItem} ${css.cellPick}`}
      data-part="pick"
      tabIndex={reachable ? 0 : -1}
      aria-pressed={picked}
      aria-label={boardText.pick + said.filter(Boolean).join(' ')}
      onClick={() => onPick(item)}
    >
      {shown}
      {isShown(here) ? <Outcome result={here} /> : null}
    </button>
  )
})

type StakeProps = Pick<Props, 'row' | 'mode' | 'counted' | 'narrow' | 'linePx' | 'onOrders' | 'reachable'>

const Stake = ({ row, mode, counted, narrow, linePx, onOrders, reachable }: StakeProps): ReactNode => {
  const figure = useMovedMark<HTMLSpanElement>(row.moves)
  const stake = stakeOf(row, mode)
  const extras = extrasOf({ row, counted })
  const full = extras.map((one) => one.full)
  const { parts, whole } = secondLine(extras, linePx)
  const words = whole ? full : [...parts, ...full]
  const dropped = row.drop === undefined ? [] : [boardText.dropped(row.drop, row.streak)]
  // Visible texts come first.
  const below = narrow
    ? [row.stop === undefined ? `${boardText.oddsWord}${showOdds(row.odds)}` : boardText.stopped, ...words, ...dropped]
    : words
  return (
    <button
      type="button"
      className={css.cellStake}
      data-part="stake"
      tabIndex={reachable ? 0 : -1}
      // The label begins with the visible text, so that voice control finds it.
      aria-label={`${[row.itemName, showWhole(stake), ...below].join(' ')}${boardText.toOrders}`}
      onClick={() => onOrders(row)}
    >
      <Amount value={stake} as="whole" ref={figure} />
      {below.length === 0 ? null : (
        <span className={css.cellSub}>
          {narrow ? (
            <span className={css.cellOddsSub}>
              {row.stop === undefined ? boardText.oddsWord : null}
              <Odds row={row} />
            </span>
          ) : null}
          {parts.length === 0 ? null : (
            <span className={css.cellExtra} title={whole ? undefined : full.join(' · ')}>
              {parts.map((part, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a part changes its text with every bet, and needs no new element for it
                <span key={at}>{`${part} `}</span>
              ))}
            </span>
          )}
        </span>
      )}
    </button>
  )
}

const warningsOf = (row: BoardRow): readonly string[] =>
  [
    boardText.overLimit[row.warn] ?? '',
    isOverHold(row) ? `${boardText.overHold} ${showWhole(row.holdLimit ?? '0')}` : '',
  ].filter((text) => text !== '')

const classesOf = (
  props: Pick<Props, 'row' | 'counted' | 'picked' | 'narrow'>,
  warnings: readonly string[],
): string => {
  const { row, picked, narrow } = props
  return [
    css.cell,
    !narrow && extrasOf(props).length > 0 ? css.cellTwo : '',
    row.outcome?.result === 'win' ? css.cellWin : '',
    row.outcome?.result === 'lose' ? css.cellLose : '',
    warnings.length > 0 ? css.cellOver : '',
    warnings.length > 0 && row.warn === 2 ? css.cellOverLoss : '',
    picked ? css.cellPicked : '',
  ]
    .filter((name) => name !== '')
    .join(' ')
}

/** One item: name, odds, stake and result. Renders only when one of these changes. */
export const BoardCell = memo((props: Props): ReactNode => {
  const { row, owner, gameType, mode, shade, counted, narrow, linePx, onOrders, onExplain, picked } = props
  const { onPick, reachable } = props
  const { playCode, itemCode, itemName } = row
  const item = useMemo(() => ({ playCode, itemCode, itemName }), [playCode, itemCode, itemName])
  const warnings = warningsOf(row)
  const result = showWhole(row.netAmount)
  return (
    <li
      className={classesOf(props, warnings)}
      style={shade === 0 ? undefined : { backgroundSize: `${shade / 10}% 100%` }}
      data-item={row.itemCode}
      data-key={rowKey(row)}
      title={warnings.length === 0 ? undefined : warnings.join(' · ')}
    >
      <Item
        {...{ item, owner, gameType, narrow, picked, onPick, reachable }}
        result={row.outcome?.result}
        warning={warnings.join(' ')}
      />
      {narrow ? null : (
        <span className={row.drop === undefined ? css.cellOdds : `${css.cellOdds} ${css.cellOddsDropped}`}>
          {/* After the draw in the place of the odds: beside the item it would widen every column of the board. */}
          {isShown(row.outcome?.result) ? <Outcome result={row.outcome?.result} /> : <Odds row={row} />}
        </span>
      )}
      <Stake {...{ row, mode, counted, narrow, linePx, onOrders, reachable }} />
      <button
        type="button"
        className={css.cellResult}
        data-part="result"
        tabIndex={reachable ? 0 : -1}
        aria-label={`${narrow ? `${row.itemName} ${result} ${boardText.ifDrawn}` : boardText.resultOf(row.itemName) + result}${boardText.toParts}`}
        onClick={() => onExplain(row)}
      >
        <Amount value={row.netAmount} as="whole" />
        {narrow ? <span className={css.cellSub}>{boardText.ifDrawn}</span> : null}
      </button>
    </li>
  )
})
