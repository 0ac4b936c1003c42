import type { ReactNode } from 'react'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { Ball } from '../ball/ball.tsx'
import css from './order-detail.module.css'
import { type OrderDetailAnswer, type OrderGame, sumOfDraw } from './order-detail-model.ts'

const words = ordersText
type Drawn = NonNullable<OrderDetailAnswer['draw']>

/** Where the special number of 六合彩 is, set apart from the six. */
const SPECIAL = 6

type BallProps = {
  readonly number: number
  readonly name: string
  readonly mark: Drawn['balls'][number]['mark']
  readonly gameType: string
  readonly isSum?: boolean
}

const OneBall = ({ number, name, mark, gameType, isSum = false }: BallProps): ReactNode => (
  <span className={css.drawn} data-mark={mark}>
    <i className={mark === 'hit' ? css.ring : undefined}>
      <Ball gameType={gameType} number={number} sum={isSum} />
    </i>
    <small className={mark === 'hit' ? css.hit : undefined}>
      {name}
      {mark === 'hit' ? `${name === '' ? '' : ' · '}${words.hit}` : ''}
    </small>
  </span>
)

const Sum = ({
  sum,
  gameType,
}: {
  readonly sum: NonNullable<ReturnType<typeof sumOfDraw>>
  readonly gameType: string
}): ReactNode => (
  <li data-part="drawn-sum">
    <b className={css.plus} aria-hidden="true">
      =
    </b>
    <OneBall number={sum.number} name={words.drawnSum} mark={sum.hit ? 'hit' : 'counts'} gameType={gameType} isSum />
  </li>
)

/** The drawn balls: those that the item hit are ringed and named. */
export const OrderDraw = ({
  order,
  game,
}: {
  readonly order: OrderDetailAnswer
  readonly game: OrderGame
}): ReactNode => {
  const { draw } = order
  const sum = sumOfDraw(order, game.gameType)
  return (
    <section aria-label={words.draw}>
      <h3>{words.draw}</h3>
      {draw === null ? (
        <p className={css.note}>{words.noDraw}</p>
      ) : (
        <div className={css.draw}>
          <ol>
            {draw.balls.map((ball, place) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: a ball is its place in the draw
              <li key={place}>
                {game.gameType === '6HC' && place === SPECIAL ? (
                  <b className={css.plus} aria-hidden="true">
                    +
                  </b>
                ) : null}
                <OneBall {...ball} gameType={game.gameType} />
              </li>
            ))}
            {sum ? <Sum sum={sum} gameType={game.gameType} /> : null}
          </ol>
          <p className={css.labels}>
            {(sum ? draw.labels.filter(({ name }) => name !== words.drawnSum) : draw.labels).map(({ name, value }) => (
              <span key={name}>
                {name} {value}
              </span>
            ))}
          </p>
        </div>
      )}
    </section>
  )
}
