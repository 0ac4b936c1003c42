/** The platform operator's side: games, prices, notices, settings. */

import type { MerchantId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { z } from 'zod'
import * as calls from '../calls/admin.ts'
import { endpoint } from '../endpoint.ts'
import {
  businessDay,
  changeRequest,
  exportableList,
  exportableRead,
  filledLine,
  gameId,
  gameType,
  groupId,
  id,
  instant,
  keyword,
  line,
  named,
  nothing,
  odds,
  pageOf,
  pankou,
  percent,
  playCode,
  priceKey,
  quote,
  ratioPercent,
  readRequest,
  roleId,
  version,
} from '../fields.ts'
import { cappedPreview, inTwoSteps } from './tree.ts'

// ---- games, prices, commission ------------------------------------------------------------------------------------

const gameSettings = {
  enabled: z.boolean(),
  resultSource: z.enum(['manual', 'feed', 'demo']),
  /** Two result sources must report the same result. */
  twoSources: z.boolean(),
  /** Seconds from close to the end of replenishing. */
  hedgeSeconds: z.int().min(0).max(600),
  /** Seconds before the draw at which bettors' bets close. */
  closeSeconds: z.int().min(0).max(86_400),
  /** Rule options by name; frozen into a period when it opens. */
  options: z.record(z.string(), z.union([z.string(), z.boolean()])),
}

export const gameQuery = endpoint(calls.gameQuery, {
  request: readRequest({}),
  response: z.array(z.object({ gameId, gameType, gameName: z.string(), version, ...gameSettings })),
})

export const gameUpdate = endpoint(calls.gameUpdate, {
  request: changeRequest({ gameId, version, ...z.strictObject(gameSettings).partial().shape }),
  response: z.object({ version }),
})

const priceRow = z.object({
  playCode,
  key: z.string(),
  /** Of pankou A; the others follow by their ratio unless they have their own price. */
  quote,
  floor: odds.nullable(),
  /** Percent of stake that the house keeps at the merchant's commission rate; the page marks values <= 0. */
  edge: ratioPercent,
  open: z.boolean(),
})

export const adminOddsQuery = endpoint(calls.adminOddsQuery, {
  /** `export` answers a file of the prices, or with `history` of their changes. */
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
})

export const adminOddsSet = endpoint(calls.adminOddsSet, {
  request: changeRequest({
    gameId,
    /** Of every price without its own; absent in an undo: all pankou. */
    pankou: pankou.optional(),
    version,
    prices: z
      .array(
        z.strictObject({
          playCode,
          key: priceKey,
          pankou: pankou.optional(),
          quote: quote.optional(),
          floor: odds.nullable().optional(),
          open: z.boolean().optional(),
        }),
      )
      .min(1)
      .max(6000)
      .optional(),
    /** Restores the prices of this version. Sent without `prices`. */
    undoTo: version.optional(),
    /** The operator was asked again about prices that give the bettor an edge (refusal bettorEdge). */
    bettorEdge: z.literal(true).optional(),
  })
    .refine(({ prices, undoTo }) => (prices === undefined) !== (undoTo === undefined), {
      message: '请提交赔率或要恢复的版本',
      path: ['prices'],
    })
    .refine(({ pankou: all, prices = [] }) => all !== undefined || prices.every((one) => one.pankou !== undefined), {
      message: '请选择盘口',
      path: ['pankou'],
    }),
  response: z.object({ version }),
})

const pankouRates = { groupId, rates: z.partialRecord(pankou, percent) }

export const pankouSettingQuery = endpoint(calls.pankouSettingQuery, {
  request: readRequest({ gameId }),
  response: z.object({
    gameId,
    version,
    /** Odds of a pankou as percent of pankou A's. */
    ladder: z.array(z.object({ pankou, oddsRatio: ratioPercent, enabled: z.boolean() })),
    /** The highest commission the head grants. */
    commission: z.array(z.object(pankouRates)),
  }),
})

export const pankouCommissionSet = endpoint(calls.pankouCommissionSet, {
  request: changeRequest({
    gameId,
    version,
    commission: z.array(z.strictObject(pankouRates)).min(1).max(500),
    ...inTwoSteps,
  }),
  response: z.union([
    cappedPreview.extend({
      /** Prices at which the bettor gets the edge by the new commission. */
      prices: z.array(z.object({ playCode, key: z.string(), name: z.string(), pankou, edge: ratioPercent })),
    }),
    z.object({ version }),
  ]),
})

// ---- maintenance, settings, notices -------------------------------------------------------------------------------

const maintenance = {
  /** null: the whole platform. */
  gameId: gameId.nullable(),
  enabled: z.boolean(),
  from: instant.nullable(),
  until: instant.nullable(),
  message: line(200),
  /** Of the whole platform: reports, results and rules stay open meanwhile. */
  reading: z.boolean(),
}

export const maintenanceQuery = endpoint(calls.maintenanceQuery, {
  request: readRequest({}),
  response: z.object({
    version,
    items: z.array(z.object(maintenance)),
    /** People are shown a countdown so many minutes before a window begins. */
    noticeMinutes: z.int().min(0),
  }),
})

const WINDOW_LABELS = { from: '开始时间' }

export const maintenanceSet = endpoint(calls.maintenanceSet, {
  labels: WINDOW_LABELS,
  request: changeRequest({
    version,
    items: z
      .array(z.strictObject({ ...maintenance, reading: z.boolean().default(false) }))
      .min(1)
      .max(100),
  }),
  response: z.object({ version }),
})

export const systemConfigQuery = endpoint(calls.systemConfigQuery, {
  request: readRequest({}),
  response: z.object({
    version,
    items: z.array(
      z.object({
        key: z.string(),
        name: z.string(),
        /** `roles`: numbers of roles, separated by commas; `time`: as "06:00". */
        kind: z.enum(['text', 'integer', 'money', 'roles', 'time']),
        group: z.enum(['platform', 'security', 'retention', 'alert']),
        /** '' for none. */
        unit: z.string(),
        value: z.string(),
        defaultValue: z.string(),
        note: z.string(),
        /** What a change applies to: everything at once, the next sign-in, the next export, or days from two days ahead on. */
        effect: z.enum(['now', 'nextSignIn', 'nextExport', 'twoDays']),
        /** When it was changed last; null: never. */
        since: instant.nullable(),
        /** A saved change that has not taken effect. */
        coming: z.object({ day: businessDay, value: z.string() }).optional(),
      }),
    ),
  }),
})

export const systemConfigSet = endpoint(calls.systemConfigSet, {
  request: changeRequest({
    version,
    items: z
      .array(z.strictObject({ key: z.string().min(1).max(64), value: line(400) }))
      .min(1)
      .max(100),
  }),
  response: z.object({ version }),
})

const notice = {
  content: filledLine(500),
  level: z.enum(['info', 'warn']),
  audience: z.enum(['all', 'agent', 'admin']),
  /** Only for these merchants and these roles of the agents' side; empty: all of them. */
  merchantIds: z.array(named<MerchantId>(id)).max(500),
  roles: z.array(named<Role>(z.int().min(0).max(3))).max(4),
  /** null: at once, and until deleted. */
  from: instant.nullable(),
  until: instant.nullable(),
}

export const noticeQuery = endpoint(calls.noticeQuery, {
  request: exportableList(['at'], { keyword: keyword.optional(), level: notice.level.optional() }),
  response: pageOf(
    z.object({
      id,
      ...notice,
      content: z.string(),
      at: instant,
      operatorName: z.string(),
      /** Accounts that have read it. */
      readers: z.int().min(0),
    }),
  ),
})

export const noticeReaders = endpoint(calls.noticeReaders, {
  request: exportableList(['at'], { id }),
  response: pageOf(z.object({ accountName: z.string(), pathName: z.string(), roleId, at: instant })),
})

export const noticeCreate = endpoint(calls.noticeCreate, {
  labels: WINDOW_LABELS,
  request: changeRequest(notice),
  response: z.object({ id }),
})

export const noticeUpdate = endpoint(calls.noticeUpdate, {
  labels: WINDOW_LABELS,
  request: changeRequest({
    id,
    ...z.strictObject(notice).partial().shape,
    /** What the caller saw of the fields it changes: 40902 with `data.notice` when somebody changed one of them since. */
    seen: z.strictObject(notice).partial().optional(),
  }),
  response: nothing,
})

export const noticeDelete = endpoint(calls.noticeDelete, {
  request: changeRequest({ id }),
  response: nothing,
})
