import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { actionLogQuery, findLoginLog } from '@strata/contract/endpoints/access'
import { REFUSALS } from '@strata/contract/errors'
import type { Day } from '@strata/domain/calendar'
import { MerchantId, type PathId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import { businessDayBounds } from '../../platform/business-day.ts'
import type { Pool, Queryable } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import type { Caller } from '../session/caller.ts'
import { hasWholeAccount } from '../session/whole-account.ts'
import { accountIdsWithSubs } from '../sub-accounts/store-people.ts'
import { ABOVE } from './operator-name.ts'
import {
  type ChangeFilter,
  type FoundChange,
  type FoundLogin,
  findChanges,
  findHead,
  findLogins,
  type LoggedChange,
  type LoginFilter,
  type LogPage,
  logChanges,
  merchantIds,
} from './store-log.ts'

/** Chinese names of the logged actions. Actions of other rooms are here too, so that one table has them all. */
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
  // As lines about operators are read (store-log.ts).
  operatorCreate: '新增操作员',
  operatorUpdate: '修改操作员',
  operatorStatus: '修改操作员状态',
  password: '修改登录密码',
  passwordReset: '重置登录密码',
  passwordByCode: '验证码重置登录密码',
  transferPassword: '修改转账密码',
  transferPasswordReset: '重置转账密码',
  sessionEnded: '退出登录设备',
  export: '导出',
  exportCanceled: '取消导出',
  outsideBook: '登记外部盘',
  codeChannel: '验证码渠道设置',
  codeChannelTrial: '试发验证码渠道',
  validatorEnable: '启用验证器',
  validatorDisable: '停用验证器',
  validatorReset: '重置验证器',
  group: '群组设置',
  replenishmentAuto: '自动补货设置',
  replenishmentManual: '手动补货设置',
  flyOutAuto: '自动放飞设置',
  automaticStop: '停止自动补货与自动放飞',
  flyOutAccount: '飞单账号设置',
  flyOutRule: '下线放飞规则',
  flyOutDecision: '放飞注单处理',
  flyOutResend: '放飞注单重发',
  warnings: '注单预警设置',
  odds: '修改赔率',
  oddsOffset: '修改商户差额',
  proposal: '提出双人复核',
  proposalWithdraw: '撤回提案',
  proposalDecline: '拒绝提案',
  drawDiffered: '两次录入不一致',
  drawConfirm: '复核开奖结果',
  drawCorrect: '更正开奖结果',
  periodVoid: '整期作废',
  periodSettle: '重新结算',
  orderVoid: '注单作废',
  pankouCommission: '修改盘口退水',
  maintenance: '维护设置',
  noticeCreate: '新增公告',
  noticeUpdate: '修改公告',
  noticeDelete: '删除公告',
  merchant: '修改商户',
  lookInto: '只读查看',
  game: '修改彩种',
  playStop: '玩法停售与恢复',
  schedule: '修改时间表',
  resultSource: '结果来源设置',
  periodOpen: '手工开期',
  periodChange: '修改期次',
  periodClose: '提前封盘',
  periodTemplate: '开期模板设置',
  systemConfig: '修改系统设置',
  outsideBookTrial: '试调用外部盘',
  jobRetry: '重试后台任务',
  verify: '账目校验',
  firstStart: '首次设置',
  operatorReset: '服务器命令重置操作员',
  settlingUp: '标记已交收',
  settlingUpUndone: '撤销交收',
}

const RESULTS: Readonly<Record<string, string>> = {
  ok: '登录成功',
  wrongCredentials: REFUSALS.wrongCredentials.text,
  disabled: REFUSALS.disabled.text,
  codeNeeded: '等待验证码',
  codeWrong: REFUSALS.codeWrong.text,
  lockedOut: '尝试次数过多',
  addressNotAllowed: 'IP不在允许范围内',
}

/** Its Chinese name; a code without one is shown as it is, and a test finds it. */
export const actionName = (code: string): string => ACTIONS[code] ?? code

export const resultName = (result: string): string => RESULTS[result] ?? result

/** Kinds of change whose code or name a text is, or is part of. */
export const actionCodes = (text: string): string[] =>
  Object.entries(ACTIONS).flatMap(([code, name]) => (name.includes(text) || code === text ? [code] : []))

export interface LoggedAction {
  /** The path that the action concerns. */
  readonly pathId: PathId
  readonly merchantId: MerchantId
  readonly targetName: string
  readonly action: string
  readonly changes: readonly LoggedChange[]
}

/** The person who makes a change. */
export interface Operator {
  readonly id: number
  readonly name: string
  readonly ip: string
}

export interface Occasion {
  readonly operator: Operator
  readonly at: number
}

/** Writes one record for each save of one occasion. A save that changed no field leaves none. */
export async function logActions(
  on: Queryable,
  merchantId: MerchantId,
  { operator, at }: Occasion,
  actions: readonly Omit<LoggedAction, 'merchantId'>[],
): Promise<void> {
  const { id: operatorId, name: operatorName, ip } = operator
  const records = actions
    .filter(({ changes }) => changes.length > 0)
    .map((action) => ({ ...action, id: nextId(), at, operatorId, operatorName, ip }))
  if (records.length > 0) await logChanges(on, merchantId, records)
}

