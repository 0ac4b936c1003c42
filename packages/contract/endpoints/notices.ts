/** Notices, alerts, the live stream, and what each account keeps for its own screens. */

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { changeRequest, exportableList, id, instant, nothing, pageOf, queryId, readRequest } from '../fields.ts'

export const bulletinMessage = endpoint({
  id: 'notices.bulletinMessage',
  method: 'GET',
  path: '/api/common/account/bulletin-message',
  permission: 'session',
  isclick: false,
  request: readRequest({}),
  response: z.array(z.object({ id, content: z.string(), level: z.enum(['info', 'warn']), at: instant })),
  summary: '公告',
})

export const realtimeStream = endpoint({
  id: 'notices.realtimeStream',
  method: 'GET',
  path: '/api/agent/realtime/stream',
  permission: 'session',
  automatic: true,
  answers: 'sse',
  /** `seat`: a path below whose boards the screen shows as well; its board events carry its id. */
  request: readRequest({ seat: queryId.optional() }),
  response: z.unknown(),
  summary: '实时推送',
})

const alertRow = z.object({
  id,
  kind: z.string(),
  content: z.string(),
  /** A page that shows what it is about, or ''. */
  link: z.string(),
  at: instant,
  readAt: instant.nullable(),
  /** '' while unread. */
  readBy: z.string(),
})

export const alertQuery = endpoint({
  id: 'notices.alertQuery',
  method: 'POST',
  path: '/api/common/alert/query',
  permission: 'session',
  request: exportableList(['at'], { state: z.enum(['unread', 'read']).optional() }),
  response: pageOf(alertRow).extend({ unread: z.int().min(0) }),
  summary: '提醒列表',
})

export const alertRead = endpoint({
  id: 'notices.alertRead',
  method: 'POST',
  path: '/api/common/alert/read',
  permission: 'session',
  write: true,
  whenFrozen: 'allowed',
  request: changeRequest({ ids: z.array(id).min(1).max(500) }),
  response: z.object({ unread: z.int().min(0) }),
  summary: '提醒已读',
})

/** At most 64 kB as UTF-8; the server measures. */
const preferenceValue = z.string().max(65_536)
const preferenceKey = z.string().regex(/^[A-Za-z0-9_.:/-]{1,100}$/)

export const preferenceGet = endpoint({
  id: 'notices.preferenceGet',
  method: 'POST',
  path: '/api/common/preference/get',
  permission: 'session',
  request: readRequest({ key: preferenceKey }),
  /** null: never set. */
  response: z.object({ key: z.string(), value: z.string().nullable() }),
  summary: '读取个人偏好',
})

export const preferenceSet = endpoint({
  id: 'notices.preferenceSet',
  method: 'POST',
  path: '/api/common/preference/set',
  permission: 'session',
  write: true,
  whenFrozen: 'allowed',
  request: changeRequest({ key: preferenceKey, value: preferenceValue }),
  response: nothing,
  summary: '保存个人偏好',
})
