import {
  boardCommon,
  boardType,
  multiCommon,
  scenario,
  specialAttributes,
  specialNumbers,
  todayWinLose,
  zm16,
  zmt,
} from '@strata/contract/endpoints/book'
import {
  oddsDropLog,
  oddsDropNow,
  oddsDropQuery,
  oddsDropReset,
  oddsDropSet,
} from '@strata/contract/endpoints/odds-drops'
import type { FastifyInstance } from 'fastify'
import { type AccessContext, oncePerRequest, serveSession } from '../access/session.ts'
import { itemBoard, specialBoard } from './boards/board.ts'
import { combinationBoard } from './boards/combination-board.ts'
import { typeBoard } from './boards/group-board.ts'
import { todayOf } from './boards/today.ts'
import type { DropDeps } from './odds-drops/apply-drops.ts'
import { dropLog, dropSettings, setDropSteps } from './odds-drops/drop-settings.ts'
import { dropsNow } from './odds-drops/drop-standing.ts'
import { resetDrops } from './odds-drops/reset-drops.ts'
import { type ScenarioDeps, scenarioOf } from './scenario/scenario.ts'

/** The live boards. */
export function bookRoutes(app: FastifyInstance, context: AccessContext, deps: ScenarioDeps): void {
  serveSession(app, context, todayWinLose, (_input, { caller }) => todayOf(deps, caller))
  serveSession(app, context, specialNumbers, (input, { caller }) => specialBoard(deps, caller, input))
  serveSession(app, context, specialAttributes, (input, { caller }) =>
    itemBoard(deps, caller, input, 'specialAttributes'),
  )
  serveSession(app, context, boardCommon, (input, { caller }) => itemBoard(deps, caller, input, 'common'))
  serveSession(app, context, boardType, (input, { caller }) => typeBoard(deps, caller, input))
  serveSession(app, context, zm16, (input, { caller }) => itemBoard(deps, caller, input, 'zm16'))
  serveSession(app, context, zmt, (input, { caller }) => itemBoard(deps, caller, input, 'zmt'))
  serveSession(app, context, multiCommon, (input, { caller }) => combinationBoard(deps, caller, input))
  serveSession(app, context, scenario, (input, { caller }) => scenarioOf(deps, caller, input))
}

/** The automatic odds drop. Only for operators. */
export function oddsDropRoutes(app: FastifyInstance, context: AccessContext, live: DropDeps['live']): void {
  const { pool, clock } = context
  serveSession(app, context, oddsDropQuery, (input) => dropSettings(pool, input.gameId))
  serveSession(app, context, oddsDropSet, (input, { caller, endpoint }) => {
    const { requestId, ...content } = input
    const key = { accountId: caller.account.id, requestId, call: endpoint.id, content, now: clock() }
    return oncePerRequest(pool, key, (tx) => setDropSteps(tx, { caller, clock }, input))
  })
  serveSession(app, context, oddsDropReset, (input, { caller, endpoint }) => {
    const { requestId, ...content } = input
    const key = { accountId: caller.account.id, requestId, call: endpoint.id, content, now: clock() }
    return oncePerRequest(pool, key, (tx) => resetDrops(tx, { caller, clock, live }, input))
  })
  serveSession(app, context, oddsDropNow, (input) => dropsNow(context, input.gameId))
  serveSession(app, context, oddsDropLog, (input) => dropLog(pool, input))
}
