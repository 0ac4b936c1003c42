/** The platform operator's side: games, prices, notices, settings. */

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  changeRequest,
  exportableList,
  exportableRead,
  gameId,
  gameType,
  groupId,
  id,
  instant,
  keyword,
  line,
  nothing,
  odds,
  pageOf,
  pankou,
  percent,
  playCode,
  quote,
  ratioPercent,
  readRequest,
  version,
} from '../fields.ts'
import { affectedTerm } from './tree.ts'

// ---- games, prices, commission ------------------------------------------------------------------------------------

const gameSettings = {
  enabled: z.boolean(),
  resultSource: z.enum(['manual', 'feed', 'demo']),
  /** Two result sources have to agree. */
  twoSources: z.boolean(),
  /** Seconds from close to the end of replenishing. */
  hedgeSeconds: z.int().min(0).max(600),
  /** Seconds before the draw at which bettors' bets close. */
  closeSeconds: z.int().min(0).max(86_400),
  /** Rule options by name; frozen into a period when it opens. */
  options: z.record(z.string(), z.union([z.string(), z.boolean()])),
}

export const gameQuery = endpoint({
  id: 'admin.gameQuery',
  method: 'POST',
  path: '/api/admin/game/query',
  permission: 41000,
  request: readRequest({}),
  response: z.array(z.object({ gameId, gameType, gameName: z.string(), version, ...gameSettings })),
  summary: '游戏列表',
})

export const gameUpdate = endpoint({
  id: 'admin.gameUpdate',
  method: 'POST',
  path: '/api/admin/game/update',
  permission: 41000,
  write: true,
  request: changeRequest({ gameId, version, ...z.strictObject(gameSettings).partial().shape }),
  response: z.object({ version }),
  summary: '修改游戏',
})

const priceRow = z.object({
  playCode,
  key: z.string(),
  /** Of pankou A; the others follow by their ratio unless set. */
  quote,
  floor: odds.nullable(),
  /** Percent of stake that stays with the house at the merchant's rate; <= 0 is marked. */
  edge: ratioPercent,
  open: z.boolean(),
})

export const adminOddsQuery = endpoint({
  id: 'admin.oddsQuery',
  method: 'POST',
  path: '/api/admin/odds/query',
  permission: 46000,
  /** `export`: a file of the prices, or with `history` of their changes instead. */
  request: exportableRead({ gameId, pankou, playCode: playCode.optional(), history: z.literal(true).optional() }),
  response: z.object({
    version,
    prices: z.array(priceRow),
    history: z
      .array(
        z.object({
          version,
          at: instant,
          operatorName: z.string(),
          /** Only fields that changed. */
          changes: z.array(
            z.object({
              playCode,
              key: z.string(),
              before: quote.optional(),
              after: quote.optional(),
              floor: z.object({ before: odds, after: odds }).optional(),
              open: z.object({ before: z.boolean(), after: z.boolean() }).optional(),
            }),
          ),
        }),
      )
      .optional(),
  }),
  summary: '查询赔率设置',
})

