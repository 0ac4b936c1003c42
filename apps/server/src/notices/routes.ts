import {
  alertQuery,
  alertRead,
  bulletinMessage,
  leaseNotice,
  maintenanceNotice,
  noticeRead,
  preferenceGet,
  preferenceSet,
} from '@strata/contract/endpoints/notices'
import type { FastifyInstance } from 'fastify'
import { type AccessContext, type Caller, oncePerRequest, serveSession } from '../access/session.ts'
import { refuse } from '../platform/refusal.ts'
import { alertPage, alertsSeen } from './alerts/alert-page.ts'
import { leaseNotices } from './lease-notice.ts'
import { maintenanceNotices } from './maintenance-notice.ts'
import {
  countAlerts,
  listNotices,
  markAlertsRead,
  markNoticesRead,
  type NoticeReaderRef,
  readPreference,
  writePreference,
} from './store.ts'

const PREFERENCE_BYTES = 65_536

const readerOf = (caller: Caller): NoticeReaderRef => ({
  accountId: caller.account.id,
  accountName: caller.account.name,
  pathName: caller.path.name,
  merchantId: caller.merchantId,
  role: caller.role,
  isAdmin: caller.roleType === 1,
})

/** Notices, alerts and screen preferences of accounts. */
export function noticeRoutes(app: FastifyInstance, context: AccessContext): void {
  const { pool, clock } = context

  serveSession(app, context, bulletinMessage, (_input, { caller }) => listNotices(pool, readerOf(caller), clock()))

  serveSession(app, context, noticeRead, (input, { caller, endpoint }) => {
    const { requestId, ...content } = input
    const now = clock()
    const key = { accountId: caller.account.id, requestId, call: endpoint.id, content, now }
    return oncePerRequest(pool, key, async (tx) => {
      await markNoticesRead(tx, readerOf(caller), { ids: input.ids, now })
      return null
    })
  })

  serveSession(app, context, maintenanceNotice, () => maintenanceNotices(pool, clock()))

  serveSession(app, context, leaseNotice, (_input, { caller }) => leaseNotices(pool, caller, clock()))

  serveSession(app, context, alertQuery, (input, { caller }) => alertPage(pool, caller, input))

  serveSession(app, context, alertRead, (input, { caller, endpoint }) => {
    const { requestId, ...content } = input
    const key = { accountId: caller.account.id, requestId, call: endpoint.id, content, now: clock() }
    return oncePerRequest(pool, key, async (tx) => {
      const seen = alertsSeen(caller)
      const { ids, upTo } = input
      const read = { pathId: caller.path.id, ids, upTo, ...seen, by: caller.account.name, at: clock() }
      await markAlertsRead(tx, caller.merchantId, read)
      return { unread: (await countAlerts(tx, caller.merchantId, caller.path.id, seen)).unread }
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
