import { adminOddsQuery, adminOddsSet, pankouCommissionSet, pankouSettingQuery } from '@strata/contract/endpoints/admin'
import { merchantGetLogo } from '@strata/contract/endpoints/admin-merchants'
import type { FastifyInstance } from 'fastify'
import { serveSession } from '../access/session-calls.ts'
import { queryPankou, setCommissionCall } from '../tree/head-commission.ts'
import { type OddsContext, queryOdds, setOddsCall } from './odds.ts'
import { merchantLogo } from './store.ts'

export type AdminContext = OddsContext

/** Prices and commission as operators set them. */
function priceRoutes(app: FastifyInstance, context: AdminContext): void {
  serveSession(app, context, adminOddsQuery, (input) => queryOdds(context, input))
  serveSession(app, context, adminOddsSet, (input, { caller }) => setOddsCall(context, caller, input))
  serveSession(app, context, pankouSettingQuery, (input) => queryPankou(context, input))
  serveSession(app, context, pankouCommissionSet, (input, { caller }) => setCommissionCall(context, caller, input))
}

/** The operators' side. */
export function adminRoutes(app: FastifyInstance, context: AdminContext): void {
  priceRoutes(app, context)
  // Everybody's: the merchant of the caller, or of a path below.
  serveSession(app, context, merchantGetLogo, async (input, { caller }) => {
    const named = input.agentPathsId === undefined ? undefined : caller.targets.get(input.agentPathsId)
    const { merchantId } = named ?? caller
    return (await merchantLogo(context.pool, merchantId)) ?? { name: named?.name ?? caller.path.name, logo: '' }
  })
}
