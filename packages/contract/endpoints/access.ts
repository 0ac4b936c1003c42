/** Sign-in, sessions, own account and passwords. */

import { z } from 'zod'
import * as calls from '../calls/access.ts'
import * as captcha from '../calls/captcha.ts'
import * as passwords from '../calls/passwords.ts'
import * as signIn from '../calls/sign-in.ts'
import { endpoint } from '../endpoint.ts'
import {
  accountId,
  bankCardNo,
  businessDay,
  captchaId,
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
  queryPathId,
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
  /** Needed after repeated failures (40010): a picture of captchaDraw, and what can be read on it. */
  captchaId: captchaId.optional(),
  captchaText: z.string().max(8).optional(),
})

/** A picture bound to the account and the caller's address. It lasts three minutes and is used up by one answer. */
export const captchaDraw = endpoint(captcha.captchaDraw, {
  request: readRequest({ account: signInAccount }),
  response: z.object({ captchaId, picture: z.string() }),
})

/** One of the paths that a login acts for, with the permissions it has there. */
const ownPath = z.object({
  agentPathsId: pathId,
  pathName: z.string(),
  roleId,
  /** Roles of the levels above, head first; a skipped level is not among them. */
  rolesAbove: z.array(roleId),
  /** The name that its parent gave it; '' if none. */
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
  /** 0 none, 1 announced, 2 in progress. */
  maintenanceState: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  isAllowPilotOut: z.boolean(),
  /** 1 admin, 2 agent. */
  accountType: z.union([z.literal(1), z.literal(2)]),
  accountAgentPathsList: z.array(ownPath),
  mustChangePassword: z.boolean(),
  needSetPassword: z.boolean(),
  lastLogin: z.object({ at: instant, ip: z.string(), region: z.string() }).nullable(),
  /**
   * When business days begin: from each first day on, so many minutes after midnight in Shanghai. A session ends before a
   * later change takes effect.
   */
  dayStarts: z.array(z.object({ firstDay: businessDay, startMinutes: z.int().min(0).max(1439) })).min(1),
})

export const agentLogin = endpoint(signIn.agentLogin, {
  request: signInRequest,
  response: signInAnswer,
})

export const adminLogin = endpoint(signIn.adminLogin, {
  request: signInRequest,
  response: signInAnswer,
})

export const logout = endpoint(calls.logout, {
  request: readRequest({}),
  response: nothing,
})

/** The paths as a sign-in would return them now: a status or a permission may have changed since. */
export const ownPaths = endpoint(calls.ownPaths, {
  request: readRequest({}),
  response: z.array(ownPath),
})

export const platformStatus = endpoint(signIn.platformStatus, {
  request: readRequest({}),
  response: z.object({
    maintenanceState: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    message: z.string(),
    from: instant.nullable(),
    until: instant.nullable(),
    /** During a maintenance: reports, results and rules stay open to those who are signed in. */
    reading: z.boolean(),
    /** The name that operators gave the platform; '' for none. */
    platformName: z.string(),
    /** Pages with money show account and time as a watermark over the whole page, on paper too. */
    watermark: z.boolean(),
    serverNow: instant,
  }),
})

// ---- second factor, passwords -------------------------------------------------------------------------------------

export const checkValidator = endpoint(calls.checkValidator, {
  request: readRequest({ verifyCode }),
  response: z.object({ ok: z.boolean() }),
})

/** Whether the caller knows its own login password: opens its locked screen, and changes nothing. */
export const unlockScreen = endpoint(calls.unlockScreen, {
  request: readRequest({ password: wrappedPassword }),
  response: z.object({ ok: z.literal(true) }),
})

export const validatorSetup = endpoint(calls.validatorSetup, {
  request: changeRequest({}),
  response: z.object({ secret: z.string(), otpauthUrl: z.string() }),
})

const validatorChange = changeRequest({ verifyCode, password: wrappedPassword })

