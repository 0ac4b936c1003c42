import { lazy, type ReactNode, Suspense } from 'react'
import type { GameType } from '../../../api/shared-queries.ts'
import { Amount } from '../../../components/amount.tsx'
import { permille, readAmount, showWhole } from '../../../lib/amount.ts'
import { whenIdle } from '../../../lib/when-idle.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import type { BoardFilters } from '../board-state/board-filters.ts'
import {
  type AmountMode,
  type Board,
  type BoardRow,
  figuresOf,
  rowKey,
  rowsOfPlays,
  worstRows,
} from '../board-state/board-model.ts'
import { type BoardTab, ownerOf } from '../board-state/board-tabs.ts'
import { useSender } from '../board-state/use-sender.ts'
import { isCombination } from '../combinations/combination-model.ts'
import { ItemLabel } from '../grid/item-label.tsx'
import { OutlookWaiting } from '../outlook/outlook-waiting.tsx'
import boardPageCss from './board-page.module.css'
import css from './board-side.module.css'
import { type Replenishing, WorstList, type WorstOutcome } from './worst-list.tsx'

type Props = {
  readonly board: Board
  readonly tab: BoardTab
  readonly game: GameType
  readonly filters: BoardFilters
  /** The row whose result is explained; absent: the worst. */
  readonly explained: BoardRow | null
  readonly replenishing: Replenishing
}

const Label = ({
  row,
  tab,
  gameType,
}: {
  readonly row: BoardRow
  readonly tab: BoardTab
  readonly gameType: string
}): ReactNode => {
  const owner = tab.sections.length > 1 && !tab.oneByOne ? ownerOf(tab, row) : null
  return (
    <span className={isCombination(row) ? `${css.worstItem} ${css.worstParts}` : css.worstItem}>
      {owner === null || row.itemName.startsWith(owner) ? null : <small>{owner}</small>}
      <ItemLabel row={row} gameType={gameType} />
    </span>
  )
}

/** Figures of every play of the period and their charts: loaded after the board. */
const OutlookPanel = lazy(async () => {
  await whenIdle()
  return { default: (await import('../outlook/outlook-panel.tsx')).OutlookPanel }
})

/**
 * The outcomes of the period with the worst ones and the replenishment adviser; on pages of single plays the page's
 * own figures come first. The panel scrolls alone.
 */
export const BoardSide = ({ board, tab, game, filters, explained, replenishing }: Props): ReactNode => {
  const { under, mode } = filters
  const [worst] = worstRows(board.rows, 1)
  const asked = explained ?? worst ?? null
  const { state } = board.period
  const advised = useSender(under) !== null && (state === 'open' || state === 'closed')
  const special = tab.call === 'special'
  return (
    <aside className={boardPageCss.boardSide} data-part="board-side">
      {special ? null : <PageSide {...{ board, tab, game, mode, replenishing }} />}
      <Suspense fallback={<OutlookWaiting advised={advised} />}>
        <OutlookPanel
          key={board.period.periodNo}
          game={game}
          period={board.period}
          under={under}
          rows={special ? board.rows : null}
          replenishing={replenishing}
        />
      </Suspense>
      {asked?.plays ? <Plays row={asked} game={game} /> : null}
    </aside>
  )
}

type PageSideProps = Pick<Props, 'board' | 'tab' | 'game'> & {
  readonly mode: AmountMode
  readonly replenishing: Replenishing
}

/** The page's own items: result per item as bars or totals per section, and the ten worst. */
const PageSide = ({ board, tab, game, mode, replenishing }: PageSideProps): ReactNode => {
  const outcomeOf = (row: BoardRow): WorstOutcome => ({
    key: rowKey(row),
    name: row.itemName,
    label: <Label row={row} tab={tab} gameType={game.gameType} />,
    chance: null,
    result: row.netAmount,
    row,
  })
  const find = (key: string): WorstOutcome | null => {
    const row = board.rows.find((one) => rowKey(one) === key)
    return row ? outcomeOf(row) : null
  }
  return (
    <>
      {tab.sections.length === 1 || tab.oneByOne ? (
        <section className={`card ${css.sideCard}`}>
          <h2>{boardText.barsTitle}</h2>
          <Bars rows={board.rows} totals={board.totals} />
        </section>
      ) : (
        <SectionTotals board={board} tab={tab} mode={mode} />
      )}
      <section className={`card ${css.sideCard}`}>
        <h2>{boardText.worstTitle}</h2>
        <WorstList outcomes={worstRows(board.rows, 10).map(outcomeOf)} find={find} replenishing={replenishing} />
      </section>
    </>
  )
}

/** The right bar: stake and worst result of every section of the page. */
const SectionTotals = ({ board, tab, mode }: Omit<PageSideProps, 'game' | 'replenishing'>): ReactNode => (
  <section className={`card ${css.sideCard}`}>
    <h2>{boardText.sectionTotals}</h2>
    <ul className={`${css.parts} ${css.partsThree}`}>
      <li aria-hidden="true">
        <span>{boardText.sectionColumns.name}</span>
        <span>{boardText.modes[mode]}</span>
        <span>{boardText.sectionColumns.worst}</span>
      </li>
      {tab.sections.map(({ title, plays }) => {
        const { stake, worst } = figuresOf(rowsOfPlays(board.rows, plays), mode)
        return (
          <li key={title}>
            <span>{title}</span>
            <Amount value={stake} as="whole" />
            <Amount value={worst} as="whole" />
          </li>
        )
      })}
    </ul>
  </section>
)

const Bars = ({
  rows,
  totals,
}: {
  readonly rows: readonly BoardRow[]
  readonly totals: Board['totals']
}): ReactNode => {
  const results = rows.map((row) => readAmount(row.netAmount))
  const largest = results.reduce<bigint>((most, result) => {
    const size = result < 0n ? -result : result
    return size > most ? size : most
  }, 0n)
  const step = 240 / Math.max(1, rows.length)
  return (
    <svg
      className={css.bars}
      viewBox="0 0 240 100"
      preserveAspectRatio="none"
      role="img"
      aria-label={boardText.bars(showWhole(totals.worst ?? '0'), showWhole(totals.best ?? '0'))}
    >
      {rows.map((row, index) => {
        const result = results[index] ?? 0n
        const height = permille(result, largest) / 20.5
        return (
          <rect
            key={rowKey(row)}
            className={result < 0n ? css.barLoss : css.barWin}
            x={index * step}
            width={step * 0.78}
            y={result < 0n ? 50 : 50 - height}
            height={height}
          >
            <title>{`${row.itemName} ${showWhole(row.netAmount)}`}</title>
          </rect>
        )
      })}
      <line className={css.barZero} x1="0" x2="240" y1="50" y2="50" />
    </svg>
  )
}

/** Each play's part of the result if this item is drawn. */
const Plays = ({ row, game }: { readonly row: BoardRow; readonly game: GameType }): ReactNode => {
  const names = new Map(game.groups.flatMap((group) => group.plays.map((play) => [play.code, play.name])))
  const parts = (row.plays ?? []).filter((part) => readAmount(part.netAmount) !== 0n || readAmount(part.net) !== 0n)
  return (
    <section className={`card ${css.sideCard}`} aria-live="polite">
      <h2>{boardText.playsTitle(row.itemName)}</h2>
      {parts.length === 0 ? (
        <p className={css.sideEmpty}>{boardText.playsEmpty}</p>
      ) : (
        <ul className={css.parts}>
          {parts.map((part) => (
            <li key={part.playCode}>
              <span>{names.get(part.playCode) ?? part.playCode}</span>
              <Amount value={part.netAmount} as="whole" />
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
