import { classificationQuery, deliveryQuery, orderDetailQuery, orderQuery } from '@strata/contract/endpoints/reports'
import type { FastifyInstance } from 'fastify'
import type { AccessContext } from '../access/authorize.ts'
import { serveSession } from '../access/session-calls.ts'
import type { Pool } from '../platform/db.ts'
import { classification } from './classification.ts'
import { delivery } from './delivery.ts'
import { orderDetail } from './order-detail.ts'
import { orders } from './orders.ts'

/** Reports read what settlement has folded, from a replica where there is one; who may ask is never read from it. */
export function reportRoutes(app: FastifyInstance, context: AccessContext, replica: Pool): void {
  const { clock } = context
  serveSession(app, context, deliveryQuery, (input, { caller }) => delivery(replica, caller, input, clock()))
  serveSession(app, context, classificationQuery, (input, { caller }) =>
    classification(replica, caller, input, clock()),
  )
  serveSession(app, context, orderQuery, (input, { caller }) => orders(replica, caller, input, clock()))
  serveSession(app, context, orderDetailQuery, (input, { caller }) => orderDetail(replica, caller, input))
}
