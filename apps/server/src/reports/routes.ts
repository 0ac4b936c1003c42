import { classificationQuery, deliveryQuery, orderDetailQuery, orderQuery } from '@strata/contract/endpoints/reports'
import {
  settlingUpDays,
  settlingUpLog,
  settlingUpQuery,
  settlingUpReceived,
  settlingUpSet,
  settlingUpUndo,
} from '@strata/contract/endpoints/settling-up'
import type { FastifyInstance } from 'fastify'
import type { AccessContext } from '../access/session/authorize.ts'
import { serveSession } from '../access/session/serve-session.ts'
import type { Pool } from '../platform/db.ts'
import { classification } from './delivery/classification.ts'
import { delivery } from './delivery/delivery.ts'
import { orderDetail } from './orders/order-detail.ts'
import { orders } from './orders/orders.ts'
import { receivedMarks } from './settling-up/received-marks.ts'
import {
  settleUp,
  settlingUpByDay,
  settlingUpList,
  settlingUpMarks,
  undoSettlingUp,
} from './settling-up/settling-up.ts'

/** Reports read what settlement has folded, from a replica where there is one; who may ask is never read from it. */
export function reportRoutes(app: FastifyInstance, context: AccessContext, replica: Pool): void {
  const { clock, pool } = context
  serveSession(app, context, deliveryQuery, (input, { caller }) => delivery(replica, caller, input, clock(), pool))
  serveSession(app, context, classificationQuery, (input, { caller }) =>
    classification(replica, caller, input, clock()),
  )
  serveSession(app, context, orderQuery, (input, { caller }) => orders(replica, caller, input, clock()))
  serveSession(app, context, orderDetailQuery, (input, { caller }) => orderDetail(replica, caller, input))
  serveSession(app, context, settlingUpQuery, (input, { caller }) => settlingUpList(context, caller, input))
  serveSession(app, context, settlingUpDays, (input, { caller }) => settlingUpByDay(context, caller, input))
  serveSession(app, context, settlingUpSet, (input, { caller }) => settleUp(context, caller, input))
  serveSession(app, context, settlingUpUndo, (input, { caller }) => undoSettlingUp(context, caller, input))
  serveSession(app, context, settlingUpLog, (input, { caller }) => settlingUpMarks(context, caller, input))
  serveSession(app, context, settlingUpReceived, (input, { caller }) => receivedMarks(pool, caller, input))
}
