import { orderRoll, relationOrder, warningQuery, warningSet } from '@strata/contract/endpoints/book'
import type { FastifyInstance } from 'fastify'
import { type AccessContext, type SessionHandler, serveSession } from '../access/session.ts'

/** What these calls do: warning lines are settings of replenishment, and orders are listed by reports. */
export interface BesideBoards {
  readonly warningQuery: SessionHandler<typeof warningQuery>
  readonly warningSet: SessionHandler<typeof warningSet>
  readonly relationOrder: SessionHandler<typeof relationOrder>
  readonly orderRoll: SessionHandler<typeof orderRoll>
}

/** What people open beside a board: its warning lines, the orders behind an item, and the latest orders. */
export function besideBoardRoutes(app: FastifyInstance, context: AccessContext, calls: BesideBoards): void {
  serveSession(app, context, warningQuery, calls.warningQuery)
  serveSession(app, context, warningSet, calls.warningSet)
  serveSession(app, context, relationOrder, calls.relationOrder)
  serveSession(app, context, orderRoll, calls.orderRoll)
}
