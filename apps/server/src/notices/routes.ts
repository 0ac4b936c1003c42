import {
  alertQuery,
  alertRead,
  bulletinMessage,
  preferenceGet,
  preferenceSet,
  realtimeStream,
} from '@strata/contract/endpoints/notices'
import type { FastifyInstance } from 'fastify'
import type { AccessContext } from '../access/authorize.ts'
import { recheckCaller } from '../access/recheck.ts'
import { oncePerRequest } from '../access/requests.ts'
import { serveSession } from '../access/session-calls.ts'
import { alreadySent } from '../platform/endpoint.ts'
import { refuse } from '../platform/refusal.ts'
import type { EventStreams } from '../platform/streams.ts'
import { eventFor } from './live-events.ts'
import { countAlerts, findAlerts, listNotices, markAlertsRead, readPreference, writePreference } from './store.ts'

const PREFERENCE_BYTES = 65_536

export interface NoticeContext extends AccessContext {
  readonly streams: EventStreams
}

/** The notice line, alerts, the live stream and what each account keeps for its own screens. */
export function noticeRoutes(app: FastifyInstance, context: NoticeContext): void {
  const { pool, clock } = context

  serveSession(app, context, bulletinMessage, (_input, { caller }) => listNotices(pool, caller.merchantId, clock()))

  serveSession(app, context, alertQuery, async (input, { caller }) => {
    const { pageIndex, pageSize, sortInfo, state } = input
    const pathId = caller.path.id
    const items = await findAlerts(pool, caller.merchantId, {
      pathId,
      state: state ?? null,
      descending: sortInfo?.direction !== 0,
      limit: pageSize,
      offset: (pageIndex - 1) * pageSize,
    })
    const { total, unread } = await countAlerts(pool, caller.merchantId, pathId)
    const filtered = state === undefined ? total : state === 'unread' ? unread : total - unread
    return { items, total: filtered, unread, pageIndex, pageSize }
  })

  serveSession(app, context, alertRead, (input, { caller, endpoint }) => {
    const { requestId, ...content } = input
    const key = { accountId: caller.account.id, requestId, call: endpoint.id, content, now: clock() }
    return oncePerRequest(pool, key, async (tx) => {
      const read = { pathId: caller.path.id, ids: input.ids, by: caller.account.name, at: clock() }
      await markAlertsRead(tx, caller.merchantId, read)
      return { unread: (await countAlerts(tx, caller.merchantId, caller.path.id)).unread }
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

  serveSession(app, context, realtimeStream, async (_input, { caller, request, reply }) => {
    context.streams.open(request, reply, {
      sessionKey: caller.tokenHash,
      select: (event) => eventFor(event, caller, clock()),
      recheck: () => recheckCaller(context, caller),
    })
    return alreadySent
  })
}
