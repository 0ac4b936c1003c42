import { createHash, randomBytes } from 'node:crypto'
import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { firstStartBegin, firstStartFinish } from '@strata/contract/endpoints/first-start'
import { PERMISSION_IDS } from '@strata/contract/permissions'
import { type AccountId, MerchantId, type PathId } from '@strata/domain/ids'
import { z } from 'zod'
import { addSubAccount, hasAccounts, type PeopleContext } from '../../access/accounts.ts'
import { logAction } from '../../access/audit-log.ts'
import {
  matchesTotp,
  NO_PASSWORD,
  newTotpSecret,
  openNewPassword,
  putTotp,
  totpPurpose,
} from '../../access/passwords.ts'
import { changeSetting, changeSystemSettings, putSetting, readSetting } from '../../access/platform-settings.ts'
import { type Queryable, runTx, type Tx } from '../../platform/db.ts'
import { Refusal, RefusalError, refuse } from '../../platform/refusal.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { createHead } from '../../tree/paths.ts'

/**
 * The first start of an empty production database. A one-time link lets whoever has the server's shell create the head company
 * and the first operator, in one transaction, once (docs/decisions/0085-first-start.md).
 */

const KEY = 'firstStart'
const PURPOSE = 'first-start-totp'
const VALID_MS = 3_600_000

/**
 * The account of the head company. Nobody signs in to it: it has no password, and its name is shorter than any that the sign-in
 * accepts. So every operator is a person, and none of them is above the others.
 */
const HEAD_ACCOUNT = 'head'

const stored = z.object({ hash: z.string(), until: z.int(), totp: z.string() })
type Offer = z.output<typeof stored>

const hashOf = (token: string): string => createHash('sha256').update(token).digest('base64url')

export interface FirstStartContext extends Pick<PeopleContext, 'pool' | 'clock' | 'appSecret' | 'secrets'> {
  /** Called when the link has been used. */
  readonly onFirstStart?: () => Promise<void>
}

/**
 * Makes the one-time token of an empty database; the one before stops working. Undefined: there are accounts already. Only the
 * hash of the token is stored.
 */
export async function offerFirstStart({
  pool,
  clock,
  secrets,
}: Pick<FirstStartContext, 'pool' | 'clock'> & { readonly secrets: Secrets }): Promise<string | undefined> {
  if (await hasAccounts(pool)) return undefined
  const token = randomBytes(32).toString('base64url')
  const totp = secrets.seal(newTotpSecret(), PURPOSE)
  await putSetting(pool, KEY, { hash: hashOf(token), until: clock() + VALID_MS, totp })
  return token
}

/** The offer that a token belongs to, while it is good: not used, not too old, and no account exists. */
async function offerOf(on: Queryable, value: unknown, token: string, now: number): Promise<Offer | Refusal> {
  const read = stored.safeParse(value)
  if (!read.success || read.data.hash !== hashOf(token) || read.data.until <= now) return refuse('firstStartLinkWrong')
  return (await hasAccounts(on)) ? refuse('firstStartLinkWrong') : read.data
}

export async function beginFirstStart(
  { pool, clock, secrets }: FirstStartContext,
  { token }: ParsedRequestOf<typeof firstStartBegin>,
): Promise<ResponseOf<typeof firstStartBegin> | Refusal> {
  const offer = await offerOf(pool, await readSetting(pool, KEY), token, clock())
  return offer instanceof Refusal ? offer : { until: offer.until, secret: secrets.open(offer.totp, PURPOSE) }
}

type Wish = ParsedRequestOf<typeof firstStartFinish>

/** The head company and its first operator, who holds every permission; nothing else. */
async function createFirst(
  tx: Tx,
  asked: Pick<Wish, 'headName' | 'accountName'>,
  login: { readonly passwordHash: string; readonly at: number },
): Promise<{ readonly accountId: AccountId; readonly pathId: PathId }> {
  const { headName, accountName } = asked
  const { passwordHash, at } = login
  const head = await createHead(tx, { name: HEAD_ACCOUNT, pathName: headName, passwordHash: NO_PASSWORD, at })
  const main = { id: head.accountId, merchantId: head.merchantId, accountType: 1 as const }
  const made = await addSubAccount(tx, { name: accountName, passwordHash, main, permissionIds: PERMISSION_IDS, at })
  if (made instanceof Refusal) throw new RefusalError(made)
  return { accountId: made.accountId, pathId: head.pathId }
}

/**
 * Creates the head company, the first operator and its second factor. Refused in this order: firstStartLinkWrong, the rule of
 * the password, codeWrong.
 */
export async function finishFirstStart(
  context: FirstStartContext,
  asked: Wish,
  ip: string,
): Promise<ResponseOf<typeof firstStartFinish> | Refusal> {
  const { pool, clock, secrets } = context
  const at = clock()
  const open = await offerOf(pool, await readSetting(pool, KEY), asked.token, at)
  if (open instanceof Refusal) return open
  const passwordHash = await openNewPassword(context, asked.password, 'login', 'password')
  if (passwordHash instanceof Refusal) return passwordHash
  return runTx(pool, {}, async (tx) => {
    const secret = secrets.open(open.totp, PURPOSE)
    // Of two at the same moment the second one waits here, and finds the link used.
    const used = await changeSetting(tx, { key: KEY }, async (value) => {
      const offer = await offerOf(tx, value, asked.token, at)
      if (offer instanceof Refusal) return offer
      return matchesTotp(secret, asked.verifyCode, at) ? null : refuse('codeWrong')
    })
    if (used instanceof Refusal) return used
    const { accountId, pathId } = await createFirst(tx, asked, { passwordHash, at })
    const recoveryCodes = await putTotp(tx, accountId, secrets.seal(secret, totpPurpose(accountId)))
    await changeSystemSettings(tx, { pool }, (system) => ({ ...system, name: asked.platformName.trim() }))
    const caller = { account: { id: accountId, name: asked.accountName, mainId: accountId }, ip }
    const changes = [
      { field: 'platformName', label: '平台名称', before: null, after: asked.platformName.trim() },
      { field: 'headName', label: '总公司名称', before: null, after: asked.headName },
      { field: 'accountName', label: '首位操作员', before: null, after: asked.accountName },
      { field: 'validator', label: '验证器', before: null, after: '启用' },
    ]
    const about = { merchantId: MerchantId(0), pathId, targetName: asked.headName, action: 'firstStart', changes }
    await logAction(tx, caller, about, at)
    // A file that stays behind holds a link that no longer works; the next start removes it.
    tx.afterCommit(() => void context.onFirstStart?.().catch(() => undefined))
    return { recoveryCodes }
  })
}
