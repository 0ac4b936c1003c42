import * as reportsCalls from '@strata/contract/calls/reports'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatDate, formatInstant } from '../../lib/instant.ts'
import { ordersText } from '../../text/zh-CN/shared/orders.ts'
import { CopyButton } from '../copy-button.tsx'
import { ExportButton } from '../exports/export-button.tsx'
import css from './order-detail.module.css'
import { type OrderDetailAnswer, type OrderGame, orderAsText } from './order-detail-model.ts'

const words = ordersText

/** The result version that counts, and what can be done with the order. */
export const OrderFoot = ({
  order,
  game,
}: {
  readonly order: OrderDetailAnswer
  readonly game: OrderGame
}): ReactNode => {
  const { settledBy, draw } = order
  return (
    <footer className={css.foot}>
      <p>
        {settledBy === null
          ? words.notSettled
          : [
              words.settledBy(settledBy.version, settledBy.at === null ? '' : formatInstant(settledBy.at).slice(5)),
              order.corrected ? words.wasCorrected : words.notCorrected,
            ].join(' · ')}
      </p>
      <div>
        {draw ? (
          <Link className="ghost-button" to={`/result?game=${game.gameType}&date=${formatDate(draw.at)}`}>
            {words.check}
          </Link>
        ) : null}
        <CopyButton text={orderAsText(order, game.name)} label={words.copyText} />
        <ExportButton call={reportsCalls.orderQuery} input={{ orderNo: order.orderNo }} />
      </div>
    </footer>
  )
}
