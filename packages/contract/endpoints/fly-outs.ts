/** Fly-out (放飞): the accounts that stand for outside books, automatic settings, and what became of the orders. */

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  businessDay,
  changeRequest,
  exportableList,
  gameId,
  id,
  instant,
  itemCode,
  limitAmount,
  line,
  longId,
  money,
  newAccount,
  nickname,
  nothing,
  pageOf,
  pathId,
  percent,
  periodNo,
  playCode,
  quote,
  readRequest,
  remark,
  sharePercent,
  status,
  version,
} from '../fields.ts'
import { autoFields, itemOverride, savedSettings } from './replenishment.ts'

/** `record` is kept by hand; `http` is told to an outside book and waits for its answer. */
const connector = z.enum(['record', 'http'])

const pilotFields = {
  nickname,
  connector,
  /** An outside book registered by the platform; nobody types an address. Of `http` alone. */
  bookId: id.optional(),
  /** What the outside book pays less, at most 2 decimals. */
  oddsDiscount: sharePercent,
  commission: percent,
  /** Confirmed and pending together; null: no limit. */
  maxPerItem: limitAmount.nullable(),
  status,
}

export const pilotBooks = endpoint({
  id: 'replenishment.pilotBooks',
  method: 'POST',
  path: '/api/common/pilot/books',
  permission: 70004,
  request: readRequest({}),
  response: z.object({ books: z.array(z.object({ bookId: id, name: z.string() })) }),
  summary: '可选外部账房',
})

export const pilotCreate = endpoint({
  id: 'replenishment.pilotCreate',
  method: 'POST',
  path: '/api/common/pilot/create',
  permission: 70004,
  write: true,
  request: changeRequest({ accountName: newAccount, ...pilotFields }),
  response: z.object({ pilotId: pathId }),
  summary: '新增飞单账号',
})

export const pilotUpdate = endpoint({
  id: 'replenishment.pilotUpdate',
  method: 'POST',
  path: '/api/common/pilot/update',
  permission: 70004,
  write: true,
  request: changeRequest({
    pilotId: pathId,
    nickname: nickname.optional(),
    connector: pilotFields.connector.optional(),
    bookId: pilotFields.bookId,
    oddsDiscount: sharePercent.optional(),
    commission: percent.optional(),
    maxPerItem: pilotFields.maxPerItem.optional(),
    status: status.optional(),
  }),
  response: nothing,
  summary: '修改飞单账号',
})

export const pilotQuery = endpoint({
  id: 'replenishment.pilotQuery',
  method: 'POST',
  path: '/api/common/pilot/query',
  permission: 70000,
  request: exportableList(['accountName', 'createdAt'], { status: status.optional() }),
  response: pageOf(z.object({ pilotId: pathId, accountName: z.string(), ...pilotFields, createdAt: instant })),
  summary: '飞单账号列表',
})

const flyOutFields = { ...autoFields, pilotId: pathId.nullable() }

export const pilotOutQuery = endpoint({
  id: 'replenishment.pilotOutQuery',
  method: 'POST',
  path: '/api/common/pilot-out/query',
  permission: 70000,
  request: readRequest({ gameId, agentPathsId: pathId.optional() }),
  response: z.object({
    version,
    auto: z.array(z.object({ ...flyOutFields, items: z.array(z.object(itemOverride)) })),
    downline: z.array(
      z.object({ agentPathsId: pathId, accountName: z.string(), version, isAllowPilotOut: z.boolean() }),
    ),
  }),
  summary: '查询放飞设置',
})

export const pilotOutSet = endpoint({
  id: 'replenishment.pilotOutSet',
  method: 'POST',
  path: '/api/common/pilot-out/set',
  permission: 70004,
  write: true,
  request: changeRequest({
    gameId,
    agentPathsId: pathId.optional(),
    version,
    auto: z.array(z.strictObject({ ...flyOutFields, items: z.array(z.strictObject(itemOverride)).max(3000) })).max(500),
  }),
  response: savedSettings,
  summary: '放飞设置',
})

export const pilotOutXxSet = endpoint({
  id: 'replenishment.pilotOutXxSet',
  method: 'POST',
  path: '/api/common/pilot-out/xx-set',
  permission: 70004,
  write: true,
  request: changeRequest({
    items: z
      .array(z.strictObject({ agentPathsId: pathId, version, isAllowPilotOut: z.boolean() }))
      .min(1)
      .max(500),
  }),
  response: z.object({ items: z.array(z.object({ agentPathsId: pathId, version })) }),
  summary: '下线放飞设置',
})

/** `unknown`: no answer in time, asked again by its key; `corrected`: accepted after its period was settled. */
const flyOutState = z.enum(['pending', 'confirmed', 'rejected', 'unknown', 'corrected'])

/** Why a fly-out was not told, or not taken: nothing of what the other side said. */
export const FLY_OUT_ERRORS = [
  'blocked',
  'unresolved',
  'notHttps',
  'tooLarge',
  'unreachable',
  'timeout',
  'badStatus',
  'badAnswer',
  'noBook',
  'waiting',
  'refused',
  'unplaced',
] as const

export const pilotOutOrderQuery = endpoint({
  id: 'replenishment.pilotOutOrderQuery',
  method: 'POST',
  path: '/api/common/pilot-out/order/query',
  permission: 70000,
  request: exportableList(['at', 'amount'], {
    gameId: gameId.optional(),
    periodNo: periodNo.optional(),
    state: flyOutState.optional(),
    pilotId: pathId.optional(),
    from: businessDay.optional(),
    to: businessDay.optional(),
  }),
  response: pageOf(
    z.object({
      id: longId,
      at: instant,
      gameId,
      periodNo,
      playCode,
      itemCode,
      itemName: z.string(),
      amount: money,
      odds: quote,
      pilotId: pathId,
      pilotName: z.string(),
      connector,
      state: flyOutState,
      externalNo: z.string(),
      attempts: z.int().min(0),
      lastError: z.enum(FLY_OUT_ERRORS).nullable(),
      /** What the outside book said after a person had decided otherwise. */
      contradicted: z.enum(['accepted', 'rejected']).nullable(),
      /** What a person may do now. */
      mayConfirm: z.boolean(),
      mayReject: z.boolean(),
      mayResend: z.boolean(),
    }),
  ),
  summary: '放飞注单',
})

const flyOutDecision = {
  id: longId,
  externalNo: line(64).optional(),
  reason: remark.optional(),
}

export const pilotOutOrderConfirm = endpoint({
  id: 'replenishment.pilotOutOrderConfirm',
  method: 'POST',
  path: '/api/common/pilot-out/order/confirm',
  permission: 70004,
  /** Who has lost the right to fly out still decides what is out. */
  ownPermission: 'main',
  write: true,
  request: changeRequest(flyOutDecision),
  response: nothing,
  summary: '确认放飞注单',
})

export const pilotOutOrderReject = endpoint({
  id: 'replenishment.pilotOutOrderReject',
  method: 'POST',
  path: '/api/common/pilot-out/order/reject',
  permission: 70004,
  /** Who has lost the right to fly out still decides what is out. */
  ownPermission: 'main',
  write: true,
  request: changeRequest(flyOutDecision),
  response: nothing,
  summary: '拒绝放飞注单',
})

export const pilotOutOrderResend = endpoint({
  id: 'replenishment.pilotOutOrderResend',
  method: 'POST',
  path: '/api/common/pilot-out/order/resend',
  permission: 70004,
  /** Who has lost the right to fly out still decides what is out. */
  ownPermission: 'main',
  write: true,
  request: changeRequest({ id: longId }),
  response: nothing,
  summary: '重发放飞注单',
})
