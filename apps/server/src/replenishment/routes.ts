import { warningQuery, warningSet } from '@strata/contract/endpoints/book'
import { autoConfigSet, manualBet, manualConfigSet, replenishmentQuery } from '@strata/contract/endpoints/replenishment'
import type { FastifyInstance } from 'fastify'
import type { AccessContext } from '../access/authorize.ts'
import { serveSession } from '../access/session-calls.ts'
import { setAutoConfig, setManualConfig } from './change-settings.ts'
import { type ManualDeps, manualBetCall } from './manual.ts'
import { querySettings } from './query.ts'
import { queryWarnings, setWarnings } from './warnings.ts'

export function replenishmentRoutes(app: FastifyInstance, context: AccessContext, deps: ManualDeps): void {
  serveSession(app, context, replenishmentQuery, (input, { caller }) => querySettings(deps, caller, input))
  serveSession(app, context, autoConfigSet, (input, { caller }) => setAutoConfig(deps, caller, input))
  serveSession(app, context, manualConfigSet, (input, { caller }) => setManualConfig(deps, caller, input))
  serveSession(app, context, warningQuery, (input, { caller }) => queryWarnings(deps, caller, input))
  serveSession(app, context, warningSet, (input, { caller }) => setWarnings(deps, caller, input))
  serveSession(app, context, manualBet, (input, { caller }) => manualBetCall(deps, caller, input))
}