export const adminOddsSet = endpoint({
  id: 'admin.oddsSet',
  method: 'POST',
  path: '/api/admin/odds/set',
  permission: 46000,
  write: true,
  request: changeRequest({
    gameId,
    pankou,
    version,
    prices: z
      .array(
        z.strictObject({
          playCode,
          key: z.string().min(1).max(64),
          quote: quote.optional(),
          floor: odds.nullable().optional(),
          open: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(3000)
      .optional(),
    /** Takes the pankou's prices back to this version instead. */
    undoTo: version.optional(),
  }).refine(({ prices, undoTo }) => (prices === undefined) !== (undoTo === undefined), {
    message: '请提交赔率或要恢复的版本',
    path: ['prices'],
  }),
  response: z.object({ version }),
  summary: '修改赔率',
})

const pankouRates = { groupId, rates: z.partialRecord(pankou, percent) }

export const pankouSettingQuery = endpoint({
  id: 'admin.pankouSettingQuery',
  method: 'POST',
  path: '/api/admin/pankou/setting/query',
  permission: 46000,
  request: readRequest({ gameId }),
  response: z.object({
    gameId,
    version,
    /** Odds of a pankou as percent of pankou A's. */
    ladder: z.array(z.object({ pankou, oddsRatio: ratioPercent, enabled: z.boolean() })),
    /** The highest commission the head grants. */
    commission: z.array(z.object(pankouRates)),
  }),
  summary: '查询盘口设置',
})

export const pankouCommissionSet = endpoint({
  id: 'admin.pankouCommissionSet',
  method: 'POST',
  path: '/api/admin/pankou/commission/set',
  permission: 46000,
  write: true,
  request: changeRequest({
    gameId,
    version,
    commission: z.array(z.strictObject(pankouRates)).min(1).max(500),
    preview: z.literal(true).optional(),
    /** The token of the preview whose effects are accepted. */
    confirm: z.string().max(128).optional(),
  }),
  response: z.union([z.object({ affected: z.array(affectedTerm), confirm: z.string() }), z.object({ version })]),
  summary: '设置盘口退水',
})

// ---- maintenance, settings, notices -------------------------------------------------------------------------------

const maintenance = {
  /** null: the whole platform. */
  gameId: gameId.nullable(),
  enabled: z.boolean(),
  from: instant.nullable(),
  until: instant.nullable(),
  message: line(200),
}

export const maintenanceQuery = endpoint({
  id: 'admin.maintenanceQuery',
  method: 'POST',
  path: '/api/admin/maintenance/query',
  permission: 42000,
  request: readRequest({}),
  response: z.object({ version, items: z.array(z.object(maintenance)) }),
  summary: '查询维护设置',
})

export const maintenanceSet = endpoint({
  id: 'admin.maintenanceSet',
  method: 'POST',
  path: '/api/admin/maintenance/set',
  permission: 42000,
  write: true,
  request: changeRequest({ version, items: z.array(z.strictObject(maintenance)).min(1).max(100) }),
  response: z.object({ version }),
  summary: '维护设置',
})

export const systemConfigQuery = endpoint({
  id: 'admin.systemConfigQuery',
  method: 'POST',
  path: '/api/admin/system-config/query',
  permission: 45000,
  request: readRequest({}),
  response: z.object({
    version,
    items: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        kind: z.enum(['text', 'integer', 'money', 'percent', 'switch', 'time']),
        value: z.string(),
        note: z.string(),
      }),
    ),
  }),
  summary: '查询系统设置',
})

export const systemConfigSet = endpoint({
  id: 'admin.systemConfigSet',
  method: 'POST',
  path: '/api/admin/system-config/set',
  permission: 45000,
  write: true,
  request: changeRequest({
    version,
    items: z
      .array(z.strictObject({ key: z.string().min(1).max(64), value: line(400) }))
      .min(1)
      .max(100),
  }),
  response: z.object({ version }),
  summary: '修改系统设置',
})

const notice = {
  content: line(500).min(1),
  level: z.enum(['info', 'warn']),
  audience: z.enum(['all', 'agent', 'admin']),
  /** null: at once, and until deleted. */
  from: instant.nullable(),
  until: instant.nullable(),
}

export const noticeQuery = endpoint({
  id: 'admin.noticeQuery',
  method: 'POST',
  path: '/api/admin/notice/query',
  permission: 120000,
  request: exportableList(['at'], { keyword: keyword.optional(), level: notice.level.optional() }),
  response: pageOf(z.object({ id, ...notice, content: z.string(), at: instant, operatorName: z.string() })),
  summary: '公告列表',
})

export const noticeCreate = endpoint({
  id: 'admin.noticeCreate',
  method: 'POST',
  path: '/api/admin/notice/create',
  permission: 120000,
  write: true,
  request: changeRequest(notice),
  response: z.object({ id }),
  summary: '新增公告',
})

export const noticeUpdate = endpoint({
  id: 'admin.noticeUpdate',
  method: 'POST',
  path: '/api/admin/notice/update',
  permission: 120000,
  write: true,
  request: changeRequest({ id, ...z.strictObject(notice).partial().shape }),
  response: nothing,
  summary: '修改公告',
})

export const noticeDelete = endpoint({
  id: 'admin.noticeDelete',
  method: 'POST',
  path: '/api/admin/notice/delete',
  permission: 120000,
  write: true,
  request: changeRequest({ id }),
  response: nothing,
  summary: '删除公告',
})
