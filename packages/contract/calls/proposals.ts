/** What one operator proposes and another one puts in force: results by hand, corrections and voids. */

import type { CallSpec } from '../call.ts'
import { PERMISSION } from '../permissions.ts'

export const proposalQuery = {
  id: 'settlement.proposalQuery',
  method: 'POST',
  path: '/api/admin/proposal/query',
  permission: PERMISSION.games,
  summary: '双人复核提案',
} as const satisfies CallSpec

export const proposalDecide = {
  id: 'settlement.proposalDecide',
  method: 'POST',
  path: '/api/admin/proposal/decide',
  permission: PERMISSION.confirmResults,
  write: true,
  summary: '复核提案',
} as const satisfies CallSpec

export const proposalWithdraw = {
  id: 'settlement.proposalWithdraw',
  method: 'POST',
  path: '/api/admin/proposal/withdraw',
  permission: [PERMISSION.enterResults, PERMISSION.correctResults],
  write: true,
  summary: '撤回提案',
} as const satisfies CallSpec
