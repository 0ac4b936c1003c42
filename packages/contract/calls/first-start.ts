/** The first start of an empty production database: the calls of the page /setup. */

import type { CallSpec } from '../call.ts'

export const firstStartBegin = {
  id: 'admin.firstStartBegin',
  method: 'POST',
  path: '/api/admin/first-start/begin',
  permission: 'public',
  summary: '首次设置：打开链接',
} as const satisfies CallSpec

export const firstStartFinish = {
  id: 'admin.firstStartFinish',
  method: 'POST',
  path: '/api/admin/first-start/finish',
  permission: 'public',
  write: true,
  summary: '首次设置：创建总公司与首位操作员',
} as const satisfies CallSpec
