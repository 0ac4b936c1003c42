/** Sign-in, sessions, own account and passwords. */

import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import {
  accountId,
  bankCardNo,
  businessDay,
  changeRequest,
  DAY_RANGE_MESSAGE,
  exportableList,
  id,
  instant,
  ipList,
  isDayRange,
  keyword,
  line,
  longId,
  nickname,
  nothing,
  pageOf,
  pathId,
  queryId,
  readRequest,
  regionCode,
  remark,
  roleId,
  signInAccount,
  verifyCode,
  wrappedPassword,
} from '../fields.ts'
import type { RoleModule } from '../permissions.ts'

/** A permission id with the ids under it. */
export const roleModule: z.ZodType<RoleModule> = z
  .object({
    frontElementId: z.int(),
    get children() {
      return z.array(roleModule)
    },
  })
  .meta({ id: 'RoleModule' })

const signInRequest = readRequest({
  account: signInAccount,
  password: wrappedPassword,
  verifyCode: verifyCode.optional(),
})

/** One of the paths that a login acts for, with what it may open there. */
const ownPath = z.object({
  agentPathsId: pathId,
  pathName: z.string(),
  roleId,
  /** Roles of the levels above, head first; a skipped level is not among them. */
  rolesAbove: z.array(roleId),
  /** What its parent calls it; '' without. */
  nickname: z.string(),
  isAllowPilotOut: z.boolean(),
  roleModuleList: z.array(roleModule),
})

export const signInAnswer = z.object({
  accountToken: z.string(),
  accountId,
  accountName: z.string(),
  roleId,
  /** 0 when this is not a sub-account. */
  mainAccountId: z.int().min(0),
  /** 0 none, 1 coming, 2 on. */
  maintenanceState: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  isAllowPilotOut: z.boolean(),
  /** 1 admin, 2 agent. */
  accountType: z.union([z.literal(1), z.literal(2)]),
  accountAgentPathsList: z.array(ownPath),
  mustChangePassword: z.boolean(),
  needSetPassword: z.boolean(),
  lastLogin: z.object({ at: instant, ip: z.string(), region: z.string() }).nullable(),
})

export const agentLogin = endpoint({
  id: 'access.agentLogin',
  method: 'POST',
  path: '/api/common/account/agentlogin',
  permission: 'public',
  isclick: false,
  request: signInRequest,
  response: signInAnswer,
  summary: '代理端登录',
})

export const adminLogin = endpoint({
  id: 'access.adminLogin',
  method: 'POST',
  path: '/api/common/account/adminlogin',
  permission: 'public',
  isclick: false,
  request: signInRequest,
  response: signInAnswer,
  summary: '管理端登录',
})

export const logout = endpoint({
  id: 'access.logout',
  method: 'POST',
  path: '/api/common/account/logout',
  permission: 'session',
  isclick: false,
  request: readRequest({}),
  response: nothing,
  summary: '退出登录',
})

/** What a sign-in now would say of the paths: a status or a permission may have changed since. */
export const ownPaths = endpoint({
  id: 'access.ownPaths',
  method: 'GET',
  path: '/api/common/account/session/paths',
  permission: 'session',
  automatic: true,
  request: readRequest({}),
  response: z.array(ownPath),
  summary: '当前账号的线路与权限',
})

export const platformStatus = endpoint({
  id: 'access.platformStatus',
  method: 'GET',
  path: '/api/common/status',
  permission: 'public',
  automatic: true,
  request: readRequest({}),
  response: z.object({
    maintenanceState: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    message: z.string(),
    from: instant.nullable(),
    until: instant.nullable(),
    serverNow: instant,
  }),
  summary: '平台状态',
})

// ---- second factor, passwords -------------------------------------------------------------------------------------

export const checkValidator = endpoint({
  id: 'access.checkValidator',
  method: 'POST',
  path: '/api/common/account/checkvalidator',
  permission: 'session',
  request: readRequest({ verifyCode }),
  response: z.object({ ok: z.boolean() }),
  summary: '校验验证码',
})

