import type { ReactNode } from 'react'
import { Ball } from '../ball/ball.tsx'
import { ballNumber } from '../ball/ball-colour.ts'
import type { HedgeItem } from './replenish-model.ts'

/** An item by its ball or its name, with its play where several are listed. */
export const ItemLabel = ({
  gameType,
  item,
}: {
  readonly gameType: string
  readonly item: Pick<HedgeItem, 'playCode' | 'itemCode' | 'itemName' | 'playName'>
}): ReactNode => {
  const number = ballNumber(gameType, item)
  return (
    <span className="replenish-item">
      {number === null ? <b>{item.itemName}</b> : <Ball gameType={gameType} number={number} />}
      {item.playName === undefined ? null : <small>{item.playName}</small>}
    </span>
  )
}
