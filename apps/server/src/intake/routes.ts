import { orderCreate, recOrderQuery } from '@strata/contract/endpoints/intake'
import type { FastifyInstance } from 'fastify'
import { isMaintenanceOn } from '../access/platform-settings.ts'
import type { Clock } from '../platform/clock.ts'
import type { Pool } from '../platform/db.ts'
import { registerEndpoint } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import type { Intake } from './intake.ts'
import type { MerchantKeys } from './merchant-keys.ts'
import { queryBets } from './query-bets.ts'
import { QueueFull } from './queue.ts'

export interface IntakeContext {
  readonly pool: Pool
  readonly clock: Clock
  readonly intake: Intake
  readonly keys: MerchantKeys
}

/** The game platform's signed calls: placing bets and querying them. */
export function intakeRoutes(app: FastifyInstance, { pool, clock, intake, keys }: IntakeContext): void {
  registerEndpoint(app, orderCreate, {
    authorize: (call) => keys.authorize(call),
    judgesText: true,
    handle: async ({ bets }, { caller }) => {
      if (await isMaintenanceOn(pool, clock())) return refuse('maintenance')
      try {
        return { results: await intake.create(caller.merchantId, bets) }
      } catch (error) {
        if (error instanceof QueueFull) return refuse('overloaded')
        throw error
      }
    },
  })
  registerEndpoint(app, recOrderQuery, {
    authorize: (call) => keys.authorize(call),
    handle: ({ betNos }, { caller }) => queryBets(pool, caller.merchantId, betNos),
  })
}
