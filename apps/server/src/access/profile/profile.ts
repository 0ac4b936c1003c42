import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { accountInfo, sessionQuery, updateAccountInfo } from '@strata/contract/endpoints/access'
import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { ROLE } from '@strata/domain/tree'
import { regionByCode, regionLabel } from '@strata/regions'
import type { Tx } from '../../platform/db.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import { logAction } from '../audit-log/change-log.ts'
import type { LoggedChange } from '../audit-log/store-log.ts'
import { proveLogin } from '../passwords/update-password.ts'
import { isAllowed } from '../session/addresses.ts'
import type { Caller } from '../session/caller.ts'
import { changeOnce } from '../session/once-per-request.ts'
import { idleMsOf } from '../session/sessions.ts'
import { endSession, findDevices, forgetDeviceOf } from '../session/store-sessions.ts'
import { claimWholeAccount, hasWholeAccount } from '../session/whole-account.ts'
import { findClosedPaths } from '../store-account-paths.ts'
import { type Details, findProfile, type Profile, saveProfile } from '../sub-accounts/store-people.ts'
import { type PeopleContext, type ProfileContext, SECURITY_SUBJECT } from './people-context.ts'

type Update = ParsedRequestOf<typeof updateAccountInfo>

/** Whose details: the account of the named path, or the caller's own login. */
function whose(caller: Caller, pathId: PathId | undefined) {
  const target = pathId === undefined || pathId === caller.path.id ? undefined : caller.targets.get(pathId)
  if (target) return { accountId: target.accountId, pathId: target.id, merchantId: target.merchantId, own: false }
  return { accountId: caller.account.id, pathId: caller.path.id, merchantId: caller.merchantId, own: true }
}

export async function readAccountInfo(
  { pool }: PeopleContext,
  caller: Caller,
  asked: ParsedRequestOf<typeof accountInfo>,
): Promise<ResponseOf<typeof accountInfo> | Refusal> {
  const about = whose(caller, asked.agentPathsId)
  const profile = await findProfile(pool, about.accountId)
  if (!profile) return refuse('notFound')
  // If the account has a path elsewhere, this ancestor must not read the account's own details.
  const isWhole = about.own || (await hasWholeAccount(pool, caller, about))
  const closedPaths = about.own
    ? []
    : await findClosedPaths(pool, about, caller.role === ROLE.head ? null : caller.path.id)
  return {
    ...infoOf(
      isWhole ? profile : { ...profile, details: {}, allowedIps: [], validatorOn: false },
      about.own && caller.owesValidator,
    ),
    closedPaths,
  }
}

function infoOf(profile: Profile, validatorDue: boolean): Omit<ResponseOf<typeof accountInfo>, 'closedPaths'> {
  const { details } = profile
  return {
    accountName: profile.name,
    nickname: profile.nickname,
    contact: details.contact ?? '',
    provinceCode: details.provinceCode ?? '',
    cityCode: details.cityCode ?? '',
    districtCode: details.districtCode ?? '',
    address: details.address ?? '',
    remark: details.remark ?? '',
    bankName: details.bankName ?? '',
    bankCardNo: details.bankCardNo ?? '',
    allowedIps: [...profile.allowedIps],
    validatorOn: profile.validatorOn,
    validatorDue,
  }
}

const REGION_LEVELS = [
  ['provinceCode', 'provinceName', '1'],
  ['cityCode', 'cityName', '2'],
  ['districtCode', 'districtName', '3'],
] as const

/**
 * The three region codes with their names. Each must be of its level and lie in the one before it according to the
 * parent column of the list (640522 belongs to the city that its row names, not to the one of its digits).
 */
function regionsOf(details: Details): Details | undefined {
  let parent = '000000'
  let named: Details = {}
  for (const [codeField, nameField, level] of REGION_LEVELS) {
    const code = details[codeField] ?? ''
    if (code === '') {
      parent = ''
      continue
    }
    const region = regionByCode(code)
    if (!region || region.Level !== level || region.ParentCode !== parent) return undefined
    named = { ...named, [codeField]: code, [nameField]: regionLabel(region) }
    parent = code
  }
  return named
}

const TEXT_FIELDS = ['contact', 'address', 'remark', 'bankName', 'bankCardNo'] as const
const CODE_FIELDS = ['provinceCode', 'cityCode', 'districtCode'] as const

