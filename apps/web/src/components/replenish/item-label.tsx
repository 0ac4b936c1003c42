import type { ReactNode } from 'react'
import { Ball } from '../ball/ball.tsx'
import { ballNumber, isSumPlay } from '../ball/ball-colour.ts'
import css from './replenish.module.css'
import type { ReplenishItem } from './replenish-model.ts'

/** An item by its ball or name, with its play if several plays are listed. */
export const ItemLabel = ({
  gameType,
  item,
}: {
  readonly gameType: string
  readonly item: Pick<ReplenishItem, 'playCode' | 'itemCode' | 'itemName' | 'playName'>
}): ReactNode => {
  const number = ballNumber(gameType, item)
  return (
    <span className={css.replenishItem} data-part="replenish-item">
      {number === null ? (
        <b>{item.itemName}</b>
      ) : (
        <Ball gameType={gameType} number={number} sum={isSumPlay(item.playCode)} />
      )}
      {item.playName === undefined ? null : <small>{item.playName}</small>}
    </span>
  )
}
