import {
  alertQuery,
  alertRead,
  bulletinMessage,
  preferenceGet,
  preferenceSet,
} from '@strata/contract/endpoints/notices'
import { PERMISSION } from '@strata/contract/permissions'
import type { FastifyInstance } from 'fastify'
import type { AccessContext } from '../access/session/authorize.ts'
import { oncePerRequest } from '../access/session/once-per-request.ts'
import { serveSession } from '../access/session/serve-session.ts'
import { refuse } from '../platform/refusal.ts'
import { alertPage } from './alerts/alert-page.ts'
import { countAlerts, listNotices, markAlertsRead, readPreference, writePreference } from './store.ts'

const PREFERENCE_BYTES = 65_536

/** The notice line, alerts and what each account keeps for its own screens. */
export function noticeRoutes(app: FastifyInstance, context: AccessContext): void {
  const { pool, clock } = context

  serveSession(app, context, bulletinMessage, (_input, { caller }) =>
    listNotices(pool, { merchantId: caller.merchantId, isAdmin: caller.roleType === 1, now: clock() }),
  )

  serveSession(app, context, alertQuery, (input, { caller }) => alertPage(pool, caller, input))

  serveSession(app, context, alertRead, (input, { caller, endpoint }) => {
    const { requestId, ...content } = input
    const key = { accountId: caller.account.id, requestId, call: endpoint.id, content, now: clock() }
    return oncePerRequest(pool, key, async (tx) => {
      const boards = caller.permissionIds.has(PERMISSION.boards)
      const read = { pathId: caller.path.id, ids: input.ids, by: caller.account.name, at: clock() }
      await markAlertsRead(tx, caller.merchantId, read)
      return { unread: (await countAlerts(tx, caller.merchantId, caller.path.id, { boards })).unread }
    })
  })

  serveSession(app, context, preferenceGet, async (input, { caller }) => ({
    key: input.key,
    value: await readPreference(pool, caller.account.id, input.key),
  }))

  serveSession(app, context, preferenceSet, async (input, { caller }) => {
    if (Buffer.byteLength(input.value) > PREFERENCE_BYTES) return refuse('tooLarge')
    const saved = await writePreference(pool, caller.account.id, input.key, input.value)
    return saved ? null : refuse('beyondLimit')
  })
}
