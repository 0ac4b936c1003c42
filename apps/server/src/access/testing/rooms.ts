import type { FastifyInstance } from 'fastify'
import { ledgerRoutes } from '../../ledger/routes.ts'
import { noticeRoutes } from '../../notices/routes.ts'
import type { Platform } from '../../platform/platform.ts'
import { createSecrets } from '../../platform/secrets.ts'
import { reportRoutes } from '../../reports/routes.ts'
import { treeRoutes } from '../../tree/routes.ts'
import { accessRoutes } from '../routes.ts'

/** All rooms that serve calls, as the server itself adds them. */
export function addServedRooms(app: FastifyInstance, platform: Platform): void {
  const { pool, clock, config, streams } = platform
  accessRoutes(app, { pool, clock, streams, appSecret: config.appSecret, secrets: createSecrets(config.keys) })
  treeRoutes(app, platform)
  ledgerRoutes(app, platform)
  reportRoutes(app, platform)
  noticeRoutes(app, platform)
}
