import { exportCancel, exportFile, exportQuery } from '@strata/contract/endpoints/reports'
import type { FastifyInstance } from 'fastify'
import { serveSession } from '../access/session.ts'
import type { ExportContext } from '../exports/context.ts'
import { cancelExport, listExports, sendFile } from '../exports/own-exports.ts'

/** The download list: the account's exports, their progress and their files. */
export function exportRoutes(app: FastifyInstance, context: ExportContext): void {
  serveSession(app, context, exportQuery, (input, { caller }) => listExports(context, caller, input))
  serveSession(app, context, exportCancel, (input, { caller }) => cancelExport(context, caller, input))
  serveSession(app, context, exportFile, ({ exportId }, call) => sendFile(context, call, Number(exportId)))
}
