import { classificationQuery, deliveryQuery, orderDetailQuery, orderQuery } from '@strata/contract/endpoints/reports'
import type { FastifyInstance } from 'fastify'
import type { AccessContext } from '../access/authorize.ts'
import { serveSession } from '../access/session-calls.ts'
import { classification } from './classification.ts'
import { delivery } from './delivery.ts'
import { orderDetail } from './order-detail.ts'
import { orders } from './orders.ts'

/** Reports read what settlement has folded; `pool` may be a replica. */
export function reportRoutes(app: FastifyInstance, context: AccessContext): void {
  const { pool, clock } = context
  serveSession(app, context, deliveryQuery, (input, { caller }) => delivery(pool, caller, input, clock()))
  serveSession(app, context, classificationQuery, (input, { caller }) => classification(pool, caller, input, clock()))
  serveSession(app, context, orderQuery, (input, { caller }) => orders(pool, caller, input, clock()))
  serveSession(app, context, orderDetailQuery, (input, { caller }) => orderDetail(pool, caller, input))
}
