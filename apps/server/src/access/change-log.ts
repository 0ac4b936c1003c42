import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { actionLogQuery, findLoginLog } from '@strata/contract/endpoints/access'
import { businessDayBounds, type Day } from '@strata/domain/calendar'
import type { Pool, Queryable } from '../platform/db.ts'
import { nextId } from '../platform/ids.ts'
import type { Caller } from './caller.ts'
import { findChanges, findLogins, insertLogRecord, type LoggedChange, type LogPage, merchantIds } from './store-log.ts'
import { accountIdsWithSubs } from './store-people.ts'

/** What was done, as the log stores and shows it. Other rooms' actions are named here too, so that one table shows all. */
const ACTIONS: Readonly<Record<string, string>> = {
  create: '新增账号',
  upgrade: '升级代理',
  terms: '修改占成与退水',
  termsCapped: '上级下调连带修改',
  status: '修改状态',
  details: '修改资料',
  subAccountCreate: '新增子账号',
  subAccountUpdate: '修改子账号',
  subAccountStatus: '修改子账号状态',
  password: '修改登录密码',
  passwordReset: '重置登录密码',
  transferPassword: '修改转账密码',
  transferPasswordReset: '重置转账密码',
  validatorEnable: '启用验证器',
  validatorDisable: '停用验证器',
  validatorReset: '重置验证器',
  group: '群组设置',
  replenishmentAuto: '自动补货设置',
  replenishmentManual: '手动补货设置',
  warnings: '注单预警设置',
  odds: '修改赔率',
}

const RESULTS: Readonly<Record<string, string>> = {
  ok: '登录成功',
  wrongCredentials: '账号或密码错误',
  disabled: '账号已停用',
  codeNeeded: '等待验证码',
  codeWrong: '验证码错误',
  lockedOut: '尝试次数过多',
  addressNotAllowed: 'IP不在允许范围内',
}

const actionName = (code: string): string => ACTIONS[code] ?? code

export interface LoggedAction {
  /** The path it is about. */
  readonly pathId: number
  readonly merchantId: number
  readonly targetName: string
  readonly action: string
  readonly changes: readonly LoggedChange[]
}

/** Writes one save into the change log; nothing when no field changed. */
export async function logAction(
  on: Queryable,
  caller: Pick<Caller, 'account' | 'ip'>,
  action: LoggedAction,
  at: number,
): Promise<void> {
  if (action.changes.length === 0) return
  const { merchantId, ...record } = action
  const { id: operatorId, name: operatorName } = caller.account
  await insertLogRecord(on, merchantId, { ...record, id: nextId(), at, operatorId, operatorName, ip: caller.ip })
}

type Range = { readonly from?: string | undefined; readonly to?: string | undefined }

/** A range of business days as instants. */
function pageOf(
  asked: Range & { pageIndex: number; pageSize: number; sortInfo?: { direction: 0 | 1 } | undefined },
): LogPage {
  return {
    from: asked.from === undefined ? null : businessDayBounds(asked.from as Day).startAt,
    to: asked.to === undefined ? null : businessDayBounds(asked.to as Day).endAt,
    ascending: asked.sortInfo?.direction === 0,
    limit: asked.pageSize,
    offset: (asked.pageIndex - 1) * asked.pageSize,
  }
}

/** Whose log is asked for: of the named path's account, or of the login itself; a main account's holds its sub-accounts' too. */
function aboutOf(caller: Caller, pathId: number | undefined) {
  const target = pathId === undefined || pathId === caller.path.id ? undefined : caller.targets.get(pathId)
  if (target) return { pathId: target.id, merchantId: target.merchantId, accountId: target.accountId, alone: false }
  const { path, merchantId, account, isSub } = caller
  return { pathId: path.id, merchantId, accountId: account.id, alone: isSub }
}

/** Sign-ins and attempts, newest first. */
export async function loginLog(
  pool: Pool,
  caller: Caller,
  asked: ParsedRequestOf<typeof findLoginLog>,
): Promise<ResponseOf<typeof findLoginLog>> {
  const about = aboutOf(caller, asked.agentPathsId)
  const accountIds = about.alone ? [about.accountId] : await accountIdsWithSubs(pool, about.accountId)
  const { items, total } = await findLogins(pool, { ...pageOf(asked), accountIds })
  return {
    items: items.map((found) => ({
      id: String(found.id),
      accountName: found.account_name,
      at: Number(found.at),
      ip: found.ip,
      region: found.region,
      device: found.device,
      result: RESULTS[found.result] ?? found.result,
    })),
    total,
    pageIndex: asked.pageIndex,
    pageSize: asked.pageSize,
  }
}

/** Changes about a path and by its logins, each save with its fields before and after. */
export async function actionLog(
  pool: Pool,
  caller: Caller,
  asked: ParsedRequestOf<typeof actionLogQuery>,
): Promise<ResponseOf<typeof actionLogQuery>> {
  const about = aboutOf(caller, asked.agentPathsId)
  const operatorIds = about.alone ? [about.accountId] : await accountIdsWithSubs(pool, about.accountId)
  const codesOf = (text: string): string[] =>
    Object.entries(ACTIONS).flatMap(([code, name]) => (name.includes(text) || code === text ? [code] : []))
  const keyword = asked.keyword || null
  const { items, total } = await findChanges(pool, {
    ...pageOf(asked),
    // What the head does is written in the merchant it concerns.
    merchantIds: about.merchantId === 0 ? [0, ...(await merchantIds(pool))] : [about.merchantId],
    pathId: about.pathId,
    operatorIds,
    keyword,
    keywordActions: keyword === null ? [] : codesOf(keyword),
    actions: asked.action ? [asked.action, ...codesOf(asked.action)] : null,
  })
  return {
    items: items.map((found) => ({
      id: String(found.id),
      at: Number(found.at),
      operatorName: found.operator_name,
      targetName: found.target_name,
      action: actionName(found.action),
      changes: found.changes.map(({ field, label, before, after }) => ({
        field,
        label,
        before: before ?? '',
        after: after ?? '',
      })),
      ip: found.ip,
    })),
    total,
    pageIndex: asked.pageIndex,
    pageSize: asked.pageSize,
  }
}
