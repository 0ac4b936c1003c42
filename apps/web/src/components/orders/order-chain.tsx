import type { ReactNode } from 'react'
import { useSession } from '../../api/session.ts'
import { addAmounts, showAmount } from '../../lib/amount.ts'
import { formatClock } from '../../lib/instant.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { Amount } from '../amount.tsx'
import { tailOf } from './order-address.ts'
import css from './order-detail.module.css'
import type { OrderDetailAnswer } from './order-detail-model.ts'
import { type OrderRow, showQuote } from './order-parts.tsx'

const words = ordersText

/** The sender and the taker of an order: levels above the viewer only by role. */
const useTitle = (): ((order: OrderRow) => string) => {
  const roleId = useSession((session) => session.account?.roleId)
  const own = useSession(
    ({ paths, currentPathId }) => paths.find(({ agentPathsId }) => agentPathsId === currentPathId)?.pathName ?? '',
  )
  return ({ kind, accountName, takenBy, playName, itemName }) => {
    if (kind === 'flyout') return words.taken(accountName, words.outside)
    if (takenBy === undefined) return `${playName} ${itemName}`
    return words.taken(accountName, takenBy === roleId ? own : (appText.roles[takenBy] ?? ''))
  }
}

type CardProps = { readonly order: OrderRow; readonly title: string; readonly onOpen: (orderNo: string) => void }

/** A card that leads on to its order. */
const Card = ({ order, title, onOpen }: CardProps): ReactNode => (
  <button
    type="button"
    className={css.card}
    aria-label={`${title} ${showAmount(order.stake)}，${words.openNo(order.orderNo)}`}
    onClick={() => onOpen(order.orderNo)}
  >
    <b>
      <span>{title}</span> <Amount value={order.stake} />
    </b>
    <span>
      <span>
        {words.kinds[order.kind]} {formatClock(order.at)}
      </span>
      <em className={css.more}>{words.shortNo(tailOf(order.orderNo))} ›</em>
    </span>
  </button>
)

const Self = ({ order }: { readonly order: OrderDetailAnswer }): ReactNode => (
  <div className={`${css.card} ${css.cardSelf}`} aria-current="true">
    <b>
      <span>
        {order.playName} {order.itemName}
      </span>{' '}
      <Amount value={order.stake} />
    </b>
    <span>
      <span>
        {order.accountName} · {words.kinds[order.kind]}
      </span>
      <span>@{showQuote(order.odds)}</span>
    </span>
    <span>{words.held(showAmount(order.heldStake))}</span>
  </div>
)

/** Where an order came from without another order before it. */
const Origin = ({ order }: { readonly order: OrderDetailAnswer }): ReactNode => (
  <div className={css.card}>
    <b>
      <span>{words.sources[order.kind]}</span>
    </b>
    <span>
      <span>{order.accountName}</span>
      <span>{formatClock(order.at)}</span>
    </span>
    {order.betNo === undefined ? null : <span className={css.betNo}>{order.betNo}</span>}
  </div>
)

/** The order between what caused it and what it caused; every other card leads on. */
export const OrderChain = ({
  order,
  onOpen,
}: {
  readonly order: OrderDetailAnswer
  readonly onOpen: (orderNo: string) => void
}): ReactNode => {
  const titleOf = useTitle()
  const { causedBy, replenishments: caused } = order
  return (
    <section aria-label={words.chain}>
      <h3>
        {words.chain} <small>{words.chainNote}</small>
      </h3>
      <div className={css.chain}>
        <div>
          <p>{words.chainUp}</p>
          {causedBy ? <Card order={causedBy} title={titleOf(causedBy)} onOpen={onOpen} /> : <Origin order={order} />}
        </div>
        <i className={css.arrow} aria-hidden="true">
          →
        </i>
        <div>
          <p>{words.chainSelf}</p>
          <Self order={order} />
        </div>
        <i className={css.arrow} aria-hidden="true">
          {caused.length === 0 ? '' : '→'}
        </i>
        <div>
          <p>
            {caused.length === 0
              ? words.chainNone
              : words.chainDown(caused.length, showAmount(addAmounts(caused.map(({ stake }) => stake))))}
          </p>
          {caused.map((one) => (
            <Card key={one.orderNo} order={one} title={titleOf(one)} onOpen={onOpen} />
          ))}
        </div>
      </div>
    </section>
  )
}