export const validatorSetup = endpoint({
  id: 'access.validatorSetup',
  method: 'POST',
  path: '/api/common/account/validator/setup',
  permission: [30003],
  write: true,
  whenFrozen: 'allowed',
  request: changeRequest({}),
  response: z.object({ secret: z.string(), otpauthUrl: z.string() }),
  summary: '生成验证器密钥',
})

const validatorChange = changeRequest({ verifyCode, password: wrappedPassword })

export const validatorEnable = endpoint({
  id: 'access.validatorEnable',
  method: 'POST',
  path: '/api/common/account/validator/enable',
  permission: [30003],
  write: true,
  whenFrozen: 'allowed',
  request: validatorChange,
  /** Ten one-time codes, shown this once. */
  response: z.object({ recoveryCodes: z.array(z.string()).length(10) }),
  summary: '启用验证器',
})

export const validatorDisable = endpoint({
  id: 'access.validatorDisable',
  method: 'POST',
  path: '/api/common/account/validator/disable',
  permission: [30003],
  write: true,
  whenFrozen: 'allowed',
  request: validatorChange,
  response: nothing,
  summary: '停用验证器',
})

/** An ancestor takes a lost phone off an account; nothing else of it changes. */
export const validatorReset = endpoint({
  id: 'access.validatorReset',
  method: 'POST',
  path: '/api/common/account/validator/reset',
  permission: 80005,
  write: true,
  request: changeRequest({ agentPathsId: pathId }),
  response: nothing,
  summary: '重置下线验证器',
})

export const forgotPassword = endpoint({
  id: 'access.forgotPassword',
  method: 'POST',
  path: '/api/common/account/botforgetuserpwd',
  permission: 'public',
  request: readRequest({ account: signInAccount }),
  /** The same answer whether the account exists or not. */
  response: nothing,
  summary: '忘记密码',
})

export const sendResetCode = endpoint({
  id: 'access.sendResetCode',
  method: 'POST',
  path: '/api/common/account/botverifcode',
  permission: 'public',
  request: readRequest({ account: signInAccount }),
  response: nothing,
  summary: '发送验证码',
})

export const checkResetCode = endpoint({
  id: 'access.checkResetCode',
  method: 'POST',
  path: '/api/common/account/botcheckverifcode',
  permission: 'public',
  request: readRequest({ account: signInAccount, code: z.string().regex(/^\d{6}$/) }),
  response: z.object({ resetToken: z.string() }),
  summary: '校验重置验证码',
})

/** What the demo would have sent by its channels; without a demo there is no such call. */
export const demoOutbox = endpoint({
  id: 'access.demoOutbox',
  method: 'GET',
  path: '/api/common/demo/outbox',
  permission: 'public',
  automatic: true,
  request: readRequest({}),
  response: z.array(z.object({ id, at: instant, accountName: z.string(), address: z.string(), content: z.string() })),
  summary: '演示发件箱',
})

type PasswordChange = Partial<Record<'resetToken' | 'oldPassword' | 'kind' | 'agentPathsId', unknown>>

/** Exactly one of the three ways, with nothing of the others. */
const isOnePasswordChange = (request: PasswordChange): boolean => {
  const { resetToken, oldPassword, kind, agentPathsId } = request
  if (resetToken !== undefined) return [oldPassword, kind, agentPathsId].every((field) => field === undefined)
  if (agentPathsId !== undefined) return oldPassword === undefined
  return oldPassword !== undefined
}

export const updatePassword = endpoint({
  id: 'access.updatePassword',
  method: 'POST',
  path: '/api/common/account/updatepwd',
  permission: 80005,
  /** At the first sign-in everybody has to. */
  ownPermission: 'session',
  auth: 'optional',
  write: true,
  whenFrozen: 'allowed',
  request: changeRequest({
    /** Forgotten: without a session. */
    resetToken: z.string().min(16).max(128).optional(),
    /** One's own. Absent `kind`: the login password. */
    oldPassword: wrappedPassword.optional(),
    kind: z.enum(['login', 'transfer']).optional(),
    /** A downline's: must be changed at its next sign-in. */
    agentPathsId: pathId.optional(),
    newPassword: wrappedPassword,
  }).refine(isOnePasswordChange, { message: '请填写旧密码', path: ['oldPassword'] }),
  response: nothing,
  summary: '修改密码',
})

