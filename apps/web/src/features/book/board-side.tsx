import type { ReactNode } from 'react'
import type { GameType } from '../../api/shared-queries.ts'
import { Amount } from '../../components/amount.tsx'
import { Ball } from '../../components/ball.tsx'
import { permille, readAmount, showWhole } from '../../lib/amount.ts'
import { boardText } from '../../text/zh-CN/board.ts'
import { type Board, type BoardRow, ballNumber, rowKey, worstRows } from './board-model.ts'

type Props = {
  readonly board: Board
  readonly gameType: string
  readonly game: GameType
  /** The row whose result is asked about; absent: the worst. */
  readonly explained: BoardRow | null
}

const Label = ({ row, gameType }: { readonly row: BoardRow; readonly gameType: string }): ReactNode => {
  const number = ballNumber(row.itemCode)
  return number === null ? <b>{row.itemName}</b> : <Ball gameType={gameType} number={number} />
}

/** Result per outcome as bars, the ten worst, and what makes up the one asked about. */
export const BoardSide = ({ board, gameType, game, explained }: Props): ReactNode => {
  const [worst] = worstRows(board.rows, 1)
  const asked = explained ?? worst ?? null
  const isSpecial = board.rows.some((row) => row.plays !== undefined)
  return (
    <aside className="board-side">
      <section className="card side-card">
        <h2>
          {boardText.barsTitle}
          {isSpecial ? <small>{boardText.barsNote}</small> : null}
        </h2>
        <Bars rows={board.rows} totals={board.totals} />
      </section>
      <section className="card side-card">
        <h2>
          {boardText.worstTitle}
          {gameType === '6HC' && isSpecial ? <small>{boardText.probability('2.04')}</small> : null}
        </h2>
        <Worst rows={worstRows(board.rows, 10)} gameType={gameType} />
      </section>
      {asked?.plays ? <Plays row={asked} game={game} /> : null}
    </aside>
  )
}

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
      className="bars"
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
            className={result < 0n ? 'bar-loss' : 'bar-win'}
            x={index * step}
            width={step * 0.78}
            y={result < 0n ? 50 : 50 - height}
            height={height}
          >
            <title>{`${row.itemName} ${showWhole(row.netAmount)}`}</title>
          </rect>
        )
      })}
      <line className="bar-zero" x1="0" x2="240" y1="50" y2="50" />
    </svg>
  )
}

const Worst = ({ rows, gameType }: { readonly rows: readonly BoardRow[]; readonly gameType: string }): ReactNode => {
  const largest = rows[0] ? readAmount(rows[0].netAmount) : 0n
  return (
    <ol className="worst">
      {rows.map((row) => {
        const result = readAmount(row.netAmount)
        return (
          <li key={rowKey(row)}>
            <Label row={row} gameType={gameType} />
            <span className="worst-track">
              <i style={{ width: `${result < 0n ? permille(result, largest) / 10 : 0}%` }} />
            </span>
            <Amount value={row.netAmount} as="whole" />
          </li>
        )
      })}
    </ol>
  )
}

/** Each play's part in the result, if this item is drawn. */
const Plays = ({ row, game }: { readonly row: BoardRow; readonly game: GameType }): ReactNode => {
  const names = new Map(game.groups.flatMap((group) => group.plays.map((play) => [play.code, play.name])))
  const parts = (row.plays ?? []).filter((part) => readAmount(part.netAmount) !== 0n || readAmount(part.net) !== 0n)
  return (
    <section className="card side-card" aria-live="polite">
      <h2>{boardText.playsTitle(row.itemName)}</h2>
      {parts.length === 0 ? (
        <p className="side-empty">{boardText.playsEmpty}</p>
      ) : (
        <ul className="parts">
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
