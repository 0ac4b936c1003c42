import {
  flyOutAccountCreate,
  flyOutAccountQuery,
  flyOutAccountUpdate,
  flyOutAllowedSet,
  flyOutBooks,
  flyOutOrderConfirm,
  flyOutOrderQuery,
  flyOutOrderReject,
  flyOutOrderResend,
  flyOutQuery,
  flyOutSet,
} from '@strata/contract/endpoints/fly-outs'
import {
  acceptTypesSet,
  advise,
  autoConfigSet,
  manualBet,
  manualConfigSet,
  replenishmentQuery,
  stop,
} from '@strata/contract/endpoints/replenishment'
import type { FastifyInstance } from 'fastify'
import { type AccessContext, serveSession } from '../access/session.ts'
import type { BesideBoards } from '../book/boards.ts'
import { setFills } from '../tree/terms.ts'
import { type AdviseDeps, adviseSending } from './advice/advise.ts'
import { setAutoConfig, setManualConfig } from './automatic/change-settings.ts'
import { querySettings } from './automatic/query-settings.ts'
import { stopAutomatic } from './automatic/stop-switch.ts'
import { queryWarnings, setWarnings } from './automatic/warning-lines.ts'
import {
  createFlyOutAccount,
  queryBooks,
  queryFlyOutAccounts,
  updateFlyOutAccount,
} from './fly-out/fly-out-accounts.ts'
import type { FlyOutDeps } from './fly-out/fly-out-answer.ts'
import { decideFlyOut, queryFlyOutOrders, resendFlyOut } from './fly-out/fly-out-orders.ts'
import { queryFlyOut, setFlyOut, setFlyOutOfDownline } from './fly-out/fly-out-settings.ts'
import { type ManualDeps, manualBetCall } from './manual/send-by-hand.ts'

export function replenishmentRoutes(app: FastifyInstance, context: AccessContext, deps: AdviseDeps): void {
  serveSession(app, context, replenishmentQuery, (input, { caller }) => querySettings(deps, caller, input))
  serveSession(app, context, autoConfigSet, (input, { caller }) => setAutoConfig(deps, caller, input))
  serveSession(app, context, manualConfigSet, (input, { caller }) => setManualConfig(deps, caller, input))
  serveSession(app, context, stop, (input, { caller }) => stopAutomatic(deps, caller, input))
  serveSession(app, context, manualBet, (input, { caller }) => manualBetCall(deps, caller, input))
  serveSession(app, context, advise, (input, { caller }) => adviseSending(deps, caller, input))
}

/** The warning lines of a board, which are stored with the settings of replenishment. */
export const warningCalls = (deps: AdviseDeps): Pick<BesideBoards, 'warningQuery' | 'warningSet'> => ({
  warningQuery: (input, { caller }) => queryWarnings(deps, caller, input),
  warningSet: (input, { caller }) => setWarnings(deps, caller, input),
})

/** Fill limits of the downline. They are terms of the tree, but are set on the pages of replenishment. */
export function downlineFillRoutes(app: FastifyInstance, context: AccessContext): void {
  serveSession(app, context, acceptTypesSet, (input, { caller }) =>
    setFills(context, caller, input, 'replenishment/xx-set'),
  )
}

/** Fly-order accounts, automatic fly-out, and the orders. */
export function flyOutRoutes(app: FastifyInstance, context: AccessContext, deps: ManualDeps & FlyOutDeps): void {
  serveSession(app, context, flyOutBooks, () => queryBooks(deps))
  serveSession(app, context, flyOutAccountCreate, (input, { caller }) => createFlyOutAccount(deps, caller, input))
  serveSession(app, context, flyOutAccountUpdate, (input, { caller }) => updateFlyOutAccount(deps, caller, input))
  serveSession(app, context, flyOutAccountQuery, (input, { caller }) => queryFlyOutAccounts(deps, caller, input))
  serveSession(app, context, flyOutQuery, (input, { caller }) => queryFlyOut(deps, caller, input))
  serveSession(app, context, flyOutSet, (input, { caller }) => setFlyOut(deps, caller, input))
  serveSession(app, context, flyOutAllowedSet, (input, { caller }) =>
    setFlyOutOfDownline({ ...context, live: deps.live }, caller, input),
  )
  serveSession(app, context, flyOutOrderQuery, (input, { caller }) => queryFlyOutOrders(deps, caller, input))
  serveSession(app, context, flyOutOrderConfirm, (input, { caller }) => decideFlyOut(deps, caller, input, 'confirmed'))
  serveSession(app, context, flyOutOrderReject, (input, { caller }) => decideFlyOut(deps, caller, input, 'rejected'))
  serveSession(app, context, flyOutOrderResend, (input, { caller }) => resendFlyOut(deps, caller, input))
}
