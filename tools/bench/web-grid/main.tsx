/** The page that the bench scrolls: cells of the app that change like when bets arrive. Not part of the app. */
import '../../../apps/web/src/ui/theme/tokens.css'
import '../../../apps/web/src/ui/base.css'
import '../../../apps/web/src/ui/page/table.css'
import { useVirtualizer } from '@tanstack/react-virtual'
import { memo, type ReactNode, useEffect, useRef, useState } from 'react'
import { createRoot } from 'react-dom/client'
import type { GameType } from '../../../apps/web/src/api/shared-queries.ts'
import { Amount } from '../../../apps/web/src/components/amount.tsx'
import { readFilters } from '../../../apps/web/src/features/book/board-state/board-filters.ts'
import type { Board, BoardRow } from '../../../apps/web/src/features/book/board-state/board-model.ts'
import { BoardBody } from '../../../apps/web/src/features/book/grid/board-body.tsx'

const TICK_MS = 250
const GRID = { rows: 3_000, columns: 20 }
/** More than the largest board of any game. */
const CELLS = 300
const ROW_PX = 30

const search = new URLSearchParams(window.location.search)
const still = search.has('still')

const amountOf = (seed: number): string => {
  const mixed = Math.imul(seed ^ 0x5bd1e995, 0x27d4eb2d) >>> 0
  return `${mixed % 3 === 0 ? '-' : ''}${mixed % 99_999_999}.${String(mixed % 97).padStart(2, '0')}`
}

/** Replaces a tenth of the rows at each tick, spread over all of them. The others stay the same objects. */
const useTicking = <Row,>(make: (index: number, version: number) => Row, count: number): readonly Row[] => {
  const [rows, setRows] = useState(() => Array.from({ length: count }, (_, index) => make(index, 0)))
  useEffect(() => {
    if (still) return
    let version = 0
    const timer = setInterval(() => {
      version += 1
      setRows((held) => held.map((row, index) => ((index + version) % 10 === 0 ? make(index, version) : row)))
    }, TICK_MS)
    return () => clearInterval(timer)
  }, [make])
  return rows
}

type GridRow = { readonly id: number; readonly cells: readonly string[] }

const makeGridRow = (index: number, version: number): GridRow => ({
  id: index,
  cells: Array.from({ length: GRID.columns }, (_, column) => amountOf(index * 31 + column + version * 7919)),
})

const Line = memo(
  ({ row, top }: { readonly row: GridRow; readonly top: number }): ReactNode => (
    <div className="line" style={{ transform: `translateY(${top}px)` }}>
      <b>{row.id + 1}</b>
      {row.cells.map((value, column) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a column is identified by its position
        <Amount key={column} value={value} as="whole" />
      ))}
    </div>
  ),
)

const Grid = (): ReactNode => {
  const rows = useTicking(makeGridRow, GRID.rows)
  const box = useRef<HTMLDivElement>(null)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => box.current,
    estimateSize: () => ROW_PX,
    overscan: 6,
  })
  return (
    <div ref={box} className="scroller">
      <div style={{ height: list.getTotalSize(), position: 'relative' }}>
        {list.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]
          return row === undefined ? null : <Line key={row.id} row={row} top={start} />
        })}
      </div>
    </div>
  )
}

/** One in six has a second line, which comes with the first bet and stays, as it does in a day of bets. */
const makeBoardRow = (index: number, version: number): BoardRow => ({
  playCode: 'TMA',
  itemCode: String(index),
  itemName: String(index),
  odds: '47.5',
  betCount: 3,
  betAmount: amountOf(index + version),
  held: amountOf(index * 3 + version),
  in: index % 6 === 0 ? String(120 + version) : '0',
  out: '0',
  through: '0',
  pending: '0',
  net: amountOf(index * 5 + version),
  netAmount: amountOf(index * 7 + version),
  warn: 0,
  ...(version === 0 ? {} : { moves: Math.ceil(version / 10) }),
})

const nothing = (): void => {}
const FILTERS = readFilters(new URLSearchParams('game=PC'))
/** Of the game, the board's rows need only the type. */
const GAME = { gameType: 'PC' } as GameType
const PICKS = { keys: new Set<string>(), toggle: nothing }

/** The rows of the app's own board, as wide as they are beside its menu and its panel. */
const LiveBoard = (): ReactNode => {
  const rows = useTicking(makeBoardRow, CELLS)
  return (
    <div className="board">
      <BoardBody
        board={{ rows } as Board}
        hasPeriod
        filters={FILTERS}
        sort="item"
        failed={false}
        loadedAt={Date.now()}
        game={GAME}
        tab={null}
        onRetry={nothing}
        onOrders={nothing}
        onExplain={nothing}
        onType={nothing}
        picks={PICKS}
      />
    </div>
  )
}

const style = document.createElement('style')
style.textContent = `
  .scroller { height: 100vh; overflow: auto; }
  .board { display: flex; flex-direction: column; width: calc(100vw - 464px); height: 100vh; }
  .line { position: absolute; inset: 0 auto auto 0; display: grid; grid-template-columns: 60px repeat(${GRID.columns}, 110px); height: ${ROW_PX}px; align-items: center; text-align: right; }
`
document.head.append(style)
const root = document.getElementById('root')
if (root) createRoot(root).render(search.has('board') ? <LiveBoard /> : <Grid />)
