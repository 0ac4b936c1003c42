import {
  agentQuery,
  bulkTermsQuery,
  getGameInfos,
  limitsQuery,
  limitsSet,
  maxFillQuery,
  setTerms,
  setTermsMany,
  updateStatus,
} from '@strata/contract/endpoints/tree'
import type { FastifyInstance } from 'fastify'
import { serveSession } from '../access/session.ts'
import { refuse } from '../platform/refusal.ts'
import { queryAgents } from './directory/agent-query.ts'
import { PathDirectories } from './directory/path-directory.ts'
import { updateStatusCall } from './paths/change-status.ts'
import { queryBulk, startBulk } from './terms/change-terms-of-many.ts'
import { queryLimits } from './terms/query-limits.ts'
import { queryFills } from './terms/query-max-fills.ts'
import { setLimits } from './terms/set-limits.ts'
import { setTermsCall } from './terms/set-terms-call.ts'
import { gameInfos } from './terms/terms-with-bounds.ts'
import type { TreeContext } from './tree-context.ts'

/** The calls of the account tree and its terms. */
export function treeRoutes(app: FastifyInstance, context: TreeContext): void {
  const lists = { pool: context.pool, directories: new PathDirectories(context.pool) }
  serveSession(app, context, agentQuery, (input, { caller }) => queryAgents(lists, caller, input, context.clock()))

  serveSession(app, context, getGameInfos, async (input, { caller }) => {
    const target = caller.targets.get(input.agentPathsId)
    if (!target) return refuse('notFound')
    return gameInfos(context.pool, {
      merchantId: target.merchantId,
      pathId: target.id,
      isOwn: target.id === caller.path.id,
      now: context.clock(),
    })
  })

  serveSession(app, context, setTerms, (input, { caller }) => setTermsCall(context, caller, input))
  serveSession(app, context, maxFillQuery, (input, { caller }) => queryFills(context, caller, input))
  serveSession(app, context, limitsQuery, (input, { caller }) => queryLimits(context.pool, caller, input))
  serveSession(app, context, limitsSet, (input, { caller }) => setLimits(context, caller, input))
  serveSession(app, context, updateStatus, (input, { caller }) => updateStatusCall(context, caller, input))
  serveSession(app, context, setTermsMany, (input, { caller }) => startBulk(context, caller, input))
  serveSession(app, context, bulkTermsQuery, (input, { caller }) => queryBulk(context.pool, caller, input.bulkId))
}
