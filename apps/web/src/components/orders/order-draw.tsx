import type { ReactNode } from 'react'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { Ball } from '../ball/ball.tsx'
import css from './order-detail.module.css'
import type { OrderDetailAnswer, OrderGame } from './order-detail-model.ts'

const words = ordersText
type Drawn = NonNullable<OrderDetailAnswer['draw']>

/** Where the special number of 六合彩 is, set apart from the six. */
const SPECIAL = 6

const OneBall = ({
  ball,
  gameType,
}: {
  readonly ball: Drawn['balls'][number]
  readonly gameType: string
}): ReactNode => (
  <span className={css.drawn} data-mark={ball.mark}>
    <i className={ball.mark === 'hit' ? css.ring : undefined}>
      <Ball gameType={gameType} number={ball.number} />
    </i>
    <small className={ball.mark === 'hit' ? css.hit : undefined}>
      {ball.name}
      {ball.mark === 'hit' ? `${ball.name === '' ? '' : ' · '}${words.hit}` : ''}
    </small>
  </span>
)

/** The drawn balls: those that the item hit are ringed and named. */
export const OrderDraw = ({
  order: { draw },
  game,
}: {
  readonly order: OrderDetailAnswer
  readonly game: OrderGame
}): ReactNode => (
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
              <OneBall ball={ball} gameType={game.gameType} />
            </li>
          ))}
        </ol>
        <p className={css.labels}>
          {draw.labels.map(({ name, value }) => (
            <span key={name}>
              {name} {value}
            </span>
          ))}
        </p>
      </div>
    )}
  </section>
)
