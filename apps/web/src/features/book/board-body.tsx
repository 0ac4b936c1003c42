import { type ReactNode, useCallback, useMemo, useRef, useState } from 'react'
import type { GameType, PlayGroup } from '../../api/shared-queries.ts'
import { appText } from '../../text/zh-CN/app.ts'
import { boardText } from '../../text/zh-CN/board.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { MOBILE, useMedia } from '../../ui/use-media.ts'
import { useSecond } from '../../ui/use-second.ts'
import { BoardCell } from './board-cell.tsx'
import type { BoardFilters } from './board-filters.ts'
import { type Board, type BoardRow, type BoardSort, rowKey, shades, sortRows } from './board-model.ts'
import { STALE_MS } from './board-toolbar.tsx'

type Props = {
  readonly board: Board | null
  readonly filters: BoardFilters
  readonly sort: BoardSort
  readonly failed: boolean
  readonly loadedAt: number
  readonly game: GameType
  readonly group: PlayGroup | null
  readonly onRetry: () => void
  readonly onOrders: (row: BoardRow) => void
  readonly onExplain: (row: BoardRow) => void
}

/** Five columns where they hold eight digits, else four, three or two. */
const useColumnCount = (): number => {
  const [five, four, three] = [
    useMedia('(min-width: 1600px)'),
    useMedia('(min-width: 1200px)'),
    useMedia('(min-width: 980px)'),
  ]
  return five ? 5 : four ? 4 : three ? 3 : 2
}

/**
 * Rows keep their places while the pointer or the focus is among them: the order is worked out anew only when it has
 * left, or when the person asks for another one.
 */
const useSteadyOrder = (rows: readonly BoardRow[], sort: BoardSort, mode: BoardFilters['mode']) => {
  const [held, setHeld] = useState<{ readonly ask: string; readonly keys: readonly string[] } | null>(null)
  const inside = useRef(false)
  const ask = `${sort}|${mode}|${rows.length}`
  const sorted = useMemo(() => sortRows(rows, sort, mode), [rows, sort, mode])
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

/** One section per play where the group has several; a sorted board is one list. */
const sectionsOf = (rows: readonly BoardRow[], sort: BoardSort, group: PlayGroup | null): readonly Section[] => {
  const codes = new Set(rows.map((row) => row.playCode))
  if (codes.size < 2 || sort !== 'item') return [{ title: null, rows }]
  return [...codes].map((code) => ({
    title: group?.plays.find((play) => play.code === code)?.name ?? code,
    rows: rows.filter((row) => row.playCode === code),
  }))
}

export const BoardBody = (props: Props): ReactNode => {
  const { board, filters, sort, failed, loadedAt, game, group, onRetry, onOrders, onExplain } = props
  const rows = board?.rows ?? []
  const mobile = useMedia(MOBILE)
  const columnCount = useColumnCount()
  const shade = useMemo(() => shades(rows), [rows])
  const { ordered, hold, release } = useSteadyOrder(rows, sort, filters.mode)
  useSecond()
  if (failed)
    return (
      <p className="message-line" role="alert">
        {appText.loadFailed}{' '}
        <button type="button" className="link-button" onClick={onRetry}>
          {appText.retry}
        </button>
      </p>
    )
  if (!board) return <Skeleton label={appText.loading} rows={12} />
  if (rows.length === 0) return <p className="message-line">{boardText.empty}</p>
  const stale = Date.now() - loadedAt > STALE_MS
  const sections = sectionsOf(ordered, sort, group)
  return (
    <fieldset
      className="board-sections"
      aria-label={group?.name}
      data-stale={stale || undefined}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
    >
      {sections.map((section) => {
        const columns = mobile ? 1 : Math.min(columnCount, Math.max(1, Math.ceil(section.rows.length / 2)))
        const lines = Math.ceil(section.rows.length / columns)
        return (
          <section key={section.title ?? ''} className="board-section">
            {section.title === null ? null : <h2 className="board-section-title">{section.title}</h2>}
            {mobile ? null : <ColumnHeads count={columns} filters={filters} />}
            <ul
              className="board-grid"
              style={{
                gridTemplateRows: `repeat(${lines}, auto)`,
                gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
              }}
            >
              {section.rows.map((row) => (
                <BoardCell
                  key={rowKey(row)}
                  row={row}
                  gameType={game.gameType}
                  mode={filters.mode}
                  shade={shade.get(rowKey(row)) ?? 0}
                  onOrders={onOrders}
                  onExplain={onExplain}
                />
              ))}
            </ul>
          </section>
        )
      })}
    </fieldset>
  )
}

const ColumnHeads = ({ count, filters }: { readonly count: number; readonly filters: BoardFilters }): ReactNode => (
  <div className="board-heads" style={{ gridTemplateColumns: `repeat(${count}, minmax(0, 1fr))` }} aria-hidden="true">
    {Array.from({ length: count }, (_, column) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: equal heads have no identity
      <div key={column} className="board-head">
        <span>{boardText.columns.item}</span>
        <span>{boardText.columns.odds}</span>
        <span>{boardText.modes[filters.mode]}</span>
        <span>{boardText.columns.result}</span>
      </div>
    ))}
  </div>
)
