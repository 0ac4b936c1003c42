import {
  gameHub,
  gameTypes,
  longRun,
  oddsQuery,
  periodHistories,
  recCommitment,
  recGameInfos,
  recOddsQuery,
  rulesInForce,
} from '@strata/contract/endpoints/games'
import { gameById, groupsOfGame, playsOfGroup } from '@strata/domain/games/catalogue'
import type { MerchantId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import type { FastifyInstance } from 'fastify'
import { type AccessContext, serveSession } from '../access/session.ts'
import { type CallInfo, registerEndpoint } from '../platform/endpoint.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import { listGames } from './periods/store-periods.ts'
import { listPrices } from './prices/list-prices.ts'
import { periodCommitment } from './results/commitment.ts'
import { gameInfos, latestRuns, periodHistory } from './results/results-query.ts'
import { readRulesInForce } from './setup/rules-in-force.ts'

export interface GamesContext extends AccessContext {
  /** Verifies the signature of a game platform's call and returns its merchant. */
  readonly signed: (call: CallInfo) => Promise<{ readonly merchantId: MerchantId } | Refusal>
}

/** Calls that read games, plays, prices and periods, for users and game platforms. */
export function gamesRoutes(app: FastifyInstance, context: GamesContext): void {
  const { pool, clock } = context
  serveSession(app, context, gameHub, async () => {
    const hubs = [...new Set((await listGames(pool)).filter((game) => game.enabled).map((game) => game.hub))]
    return hubs.map((hubName, index) => ({ id: index + 1, hubName }))
  })
  serveSession(app, context, gameTypes, async () => {
    const games = await listGames(pool)
    return games.flatMap(({ id, name, enabled }) => {
      const game = gameById(id)
      if (!game) return []
      const groups = groupsOfGame(game.id).map((group) => ({
        id: group.id,
        code: group.code,
        name: group.name,
        plays: playsOfGroup(group.id).map((play) => ({ id: play.id, code: play.code, name: play.name })),
      }))
      return [{ id, gameType: game.code, gameName: name, enabled, groups }]
    })
  })
  serveSession(app, context, rulesInForce, () => readRulesInForce(pool))
  serveSession(app, context, recGameInfos, () => gameInfos(pool, clock()))
  serveSession(app, context, periodHistories, (input, { caller }) =>
    periodHistory(pool, input, caller.role === ROLE.head),
  )
  serveSession(app, context, longRun, (input) => latestRuns(pool, input))
  serveSession(app, context, oddsQuery, async (input, { caller }) => {
    const listed = await listPrices(pool, { ...input, merchantId: caller.merchantId })
    return listed ?? refuse('notFound')
  })
  registerEndpoint(app, recOddsQuery, {
    authorize: context.signed,
    handle: async (input, { caller }) => {
      const listed = await listPrices(pool, { ...input, merchantId: caller.merchantId })
      return listed ?? refuse('notFound')
    },
  })
  registerEndpoint(app, recCommitment, {
    authorize: context.signed,
    handle: async (input) => (await periodCommitment(pool, input)) ?? refuse('notFound'),
  })
}