export const validatorEnable = endpoint(calls.validatorEnable, {
  request: validatorChange,
  /** Ten one-time codes; they are not shown again. */
  response: z.object({ recoveryCodes: z.array(z.string()).length(10) }),
})

export const validatorDisable = endpoint(calls.validatorDisable, {
  request: validatorChange,
  response: nothing,
})

/** An ancestor removes the second factor of an account, for example after a lost phone. Nothing else changes. */
export const validatorReset = endpoint(calls.validatorReset, {
  request: changeRequest({ agentPathsId: pathId }),
  response: nothing,
})

export const forgotPassword = endpoint(passwords.forgotPassword, {
  request: readRequest({ account: signInAccount }),
  /** The same answer whether the account exists or not. */
  response: nothing,
})

export const sendResetCode = endpoint(passwords.sendResetCode, {
  request: readRequest({ account: signInAccount }),
  response: nothing,
})

export const checkResetCode = endpoint(passwords.checkResetCode, {
  request: readRequest({ account: signInAccount, code: z.string().regex(/^\d{6}$/) }),
  response: z.object({ resetToken: z.string() }),
})

/** Messages that the demo did not send to a real channel. Outside the demo the call does not exist. */
export const demoOutbox = endpoint(passwords.demoOutbox, {
  request: readRequest({}),
  response: z.array(z.object({ id, at: instant, accountName: z.string(), address: z.string(), content: z.string() })),
})

type PasswordChange = Partial<Record<'resetToken' | 'oldPassword' | 'kind' | 'agentPathsId', unknown>>

/** Exactly one of the three ways, with no field of the others. */
const isOnePasswordChange = (request: PasswordChange): boolean => {
  const { resetToken, oldPassword, kind, agentPathsId } = request
  if (resetToken !== undefined) return [oldPassword, kind, agentPathsId].every((field) => field === undefined)
  if (agentPathsId !== undefined) return oldPassword === undefined
  return oldPassword !== undefined
}

export const updatePassword = endpoint(passwords.updatePassword, {
  request: changeRequest({
    /** Forgotten password: without a session. */
    resetToken: z.string().min(16).max(128).optional(),
    /** The caller's own password. Absent `kind`: the login password. */
    oldPassword: wrappedPassword.optional(),
    kind: z.enum(['login', 'transfer']).optional(),
    /** A downline's password: it must be changed at the next sign-in. */
    agentPathsId: pathId.optional(),
    newPassword: wrappedPassword,
  }).refine(isOnePasswordChange, { message: '请填写原密码', path: ['oldPassword'] }),
  response: nothing,
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

export const accountInfo = endpoint(calls.accountInfo, {
  request: readRequest({ agentPathsId: queryPathId.optional() }),
  /** Texts are '' if not set. */
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
    /** It is the caller's own account, which must bind a validator before it may change anything. */
    validatorDue: z.boolean(),
    /** Paths that an upgrade has closed, the latest first: old orders and fund records keep them. */
    closedPaths: z.array(z.object({ agentPathsId: pathId, roleId, closedAt: instant })),
  }),
})

export const updateAccountInfo = endpoint(calls.updateAccountInfo, {
  request: changeRequest({
    agentPathsId: pathId.optional(),
    ...z.strictObject(detailTexts).partial().shape,
    allowedIps: ipList.optional(),
    /** The login password; needed to change the caller's own contact or addresses. */
    password: wrappedPassword.optional(),
  }),
  response: nothing,
})

export const findLoginLog = endpoint(calls.findLoginLog, {
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
})

export const actionLogQuery = endpoint(calls.actionLogQuery, {
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
})

export const sessionQuery = endpoint(calls.sessionQuery, {
  request: readRequest({}),
  response: z.array(
    z.object({
      sessionId: id,
      device: z.string(),
      ip: z.string(),
      region: z.string(),
      createdAt: instant,
      seenAt: instant,
      /** The session that makes this call. */
      current: z.boolean(),
    }),
  ),
})

export const sessionRevoke = endpoint(calls.sessionRevoke, {
  request: changeRequest({ sessionId: id }),
  response: nothing,
})
