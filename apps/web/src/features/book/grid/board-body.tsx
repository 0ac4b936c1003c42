import { type CSSProperties, type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { GameType } from '../../../api/shared-queries.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { useEachSecond } from '../../../ui/hooks/use-second.ts'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { STALE_MS } from '../board/live-dot.tsx'
import type { BoardFilters } from '../board-state/board-filters.ts'
import {
  type Board,
  type BoardRow,
  type BoardSort,
  rowKey,
  rowsOfPlays,
  shades,
  sortRows,
} from '../board-state/board-model.ts'
import { type BoardTab, ownerOf } from '../board-state/board-tabs.ts'
import type { Picks } from '../replenish/replenish-bar.tsx'
import { BoardCell } from './board-cell.tsx'
import css from './grid.module.css'
import { besideLayout, columnOf, listLayout, type SectionLayout, textsOf } from './grid-layout.ts'
import { useBoardWidth } from './use-board-width.ts'
import { useArrowEntry, useGridKeys } from './use-grid-keys.ts'

type Props = {
  readonly board: Board | null
  /** There is a period, or nobody knows yet. */
  readonly hasPeriod: boolean
  readonly filters: BoardFilters
  readonly sort: BoardSort
  readonly failed: boolean
  readonly loadedAt: number
  readonly game: GameType
  readonly tab: BoardTab | null
  readonly onRetry: () => void
  readonly onOrders: (row: BoardRow) => void
  readonly onExplain: (row: BoardRow) => void
  /** A digit typed on an item begins its amount; absent if the user may not replenish. */
  readonly onType: ((row: BoardRow, digit: string) => void) | null
  readonly picks: Picks | null
}

/**
 * Rows keep their order while the pointer or the focus is among them. The order is computed again when it has left,
 * or when the user chooses another one.
 */
const useSteadyOrder = (rows: readonly BoardRow[], sort: BoardSort | 'served', mode: BoardFilters['mode']) => {
  const [held, setHeld] = useState<{ readonly ask: string; readonly keys: readonly string[] } | null>(null)
  const inside = useRef(false)
  const ask = `${sort}|${mode}|${rows.length}`
  const sorted = useMemo(() => (sort === 'served' ? rows : sortRows(rows, sort, mode)), [rows, sort, mode])
  const hold = useCallback(
    (keys: readonly string[]) => {
      inside.current = true
      setHeld({ ask, keys })
    },
    [ask],
  )
  const release = useCallback(() => {
    inside.current = false
    setHeld(null)
  }, [])
  const ordered = useMemo(() => {
    if (!held || held.ask !== ask || sort === 'item') return sorted
    const byKey = new Map(rows.map((row) => [rowKey(row), row]))
    return held.keys.flatMap((key) => byKey.get(key) ?? [])
  }, [held, ask, sort, sorted, rows])
  return { ordered, hold: () => (inside.current ? undefined : hold(ordered.map(rowKey))), release }
}

type Section = { readonly title: string | null; readonly rows: readonly BoardRow[] }

/** The page's sections in the game's layout; a sorted board is one list. */
const sectionsOf = (rows: readonly BoardRow[], sort: BoardSort, tab: BoardTab | null): readonly Section[] => {
  if (!tab || tab.call === 'multi' || tab.sections.length < 2 || tab.oneByOne || sort !== 'item')
    return [{ title: null, rows }]
  return tab.sections.flatMap(({ title, plays }) => {
    const own = rowsOfPlays(rows, plays)
    return own.length === 0 ? [] : [{ title, rows: own }]
  })
}

/** Lists this short are shown side by side as columns; a longer one is split into columns. */
const SHORT_ROWS = 24

/** On a phone every list is one column of touch rows, and so are combinations, which have a layout of their own. */
const ONE_COLUMN: SectionLayout = {
  columns: 1,
  stacked: false,
  cell: '',
  itemPx: 0,
  oddsPx: 0,
  resultPx: 0,
  linePx: null,
}

type Laid = {
  /** Sections are side by side, one column each. */
  readonly beside: boolean
  /** Items name their play. */
  readonly named: boolean
  readonly layouts: readonly SectionLayout[]
  /** How many sections stand side by side. */
  readonly across: number
}

/** How the sections are laid out in the width of the board. */
const laidOut = (
  { filters, game, tab }: Pick<Props, 'filters' | 'game' | 'tab'>,
  sections: readonly Section[],
  { mobile, multi, width }: { readonly mobile: boolean; readonly multi: boolean; readonly width: number },
): Laid => {
  const beside = sections.length > 1 && sections.every((section) => section.rows.length <= SHORT_ROWS)
  // A list of several plays must name the play of each item.
  const named = sections.length === 1 && (tab?.sections.length ?? 0) > 1 && !tab?.oneByOne
  const base = { beside, named }
  if (mobile || multi) return { ...base, layouts: sections.map(() => ONE_COLUMN), across: 1 }
  const ownerIn = named ? (row: BoardRow) => ownerOf(tab, row) : () => null
  const labels = { gameType: game.gameType, mode: filters.mode, ownerOf: ownerIn }
  const texts = sections.map(({ rows }) => textsOf(rows, labels))
  if (!beside)
    return {
      ...base,
      layouts: sections.map(({ rows }, at) => listLayout(texts[at] ?? textsOf([], labels), rows.length, width)),
      across: 1,
    }
  const { columns, stacked } = besideLayout(texts, width)
  return {
    ...base,
    layouts: texts.map((one) => ({ columns: 1, ...columnOf(one, stacked, width / columns) })),
    across: columns,
  }
}

/** The sections of the rows and their places, computed again only when one of them changes: keys do not change them. */
const useSections = (props: Props, ordered: readonly BoardRow[], multi: boolean) => {
  const { filters, game, tab, sort } = props
  const mobile = useMedia(MOBILE)
  const width = useBoardWidth()
  const sections = useMemo(() => sectionsOf(ordered, sort, tab), [ordered, sort, tab])
  const laid = useMemo(
    () => laidOut({ filters, game, tab }, sections, { mobile, multi, width }),
    [filters, game, tab, sections, mobile, multi, width],
  )
  return { sections, ...laid }
}

type SectionProps = {
  readonly props: Props
  readonly section: Section
  readonly layout: SectionLayout
  readonly shade: ReadonlyMap<string, number>
  readonly multi: boolean
  readonly named: boolean
  /** Key of the row that Tab reaches. */
  readonly active: string | null
}

const SectionGrid = ({ props, section, layout, shade, multi, named, active }: SectionProps): ReactNode => {
  const { filters, sort, game, tab, onOrders, onExplain, picks } = props
  const mobile = useMedia(MOBILE)
  const { columns, stacked, cell, itemPx, oddsPx, resultPx, linePx } = layout
  const lines = Math.ceil(section.rows.length / columns)
  return (
    <section
      className={`${css.boardSection} ${stacked ? css.boardStacked : cell === '' ? '' : css.boardLines}`}
      style={
        {
          '--lines': lines,
          ...(cell === ''
            ? {}
            : {
                '--cell-columns': cell,
                '--item': `${itemPx}px`,
                '--odds': `${oddsPx}px`,
                '--result': `${resultPx}px`,
              }),
        } as CSSProperties
      }
    >
      <div className={css.boardSectionHead}>
        {section.title === null ? null : <h2 className={css.boardSectionTitle}>{section.title}</h2>}
        {mobile ? null : <ColumnHeads count={columns} filters={filters} combinations={multi} />}
      </div>
      <ul
        className={css.boardGrid}
        data-part="board-grid"
        style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
      >
        {section.rows.map((row) => (
          <BoardCell
            key={rowKey(row)}
            row={row}
            owner={named ? ownerOf(tab, row) : null}
            gameType={game.gameType}
            mode={filters.mode}
            counted={multi || sort === 'count'}
            narrow={mobile}
            linePx={linePx}
            shade={shade.get(rowKey(row)) ?? 0}
            onOrders={onOrders}
            onExplain={onExplain}
            picked={picks?.keys.has(rowKey(row)) ?? false}
            onPick={picks?.toggle ?? null}
            reachable={rowKey(row) === active}
          />
        ))}
      </ul>
    </section>
  )
}

const NO_ROWS: readonly BoardRow[] = []

export const BoardBody = (props: Props): ReactNode => {
  const { board, filters, sort, failed, loadedAt, tab, onRetry, onOrders, onExplain, picks } = props
  const rows = board?.rows ?? NO_ROWS
  const shade = useMemo(() => shades(rows), [rows])
  // Combinations keep the server's order, which includes those that are not shown.
  const multi = tab?.call === 'multi'
  const { ordered, hold, release } = useSteadyOrder(rows, multi ? 'served' : sort, filters.mode)
  const { sections, beside, named, layouts, across } = useSections(props, ordered, multi)
  const keys = useGridKeys({
    rows: ordered,
    layout: [across, ...layouts.map(({ columns }) => columns)].join(),
    onOpen: picks ? onExplain : onOrders,
    onType: props.onType,
  })
  const box = useRef<HTMLFieldSetElement>(null)
  useArrowEntry(box, !useMedia(MOBILE))
  const stale = useEachSecond(() => Date.now() - loadedAt > STALE_MS)
  if (failed)
    return (
      <p className="message-line" role="alert">
        {appText.loadFailed}{' '}
        <button type="button" className="link-button" onClick={onRetry}>
          {appText.retry}
        </button>
      </p>
    )
  if (!board && !props.hasPeriod) return <p className="message-line">{boardText.noPeriod}</p>
  if (!board) return <Skeleton label={appText.loading} rows={12} />
  if (rows.length === 0)
    return (
      <p className="message-line">
        {!multi ? boardText.empty : filters.parts.length > 0 ? boardText.combos.none : boardText.combos.empty}
      </p>
    )
  return (
    <fieldset
      ref={box}
      className={`${css.boardSections}${beside ? ` ${css.boardBeside}` : ''}${multi ? ` ${css.boardCombos}` : ''}`}
      style={{ '--across': across } as CSSProperties}
      aria-label={tab?.name}
      data-part="board-rows"
      data-stale={stale || undefined}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={(event) => {
        hold()
        keys.onFocus(event)
      }}
      onKeyDown={keys.onKeyDown}
      aria-keyshortcuts="ArrowUp ArrowDown ArrowLeft ArrowRight Space Enter"
      onBlur={({ currentTarget, relatedTarget }) => {
        // From one item to the next the focus stays among them.
        if (currentTarget.contains(relatedTarget)) return
        release()
        keys.onLeave()
      }}
    >
      {sections.map((section, at) => (
        <SectionGrid
          key={section.title ?? ''}
          {...{ props, section, shade, multi, named }}
          layout={layouts[at] ?? ONE_COLUMN}
          active={keys.active}
        />
      ))}
    </fieldset>
  )
}

type HeadsProps = { readonly count: number; readonly filters: BoardFilters; readonly combinations: boolean }

const ColumnHeads = ({ count, filters, combinations }: HeadsProps): ReactNode => (
  <div
    className={css.boardHeads}
    style={{ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` }}
    aria-hidden="true"
  >
    {Array.from({ length: count }, (_, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: equal heads have no identity
      <div key={column} className={css.boardHead}>
        <span>{combinations ? boardText.columns.combination : boardText.columns.item}</span>
        <span>{boardText.columns.odds}</span>
        <span>{boardText.modes[filters.mode]}</span>
        <span>{boardText.columns.result}</span>
      </div>
    ))}
  </div>
)
