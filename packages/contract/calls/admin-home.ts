/** The first page of the operators' side. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

/** Each part of the answer is only for those who hold the id of its page. */
export const home = {
  id: 'admin.home',
  method: 'POST',
  path: '/api/admin/home',
  permission: [
    PERMISSION.merchants,
    PERMISSION.games,
    PERMISSION.maintenance,
    PERMISSION.fundLogs,
    PERMISSION.systemConfig,
    PERMISSION.odds,
    PERMISSION.notices,
  ],
  summary: '管理端首页',
} as const satisfies CallSpec