// ---- own details, devices, logs -----------------------------------------------------------------------------------

const detailTexts = {
  nickname,
  contact: line(64),
  provinceCode: z.union([regionCode, z.literal('')]),
  cityCode: z.union([regionCode, z.literal('')]),
  districtCode: z.union([regionCode, z.literal('')]),
  address: line(120),
  remark,
  bankName: line(40),
  bankCardNo: z.union([bankCardNo, z.literal('')]),
}

export const accountInfo = endpoint({
  id: 'access.accountInfo',
  method: 'GET',
  path: '/api/common/account/account-info',
  permission: 80000,
  /** The page of passwords shows whether the validator is on. */
  ownPermission: [30004, 30003],
  request: readRequest({ agentPathsId: queryId.optional() }),
  /** '' where nothing was given. */
  response: z.object({
    accountName: z.string(),
    nickname: z.string(),
    contact: z.string(),
    provinceCode: z.string(),
    cityCode: z.string(),
    districtCode: z.string(),
    address: z.string(),
    remark: z.string(),
    bankName: z.string(),
    bankCardNo: z.string(),
    /** Addresses that may use the account; none: any. */
    allowedIps: z.array(z.string()),
    /** Whether a sign-in asks for a code as well. */
    validatorOn: z.boolean(),
  }),
  summary: '查询个人资料',
})

export const updateAccountInfo = endpoint({
  id: 'access.updateAccountInfo',
  method: 'POST',
  path: '/api/common/account/update-account-info',
  permission: [80001, 80002],
  ownPermission: 30004,
  write: true,
  request: changeRequest({
    agentPathsId: pathId.optional(),
    ...z.strictObject(detailTexts).partial().shape,
    allowedIps: ipList.optional(),
  }),
  response: nothing,
  summary: '修改个人资料',
})

export const findLoginLog = endpoint({
  id: 'access.findLoginLog',
  method: 'POST',
  path: '/api/common/account/findloginlog',
  permission: 80000,
  ownPermission: 30001,
  request: exportableList(['at'], {
    agentPathsId: pathId.optional(),
    from: businessDay.optional(),
    to: businessDay.optional(),
  }).refine(isDayRange, { message: DAY_RANGE_MESSAGE, path: ['to'] }),
  response: pageOf(
    z.object({
      id: longId,
      accountName: z.string(),
      at: instant,
      ip: z.string(),
      region: z.string(),
      device: z.string(),
      result: z.string(),
    }),
  ),
  summary: '登录日志',
})

export const actionLogQuery = endpoint({
  id: 'access.actionLogQuery',
  method: 'POST',
  path: '/api/common/actionlog/query',
  permission: 80000,
  ownPermission: 30002,
  request: exportableList(['at'], {
    agentPathsId: pathId.optional(),
    keyword: keyword.optional(),
    action: line(40).optional(),
    from: businessDay.optional(),
    to: businessDay.optional(),
  }).refine(isDayRange, { message: DAY_RANGE_MESSAGE, path: ['to'] }),
  response: pageOf(
    z.object({
      id: longId,
      at: instant,
      operatorName: z.string(),
      targetName: z.string(),
      action: z.string(),
      changes: z.array(z.object({ field: z.string(), label: z.string(), before: z.string(), after: z.string() })),
      ip: z.string(),
    }),
  ),
  summary: '变更日志',
})

export const sessionQuery = endpoint({
  id: 'access.sessionQuery',
  method: 'POST',
  path: '/api/common/account/session/query',
  permission: [30003],
  request: readRequest({}),
  response: z.array(
    z.object({
      sessionId: id,
      device: z.string(),
      ip: z.string(),
      region: z.string(),
      createdAt: instant,
      seenAt: instant,
      /** The one that asks. */
      current: z.boolean(),
    }),
  ),
  summary: '登录设备',
})

export const sessionRevoke = endpoint({
  id: 'access.sessionRevoke',
  method: 'POST',
  path: '/api/common/account/session/revoke',
  permission: [30003],
  write: true,
  whenFrozen: 'allowed',
  request: changeRequest({ sessionId: id }),
  response: nothing,
  summary: '退出登录设备',
})