/** The stored details with the given fields applied; undefined: the regions do not fit together. */
export function mergeDetails(before: Details, update: Partial<Record<string, unknown>>): Details | undefined {
  const pick = (fields: readonly (keyof Details)[]): Details =>
    Object.fromEntries(
      fields.flatMap((field) => {
        const value = update[field] ?? before[field]
        return typeof value === 'string' && value !== '' ? [[field, value]] : []
      }),
    )
  const regions = regionsOf(pick(CODE_FIELDS))
  return regions && { ...pick(TEXT_FIELDS), ...regions }
}

/** A card number in the log shows its last four digits only. */
const masked = (card: string): string => (card === '' ? '' : `****${card.slice(-4)}`)

const region = (name: string | undefined, code: string | undefined): string => (code ? `${name ?? ''}（${code}）` : '')

type Shown = Pick<Profile, 'nickname' | 'details' | 'allowedIps'>

function changesOf(before: Shown, after: Shown): LoggedChange[] {
  const show = ({ nickname, details, allowedIps }: Shown) =>
    [
      ['nickname', '昵称', nickname],
      ['contact', '联系方式', details.contact ?? ''],
      ['provinceCode', '省份', region(details.provinceName, details.provinceCode)],
      ['cityCode', '城市', region(details.cityName, details.cityCode)],
      ['districtCode', '区县', region(details.districtName, details.districtCode)],
      ['address', '详细地址', details.address ?? ''],
      ['remark', '备注', details.remark ?? ''],
      ['bankName', '开户银行', details.bankName ?? ''],
      ['bankCardNo', '银行卡号', masked(details.bankCardNo ?? '')],
      ['allowedIps', '允许登录的IP', allowedIps.join('、')],
    ] as const
  const was = show(before)
  const changes = show(after).flatMap(([field, label, is], place) => {
    const old = was[place]?.[2] ?? ''
    return old === is ? [] : [{ field, label, before: old, after: is }]
  })
  const sameEnd = masked(before.details.bankCardNo ?? '') === masked(after.details.bankCardNo ?? '')
  if (sameEnd && before.details.bankCardNo !== after.details.bankCardNo) {
    const end = masked(after.details.bankCardNo ?? '')
    changes.push({ field: 'bankCardNo', label: '银行卡号', before: end, after: end })
  }
  return changes
}

/**
 * Whether the change touches the contact or the addresses: with them a person could take the account over or lock
 * its owner out.
 */
const changesAccess = (before: Shown, after: Shown): boolean =>
  (before.details.contact ?? '') !== (after.details.contact ?? '') ||
  before.allowedIps.join() !== after.allowedIps.join()

/** The stored profile with the given fields applied. Refused: badParameter if the regions do not fit together. */
function laidOver(before: Profile, asked: Update): Profile | Refusal {
  const details = mergeDetails(before.details, asked)
  if (!details) return badField('districtCode', '省市区不匹配', '地区')
  const { nickname = before.nickname, allowedIps = before.allowedIps } = asked
  return { ...before, nickname, details, allowedIps }
}

/**
 * A new contact or address list of the caller's own account needs the login password: an open session must not be
 * enough.
 */
async function proveOwner(
  context: PeopleContext,
  caller: Caller,
  asked: Update,
): Promise<{ readonly proved: boolean } | Refusal> {
  const before = await findProfile(context.pool, caller.account.id)
  const after = before && laidOver(before, asked)
  if (!before || !after || after instanceof Refusal || !changesAccess(before, after)) return { proved: false }
  if (asked.password === undefined) return badField('password', '修改联系方式或允许登录的IP须输入登录密码', '登录密码')
  return (await proveLogin(context, caller.account.id, asked.password)) ?? { proved: true }
}

/** Notifies the old and the new contact of the change, so that the owner notices a change by somebody else. */
function tellContacts(context: PeopleContext, before: Profile, after: Profile): void {
  const addresses = new Set([before.details.contact ?? '', after.details.contact ?? ''])
  const what = (before.details.contact ?? '') === (after.details.contact ?? '') ? '允许登录的IP' : '联系方式'
  for (const address of addresses) {
    if (address === '') continue
    context.sendCode?.({
      accountName: before.name,
      address,
      subject: SECURITY_SUBJECT,
      content: `您的账号${before.name}的${what}已修改。如非本人操作，请立即联系上级。`,
    })
  }
}

