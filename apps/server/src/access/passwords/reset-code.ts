import { createHash, randomBytes, randomInt } from 'node:crypto'
import { AccountId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import { addressBlock, NEIGHBOURHOOD } from '../../platform/address-block.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import type { PeopleContext } from '../profile/people-context.ts'
import { chargeAttempt, returnAttempt } from '../sign-in/store-waits.ts'
import { findAccountByName } from '../store-accounts.ts'
import { findProfile } from '../sub-accounts/store-people.ts'
import { chargeResetTry, saveResetCode, saveResetToken } from './store-passwords.ts'

const CODE_MS = 15 * 60_000
const TOKEN_MS = 10 * 60_000
const CODES_PER_HOUR = 3
const CODES_PER_DAY = 6
const TRIES = 5

/** Limit for calls about forgotten passwords from one address block, over all names. */
const perBlock = { free: 30, firstWaitMs: 60_000, longestWaitMs: 3_600_000, forgetAfterMs: 3_600_000 }

const DAY_MS = 86_400_000
/** Codes per address block and day, over all names. */
const codesPerBlock = { free: 40, firstWaitMs: DAY_MS, longestWaitMs: DAY_MS, forgetAfterMs: DAY_MS }
/** The key changes every UTC day. */
const codesKey = (ip: string, now: number): string =>
  `codes ${Math.floor(now / DAY_MS)} ${addressBlock(ip, NEIGHBOURHOOD)}`

/** The hash includes the name, so that a row copied to another name is useless. */
const hashCode = (name: string, code: string): string =>
  createHash('sha256').update(`${name.toLowerCase()}\n${code}`).digest('base64url')

export const hashResetToken = (token: string): string => createHash('sha256').update(token).digest('base64url')

async function throttle(context: PeopleContext, ip: string): Promise<Refusal | undefined> {
  const now = context.clock()
  const until = await chargeAttempt(context.pool, `reset ${addressBlock(ip, NEIGHBOURHOOD)}`, { now, ...perBlock })
  return until === 0 ? undefined : refuse('lockedOut', { minutes: Math.max(1, Math.ceil((until - now) / 60_000)) })
}

/** First step of a forgotten password. The answer reveals nothing about the account. */
export const startReset = async (context: PeopleContext, ip: string): Promise<null | Refusal> =>
  (await throttle(context, ip)) ?? null

const NOBODY = AccountId(0)

/** The contact of the account's details; its form decides the channel. */
async function receiverOf(context: PeopleContext, name: string) {
  const found = await findAccountByName(context.pool, name)
  // An unknown name costs the same look-up as a known one.
  const profile = await findProfile(context.pool, found?.account.id ?? NOBODY)
  if (!found || found.account.roleId === ROLE.member || found.account.status === 2) return undefined
  return { accountId: found.account.id, accountName: found.account.name, address: profile?.details.contact ?? '' }
}

/**
 * Sends a six-digit code through the account's channel. The answer never reveals whether the account or a channel
 * exists or the delivery worked: every name costs the same statements and has the same limit of three codes an
 * hour.
 */
export async function sendResetCode(
  context: PeopleContext,
  asked: { account: string; ip: string },
): Promise<null | Refusal> {
  const wait = await throttle(context, asked.ip)
  if (wait) return wait
  const at = context.clock()
  const key = codesKey(asked.ip, at)
  if ((await chargeAttempt(context.pool, key, { now: at, ...codesPerBlock })) > 0) return refuse('codesOfPlace')
  const receiver = await receiverOf(context, asked.account)
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const saved = await saveResetCode(context.pool, {
    name: asked.account,
    accountId: receiver?.accountId ?? null,
    codeHash: hashCode(asked.account, code),
    at,
    expiresAt: at + CODE_MS,
    perHour: CODES_PER_HOUR,
    perDay: CODES_PER_DAY,
  })
  if (saved !== 'saved') {
    await returnAttempt(context.pool, key, at)
    return saved === 'dayIsFull' ? refuse('codesOfDay', { most: CODES_PER_DAY }) : refuse('tooManyRequests')
  }
  if (receiver) {
    const { accountName, address } = receiver
    context.sendCode?.({
      accountName,
      address,
      content: `您的验证码是 ${code}，15分钟内有效。请勿告诉任何人。`,
    })
  }
  return null
}

/** Exchanges a correct code, within its time and its tries, for a token for one new password. */
export async function checkResetCode(
  context: PeopleContext,
  asked: { account: string; code: string; ip: string },
): Promise<{ resetToken: string } | Refusal> {
  const wait = await throttle(context, asked.ip)
  if (wait) return wait
  const now = context.clock()
  const found = await chargeResetTry(context.pool, asked.account, { now, tries: TRIES })
  // A name without an account has a stored code too, which was sent to nobody.
  if (!found || found.accountId === null || found.codeHash !== hashCode(asked.account, asked.code)) {
    return refuse('codeWrong')
  }
  const resetToken = randomBytes(32).toString('base64url')
  await saveResetToken(context.pool, asked.account, { hash: hashResetToken(resetToken), until: now + TOKEN_MS })
  return { resetToken }
}
