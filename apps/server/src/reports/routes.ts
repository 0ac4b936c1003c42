import { classificationQuery, deliveryQuery, orderDetailQuery, orderQuery } from '@strata/contract/endpoints/reports'
import {
  settlingUpDays,
  settlingUpLog,
  settlingUpQuery,
  settlingUpReceived,
  settlingUpSet,
  settlingUpSetMany,
  settlingUpUndo,
} from '@strata/contract/endpoints/settling-up'
import type { FastifyInstance } from 'fastify'
import { type AccessContext, serveSession } from '../access/session.ts'
import type { TransferPasswords } from '../ledger/transfer-password.ts'
import { classification } from './delivery/classification.ts'
import { delivery } from './delivery/delivery.ts'
import type { ReportReads } from './heavy-reads.ts'
import { orderDetail } from './orders/order-detail.ts'
import { searchOrders } from './orders/orders.ts'
import { receivedMarks } from './settling-up/received-marks.ts'
import { settleMany } from './settling-up/settle-many.ts'
import {
  settleUp,
  settlingUpByDay,
  settlingUpList,
  settlingUpMarks,
  undoSettlingUp,
} from './settling-up/settling-up.ts'

/** Reports read rollups and orders, from a replica if there is one; permissions are never read from a replica. */
export function reportRoutes(
  app: FastifyInstance,
  context: AccessContext & { readonly passwords: TransferPasswords },
  reads: ReportReads,
): void {
  const { clock, pool } = context
  const { reports, replica, heavy } = reads
  // Marks must show at once, so these calls read from the primary database.
  const fresh = { ...context, pool: reports }
  serveSession(app, context, deliveryQuery, (input, call) =>
    heavy.run(call, () => delivery(replica, call.caller, input, clock(), reports)),
  )
  serveSession(app, context, classificationQuery, (input, call) =>
    heavy.run(call, () => classification(replica, call.caller, input, clock())),
  )
  serveSession(app, context, orderQuery, (input, call) =>
    heavy.run(call, () => searchOrders(replica, call.caller, input, clock())),
  )
  serveSession(app, context, orderDetailQuery, (input, { caller }) => orderDetail(replica, caller, input))
  serveSession(app, context, settlingUpQuery, (input, call) =>
    heavy.run(call, () => settlingUpList(fresh, call.caller, input)),
  )
  serveSession(app, context, settlingUpDays, (input, call) =>
    heavy.run(call, () => settlingUpByDay(fresh, call.caller, input)),
  )
  serveSession(app, context, settlingUpSet, (input, { caller }) => settleUp(context, caller, input))
  serveSession(app, context, settlingUpSetMany, (input, { caller }) => settleMany(context, caller, input))
  serveSession(app, context, settlingUpUndo, (input, { caller }) => undoSettlingUp(context, caller, input))
  serveSession(app, context, settlingUpLog, (input, { caller }) => settlingUpMarks(context, caller, input))
  serveSession(app, context, settlingUpReceived, (input, { caller }) => receivedMarks(pool, caller, input))
}
