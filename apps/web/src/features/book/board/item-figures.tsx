import type { ReactNode } from 'react'
import { Amount } from '../../../components/amount.tsx'
import { boardText } from '../../../text/zh-CN/rooms/board.ts'
import { type AmountMode, type BoardRow, stakeOf } from '../board-state/board-model.ts'
import css from './item-figures.module.css'

type Props = {
  readonly row: BoardRow
  readonly mode: AmountMode
  /** Plays that share the item; empty: the row is of one play. */
  readonly plays: readonly { readonly code: string; readonly name: string }[]
  /** The play whose orders are listed. */
  readonly playCode: string
}

/** What the board shows of an item, above its orders: the sum of all plays, and the part of the listed one. */
export const ItemFigures = ({ row, mode, plays, playCode }: Props): ReactNode => {
  const part = row.plays?.find((one) => one.playCode === playCode)
  const name = plays.find(({ code }) => code === playCode)?.name
  const lines = [
    {
      label: plays.length > 1 ? boardText.itemTotal(row.itemName) : row.itemName,
      of: boardText.modes[mode],
      stake: stakeOf(row, mode),
      result: row.netAmount,
    },
    ...(part && name !== undefined
      ? [{ label: name, of: boardText.modes.net, stake: part.net, result: part.netAmount }]
      : []),
  ]
  return (
    <ul className={css.itemFigures} data-part="item-figures">
      {lines.map(({ label, of, stake, result }) => (
        <li key={label}>
          <b>{label}</b>
          <span>
            {of} <Amount value={stake} />
          </span>
          <span>
            {boardText.ifDrawn} <Amount value={result} />
          </span>
        </li>
      ))}
    </ul>
  )
}
