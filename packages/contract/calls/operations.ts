/** The operators' side: jobs, verifying the books, and the health of the installation. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const jobQuery = {
  id: 'admin.jobQuery',
  method: 'POST',
  path: '/api/admin/job/query',
  permission: PERMISSION.systemConfig,
  automatic: true,
  summary: '后台任务列表',
} as const satisfies CallSpec

export const jobRetry = {
  id: 'admin.jobRetry',
  method: 'POST',
  path: '/api/admin/job/retry',
  permission: PERMISSION.jobs,
  write: true,
  summary: '重试后台任务',
} as const satisfies CallSpec

export const verifyQuery = {
  id: 'admin.verifyQuery',
  method: 'POST',
  path: '/api/admin/verify/query',
  permission: PERMISSION.systemConfig,
  automatic: true,
  summary: '账目校验记录',
} as const satisfies CallSpec

export const verifyStart = {
  id: 'admin.verifyStart',
  method: 'POST',
  path: '/api/admin/verify/start',
  permission: PERMISSION.jobs,
  write: true,
  summary: '开始账目校验',
} as const satisfies CallSpec

export const healthQuery = {
  id: 'admin.healthQuery',
  method: 'POST',
  path: '/api/admin/health/query',
  permission: PERMISSION.systemConfig,
  automatic: true,
  summary: '运行状况',
} as const satisfies CallSpec

export const integrationQuery = {
  id: 'admin.integrationQuery',
  method: 'POST',
  path: '/api/admin/integration/query',
  permission: PERMISSION.systemConfig,
  summary: '接入说明',
} as const satisfies CallSpec
