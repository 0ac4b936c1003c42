import {
  healthQuery,
  integrationQuery,
  jobQuery,
  jobRetry,
  verifyQuery,
  verifyStart,
} from '@strata/contract/endpoints/operations'
import type { FastifyInstance } from 'fastify'
import { type AccessContext, serveSession } from '../../access/session.ts'
import { type HealthContext, queryHealth } from './health.ts'
import { integrationGuide } from './integration.ts'
import { queryJobs, retryJob } from './jobs.ts'
import { queryRuns, startRun } from './verify-runs.ts'

/** Jobs, runs of verify and the health of the installation. */
export function operationRoutes(app: FastifyInstance, access: AccessContext, health: HealthContext): void {
  serveSession(app, access, jobQuery, (input) => queryJobs(access, input))
  serveSession(app, access, jobRetry, (input, { caller }) => retryJob(access, caller, input))
  serveSession(app, access, verifyQuery, (input) => queryRuns(access, input))
  serveSession(app, access, verifyStart, (input, { caller }) => startRun(access, caller, input))
  serveSession(app, access, healthQuery, () => queryHealth(health))
  serveSession(app, access, integrationQuery, async () => integrationGuide(health.config))
}
