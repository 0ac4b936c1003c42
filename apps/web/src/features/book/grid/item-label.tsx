import type { ReactNode } from 'react'
import { Ball } from '../../../components/ball/ball.tsx'
import { ballNumber, isSumPlay } from '../../../components/ball/ball-colour.ts'
import type { BoardItem } from '../board-state/board-model.ts'
import { isCombination, isOfNumbers, partsOf } from '../combinations/combination-model.ts'
import css from './grid.module.css'

type Props = { readonly row: BoardItem; readonly gameType: string }

/** An item as it is shown: its ball, its name, or the balls and names of a combination. */
export const ItemLabel = ({ row, gameType }: Props): ReactNode => {
  const number = ballNumber(gameType, row)
  if (number !== null) return <Ball gameType={gameType} number={number} sum={isSumPlay(row.playCode)} />
  if (!isCombination(row) && !isOfNumbers(gameType, row.playCode)) return <b className={css.cellName}>{row.itemName}</b>
  return (
    <span className={css.cellParts}>
      {partsOf(gameType, row).map((part) =>
        part.number === null ? (
          <b key={part.key} className={css.cellPart}>
            {part.name}
          </b>
        ) : (
          <Ball key={part.key} gameType={gameType} number={part.number} />
        ),
      )}
    </span>
  )
}
