import * as reportsCalls from '@strata/contract/calls/reports'
import '../../ui/page/table.css'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../api/queries.ts'
import { useAllGames } from '../../api/shared-queries.ts'
import { formatInstant } from '../../lib/instant.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { Amount } from '../amount.tsx'
import { ballText } from '../ball/ball-colour.ts'
import { LoadFailed } from '../list-state.tsx'
import { OrderChain } from './order-chain.tsx'
import css from './order-detail.module.css'
import { type OrderDetailAnswer, type OrderGame, storyOf } from './order-detail-model.ts'
import { OrderDraw } from './order-draw.tsx'
import { OrderFoot } from './order-foot.tsx'
import { OrderFormulas } from './order-formulas.tsx'
import { OrderLevels } from './order-levels.tsx'
import { CopyNo, OrderState } from './order-parts.tsx'
import { OrderVersions } from './order-versions.tsx'

const words = ordersText

const Head = ({ order, game }: { readonly order: OrderDetailAnswer; readonly game: OrderGame }): ReactNode => (
  <header className={css.head}>
    <div>
      <h2>
        {words.period(game.name, order.periodNo)}　{order.playName} {words.quoted(order.itemName)}{' '}
        <OrderState row={order} tagged />
      </h2>
      <p>{storyOf(order, (number) => ballText(game.gameType, number))}</p>
      <p className={css.facts}>
        <span>
          {words.columns.orderNo} {order.orderNo} <CopyNo orderNo={order.orderNo} />
        </span>
        <span>
          {words.placedAt} {formatInstant(order.at)}
        </span>
        {order.draw ? (
          <span>
            {words.drawnAt} {formatInstant(order.draw.at)}
          </span>
        ) : null}
      </p>
    </div>
    <dl>
      <dt>{words.bettorResult(order.kind === 'member')}</dt>
      <dd>
        <Amount value={order.memberResult} />
      </dd>
    </dl>
  </header>
)

type Props = {
  readonly orderNo: string
  /** Leads on to another order of the chain. */
  readonly onOpen: (orderNo: string) => void
}

/** One order: what was bet and drawn, how its figures came about, who held it, and the chain it belongs to. */
export const OrderDetail = ({ orderNo, onOpen }: Props): ReactNode => {
  const detail = useQuery({ ...queryOf(reportsCalls.orderDetailQuery, { orderNo }) })
  const games = useAllGames().data ?? []
  const order = detail.data
  const found = games.find(({ id }) => id === order?.gameId)
  const game = { gameType: found?.gameType ?? '', name: found?.gameName ?? '' }
  return (
    <div className={css.detail}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what is longer than the drawer is scrolled with the keyboard */}
      <section className={css.body} aria-label={words.detail} tabIndex={0}>
        {detail.isPending ? <Skeleton label={appText.loading} /> : null}
        {detail.isLoadingError ? <LoadFailed query={detail} /> : null}
        {order ? (
          <>
            <Head order={order} game={game} />
            <OrderDraw order={order} game={game} />
            <OrderFormulas order={order} />
            <OrderVersions versions={order.versions} />
            <OrderLevels levels={order.levels} />
            <OrderChain order={order} onOpen={onOpen} />
          </>
        ) : null}
      </section>
      {order ? <OrderFoot order={order} game={game} /> : null}
    </div>
  )
}
