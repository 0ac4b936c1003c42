/** The operators' side: the channels that send reset codes. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const channelQuery = {
  id: 'admin.channelQuery',
  method: 'POST',
  path: '/api/admin/code-channel/query',
  permission: PERMISSION.systemConfig,
  summary: '验证码渠道列表',
} as const satisfies CallSpec

export const channelBotSet = {
  id: 'admin.channelBotSet',
  method: 'POST',
  path: '/api/admin/code-channel/bot/set',
  permission: PERMISSION.outsideBooks,
  write: true,
  summary: '设置机器人渠道',
} as const satisfies CallSpec

export const channelMailSet = {
  id: 'admin.channelMailSet',
  method: 'POST',
  path: '/api/admin/code-channel/mail/set',
  permission: PERMISSION.outsideBooks,
  write: true,
  summary: '设置邮件渠道',
} as const satisfies CallSpec

export const channelTrial = {
  id: 'admin.channelTrial',
  method: 'POST',
  path: '/api/admin/code-channel/trial',
  permission: PERMISSION.outsideBooks,
  write: true,
  summary: '试发验证码渠道',
} as const satisfies CallSpec
