import {
  boardCommon,
  boardType,
  multiCommon,
  tmzx1,
  tmzx2,
  todayWinLose,
  zm16,
  zmt,
} from '@strata/contract/endpoints/book'
import type { FastifyInstance } from 'fastify'
import type { AccessContext } from '../access/authorize.ts'
import { serveSession } from '../access/session-calls.ts'
import { type BoardDeps, itemBoard, multiBoard, specialBoard, typeBoard } from './board.ts'
import { todayOf } from './today.ts'

/** The live boards. */
export function bookRoutes(app: FastifyInstance, context: AccessContext, deps: BoardDeps): void {
  serveSession(app, context, todayWinLose, (_input, { caller }) => todayOf(deps, caller))
  serveSession(app, context, tmzx1, (input, { caller }) => specialBoard(deps, caller, input))
  serveSession(app, context, tmzx2, (input, { caller }) => itemBoard(deps, caller, input, 'tmzx2'))
  serveSession(app, context, boardCommon, (input, { caller }) => itemBoard(deps, caller, input, 'common'))
  serveSession(app, context, boardType, (input, { caller }) => typeBoard(deps, caller, input))
  serveSession(app, context, zm16, (input, { caller }) => itemBoard(deps, caller, input, 'zm16'))
  serveSession(app, context, zmt, (input, { caller }) => itemBoard(deps, caller, input, 'zmt'))
  serveSession(app, context, multiCommon, (input, { caller }) => multiBoard(deps, caller, input))
}