/** Writes one save into the change log. Writes nothing if no field changed. */
export function logAction(
  on: Queryable,
  { account: { id, name }, ip }: Pick<Caller, 'account' | 'ip'>,
  { merchantId, ...action }: LoggedAction,
  at: number,
): Promise<void> {
  return logActions(on, merchantId, { operator: { id, name, ip }, at }, [action])
}

/** Commands on the server itself (tools/) run without a login. */
const AT_THE_SERVER = { operatorId: 0, operatorName: '服务器命令', ip: '' }

/**
 * Writes a change of the platform by a command of tools/ into the log of the head. Writes nothing while there is no
 * head.
 */
export async function logOfTool(
  on: Queryable,
  action: Pick<LoggedAction, 'action' | 'targetName' | 'changes'>,
  at: number,
): Promise<void> {
  const head = await findHead(on)
  if (head)
    await logChanges(on, head.merchantId, [{ ...AT_THE_SERVER, ...action, id: nextId(), at, pathId: head.pathId }])
}

type Range = { readonly from?: string | undefined; readonly to?: string | undefined }

/** A range of business days as instants. */
export function pageOf(
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

/**
 * Whose log the caller reads: the account of the named path, or the caller's own login. A main account's log
 * includes its sub-accounts'.
 */
function aboutOf(caller: Caller, pathId: PathId | undefined) {
  const target = pathId === undefined || pathId === caller.path.id ? undefined : caller.targets.get(pathId)
  if (target) {
    const { id: pathId, merchantId, accountId } = target
    return { pathId, merchantId, accountId, alone: false, own: false }
  }
  const { path, merchantId, account, isSub } = caller
  return { pathId: path.id, merchantId, accountId: account.id, alone: isSub, own: true }
}

type LoginRequest = ParsedRequestOf<typeof findLoginLog>
type ChangeRequest = ParsedRequestOf<typeof actionLogQuery>

/** The filter of a sign-in log request. */
export async function loginFilter(on: Queryable, caller: Caller, asked: LoginRequest): Promise<LoginFilter | Refusal> {
  const about = aboutOf(caller, asked.agentPathsId)
  // A sign-in covers all paths of an account: an ancestor of only some of them must not see it.
  if (!about.own && !(await hasWholeAccount(on, caller, about))) return refuse('sharedAccount')
  const accountIds = about.alone ? [about.accountId] : await accountIdsWithSubs(on, about.accountId)
  return { ...pageOf(asked), accountIds }
}

export const loginOnWire = (found: FoundLogin): ResponseOf<typeof findLoginLog>['items'][number] => ({
  id: String(found.id),
  accountName: found.account_name,
  at: Number(found.at),
  ip: found.ip,
  region: found.region,
  device: found.device,
  result: `${resultName(found.result)}${found.new_device ? '（新设备）' : ''}`,
})

/** Sign-ins and attempts, newest first. */
export async function loginLog(
  pool: Pool,
  caller: Caller,
  asked: LoginRequest,
): Promise<ResponseOf<typeof findLoginLog> | Refusal> {
  const filter = await loginFilter(pool, caller, asked)
  if (filter instanceof Refusal) return filter
  const { items, total } = await findLogins(pool, filter)
  return { items: items.map(loginOnWire), total, pageIndex: asked.pageIndex, pageSize: asked.pageSize }
}

/** The filter of a change log request. */
export async function changeFilter(on: Queryable, caller: Caller, asked: ChangeRequest): Promise<ChangeFilter> {
  const about = aboutOf(caller, asked.agentPathsId)
  const operatorIds = about.alone ? [about.accountId] : await accountIdsWithSubs(on, about.accountId)
  const keyword = asked.keyword || null
  return {
    ...pageOf(asked),
    // Changes by the head are stored under the merchant they concern.
    merchantIds: about.merchantId === 0 ? [MerchantId(0), ...(await merchantIds(on))] : [about.merchantId],
    pathId: about.pathId,
    operatorIds,
    // A reader above this path does not see what its logins did for other paths.
    below: about.own ? null : about.pathId,
    readerPathId: caller.role === ROLE.head ? null : caller.path.id,
    keyword,
    keywordActions: keyword === null ? [] : actionCodes(keyword),
    actions: asked.action ? [asked.action, ...actionCodes(asked.action)] : null,
  }
}

export const changeOnWire = (found: FoundChange): ResponseOf<typeof actionLogQuery>['items'][number] => ({
  id: String(found.id),
  at: Number(found.at),
  operatorName: found.operator_name ?? ABOVE,
  targetName: found.target_name,
  action: actionName(found.action),
  changes: found.changes.map(({ field, label, before, after }) => ({
    field,
    label,
    before: before ?? '',
    after: after ?? '',
  })),
  ip: found.ip,
})

/**
 * Changes about a path and by its logins, each save with its fields before and after. An operator above the reader
 * is shown as 上级.
 */
export async function actionLog(
  pool: Pool,
  caller: Caller,
  asked: ChangeRequest,
): Promise<ResponseOf<typeof actionLogQuery>> {
  const { items, total } = await findChanges(pool, await changeFilter(pool, caller, asked))
  return { items: items.map(changeOnWire), total, pageIndex: asked.pageIndex, pageSize: asked.pageSize }
}
