import { lazy, type ReactNode, Suspense } from 'react'
import type { GameType } from '../../../api/shared-queries.ts'
import { Amount } from '../../../components/amount.tsx'
import { Ball } from '../../../components/ball/ball.tsx'
import { ballNumber } from '../../../components/ball/ball-colour.ts'
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
import { OutlookWaiting } from '../outlook/outlook-waiting.tsx'
import boardPageCss from './board-page.module.css'
import css from './board-side.module.css'

type Props = {
  readonly board: Board
  readonly tab: BoardTab
  readonly game: GameType
  readonly mode: AmountMode
  /** The row whose result is explained; absent: the worst. */
  readonly explained: BoardRow | null
  readonly under: BoardFilters['under']
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
  const number = ballNumber(gameType, row)
  const owner = tab.sections.length > 1 && !tab.oneByOne ? ownerOf(tab, row) : null
  return (
    <span className={css.worstItem}>
      {owner === null || row.itemName.startsWith(owner) ? null : <small>{owner}</small>}
      {number === null ? <b>{row.itemName}</b> : <Ball gameType={gameType} number={number} />}
    </span>
  )
}

/** Figures of every play of the period and their charts: loaded after the board. */
const OutlookPanel = lazy(async () => {
  await whenIdle()
  return { default: (await import('../outlook/outlook-panel.tsx')).OutlookPanel }
})

/**
 * The outcomes of the period with the worst ones and the replenishment adviser; for a subtree the page's own
 * figures come first.
 */
export const BoardSide = ({ board, tab, game, mode, explained, under }: Props): ReactNode => {
  const [worst] = worstRows(board.rows, 1)
  const asked = explained ?? worst ?? null
  const { state } = board.period
  const advised = useSender(under) !== null && (state === 'open' || state === 'closed')
  const own = <PageSide board={board} tab={tab} game={game} mode={mode} />
  const special = tab.call === 'special'
  return (
    <aside className={boardPageCss.boardSide}>
      {special ? null : own}
      <Suspense fallback={<OutlookWaiting advised={advised} />}>
        <OutlookPanel key={board.period.periodNo} game={game} period={board.period} under={under} />
      </Suspense>
      {asked?.plays ? <Plays row={asked} game={game} /> : null}
    </aside>
  )
}

/** The page's own items: result per item as bars or totals per section, and the ten worst. */
const PageSide = ({ board, tab, game, mode }: Pick<Props, 'board' | 'tab' | 'game' | 'mode'>): ReactNode => {
  const special = tab.call === 'special'
  const oneMarket = special || tab.sections.length === 1 || tab.oneByOne
  return (
    <>
      {oneMarket ? (
        <section className={`card ${css.sideCard}`}>
          <h2>
            {boardText.barsTitle}
            {special ? <small>{boardText.barsNote}</small> : null}
          </h2>
          <Bars rows={board.rows} totals={board.totals} />
        </section>
      ) : (
        <SectionTotals board={board} tab={tab} mode={mode} />
      )}
      <section className={`card ${css.sideCard}`}>
        <h2>
          {boardText.worstTitle}
          {special ? <small>{boardText.probability('2.04')}</small> : null}
        </h2>
        <Worst rows={worstRows(board.rows, 10)} tab={tab} gameType={game.gameType} />
      </section>
    </>
  )
}

/** The right bar: stake and worst result of every section of the page. */
const SectionTotals = ({ board, tab, mode }: Pick<Props, 'board' | 'tab' | 'mode'>): ReactNode => (
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

type WorstProps = { readonly rows: readonly BoardRow[]; readonly tab: BoardTab; readonly gameType: string }

const Worst = ({ rows, tab, gameType }: WorstProps): ReactNode => {
  const largest = rows[0] ? readAmount(rows[0].netAmount) : 0n
  return (
    <ol className={css.worst}>
      {rows.map((row) => {
        const result = readAmount(row.netAmount)
        return (
          <li key={rowKey(row)}>
            <Label row={row} tab={tab} gameType={gameType} />
            <span className={css.worstTrack}>
              <i style={{ width: `${result < 0n ? permille(result, largest) / 10 : 0}%` }} />
            </span>
            <Amount value={row.netAmount} as="whole" />
          </li>
        )
      })}
    </ol>
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