/** Saves the given fields. All fields of one save are one record of the change log. */
export function updateAccountDetails(context: ProfileContext, caller: Caller, asked: Update) {
  const { requestId, password: _sealed, ...content } = asked
  const key = { accountId: caller.account.id, requestId, call: 'access.updateAccountInfo', content }
  const about = whose(caller, asked.agentPathsId)
  // An address list that excludes the caller's own address is taken as a mistake and refused.
  if (about.own && asked.allowedIps && !isAllowed(caller.ip, asked.allowedIps)) {
    return Promise.resolve(badField('allowedIps', '允许登录的IP须包含当前IP'))
  }
  const prepare = async () => (about.own ? proveOwner(context, caller, asked) : { proved: true })
  return changeOnce<{ readonly proved: boolean }, null>(context, key, prepare, async (tx, { proved }, at) => {
    const shared = about.own ? undefined : await claimWholeAccount(tx, caller, about)
    if (shared) return shared
    const before = await findProfile(tx, about.accountId, { locked: true })
    if (!before) return refuse('notFound')
    const after = laidOver(before, asked)
    if (after instanceof Refusal) return after
    const changes = changesOf(before, after)
    if (changes.length === 0) return null
    const touchesAccess = changesAccess(before, after)
    // The contact has changed since the password check was decided.
    if (touchesAccess && !proved) return refuse('changed')
    const { merchantId, pathId } = about
    await saveProfile(tx, after)
    const nickname = after.nickname === '' ? null : after.nickname
    await context.renamePaths(tx, { merchantId, accountId: about.accountId, nickname })
    await logAction(tx, caller, { merchantId, pathId, targetName: before.name, action: 'details', changes }, at)
    if (touchesAccess) {
      const text = about.own ? '您的联系方式或允许登录的IP已修改' : '上级修改了您的联系方式或允许登录的IP'
      await context.tell?.(tx, { merchantId, pathId, text, at })
      tx.afterCommit(() => tellContacts(context, before, after))
    }
    return null
  })
}

/**
 * The first contact of an account that the same transaction has created. Nobody is told: there was no contact before, and
 * the new one is not yet known to reach its owner.
 */
export async function setFirstContact(
  tx: Tx,
  caller: Caller,
  made: { readonly merchantId: MerchantId; readonly pathId: PathId; readonly accountId: AccountId },
  contact: string,
  at: number,
): Promise<void> {
  const { accountId, ...where } = made
  const before = must(await findProfile(tx, accountId, { locked: true }), 'the new account')
  const after = { ...before, details: { ...before.details, contact } }
  await saveProfile(tx, after)
  const changes = changesOf(before, after)
  await logAction(tx, caller, { ...where, targetName: before.name, action: 'details', changes }, at)
}

// ---- devices -------------------------------------------------------------------------------------------------------

export async function listDevices(
  { pool, clock }: PeopleContext,
  caller: Caller,
): Promise<ResponseOf<typeof sessionQuery>> {
  const now = clock()
  const found = await findDevices(pool, caller.account.id, { now, seenSince: now - (await idleMsOf(pool)) })
  return found.map(({ id, device, ip, createdAt, seenAt }) => ({
    sessionId: id,
    device,
    ip,
    region: '',
    createdAt,
    seenAt,
    current: id === caller.sessionId,
  }))
}

/** Ends one of the caller's own sessions. */
export function revokeDevice(
  context: PeopleContext,
  caller: Caller,
  asked: { readonly sessionId: number; readonly requestId?: string | undefined },
): Promise<null | Refusal> {
  const key = {
    accountId: caller.account.id,
    requestId: asked.requestId,
    call: 'access.sessionRevoke',
    content: asked.sessionId,
  }
  const nothing = async () => ({})
  return changeOnce<object, null>(context, key, nothing, async (tx, _prepared, at) => {
    const devices = await findDevices(tx, caller.account.id, {
      now: at,
      seenSince: at - (await idleMsOf(context.pool)),
    })
    const device = devices.find(({ id }) => id === asked.sessionId)
    if (!device) return refuse('notFound')
    // A lost device is sent away: from now on it is a stranger. It comes before its session, as in a sign-in.
    await forgetDeviceOf(tx, device.tokenHash)
    await endSession(tx, device.tokenHash, at, 'revoked')
    const changes = [{ field: 'session', label: '登录设备', before: `${device.device}（${device.ip}）`, after: null }]
    const { merchantId, path, account } = caller
    const about = { merchantId, pathId: path.id, targetName: account.name }
    await logAction(tx, caller, { ...about, action: 'sessionEnded', changes }, at)
    tx.afterCommit(() => context.recheckStreams?.(caller.merchantId))
    return null
  })
}
