/** Who of the downline is here, and what others have changed there. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const downlinesOnline = {
  id: 'access.downlinesOnline',
  method: 'POST',
  path: '/api/agent/downline/online',
  permission: PERMISSION.accounts,
  summary: '在线下线',
} as const satisfies CallSpec

export const changesSince = {
  id: 'access.changesSince',
  method: 'POST',
  path: '/api/agent/downline/changes-since',
  permission: PERMISSION.accounts,
  summary: '上次登录以来的变更',
} as const satisfies CallSpec
