/**
 * The automatic odds drop (自动降赔), by stakes held and by streaks (长龙降赔): its steps by price key, and the log of its
 * drops.
 */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const oddsDropQuery = {
  id: 'book.oddsDropQuery',
  method: 'POST',
  path: '/api/admin/odds/drop/query',
  permission: PERMISSION.odds,
  summary: '查询自动降赔',
} as const satisfies CallSpec

export const oddsDropSet = {
  id: 'book.oddsDropSet',
  method: 'POST',
  path: '/api/admin/odds/drop/set',
  permission: PERMISSION.oddsDrops,
  write: true,
  summary: '设置自动降赔',
} as const satisfies CallSpec

export const oddsDropLog = {
  id: 'book.oddsDropLog',
  method: 'POST',
  path: '/api/admin/odds/drop/log',
  permission: PERMISSION.odds,
  summary: '自动降赔记录',
} as const satisfies CallSpec

export const oddsDropNow = {
  id: 'book.oddsDropNow',
  method: 'POST',
  path: '/api/admin/odds/drop/now',
  permission: PERMISSION.odds,
  summary: '当前降赔',
} as const satisfies CallSpec

export const oddsDropReset = {
  id: 'book.oddsDropReset',
  method: 'POST',
  path: '/api/admin/odds/drop/reset',
  permission: PERMISSION.oddsDrops,
  write: true,
  summary: '复位自动降赔',
} as const satisfies CallSpec
