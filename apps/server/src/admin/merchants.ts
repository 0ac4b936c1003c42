import { randomBytes } from 'node:crypto'
import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { merchantCreate, merchantQuery, merchantUpdate } from '@strata/contract/endpoints/admin-merchants'
import { formatMoney, type Money, ZERO } from '@strata/domain/money'
import { ROLE } from '@strata/domain/tree'
import { logAction } from '../access/audit-log/change-log.ts'
import { openNewPassword } from '../access/passwords/new-password.ts'
import type { Caller } from '../access/session/caller.ts'
import { changeOnce } from '../access/session/once-per-request.ts'
import {
  insertMerchantKey,
  readMerchantSecret,
  retireAllButNewest,
  retireOldKeys,
} from '../intake/store-merchant-keys.ts'
import { amountOf, type FundsContext, moveFunds, transferBetween } from '../ledger/funds.ts'
import { transferDown } from '../ledger/transfer.ts'
import type { Queryable, Tx } from '../platform/db.ts'
import { forgetKeys } from '../platform/key-changes.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import type { Secrets } from '../platform/secrets.ts'
import { merchantKeyPurpose } from '../platform/signature.ts'
import { createMerchant as makeMerchant } from '../tree/paths/create-path.ts'
import { renamePath } from '../tree/paths/rename-path.ts'
import { isCodeTaken, lockMerchantRecord, nextMerchantId, saveMerchant } from '../tree/paths/store-merchants.ts'
import { changeTerms } from '../tree/terms/apply-terms-change.ts'
import { occasionOf } from '../tree/terms/set-terms-call.ts'
import { type GamePatch, patchesOf } from '../tree/terms/terms-from-wire.ts'
import { changeAs, changesOf } from './change.ts'
import { findMerchants, type ListedMerchant } from './store-merchants.ts'

export interface MerchantContext extends FundsContext {
  readonly secrets: Secrets
}

type QueryRequest = ParsedRequestOf<typeof merchantQuery>
type QueryAnswer = ResponseOf<typeof merchantQuery>
type CreateRequest = ParsedRequestOf<typeof merchantCreate>

const KEY_BYTES = 32

const merchantOnWire = (found: ListedMerchant): QueryAnswer['items'][number] => {
  const isCredit = found.fund_mode === 'credit'
  const balance = found.balance as Money
  return {
    agentPathsId: found.path_id,
    accountId: found.account_id,
    accountName: found.account_name,
    nickname: found.nickname ?? '',
    code: found.code,
    status: found.status,
    fundMode: found.fund_mode,
    credit: formatMoney(isCredit ? (found.quota as Money) : ZERO),
    balance: formatMoney(balance),
    cash: formatMoney(isCredit ? ZERO : balance),
    autoReset: found.credit_reset,
    createdAt: Number(found.created_at),
    lastLoginAt: found.last_login_at === null ? null : Number(found.last_login_at),
  }
}

export async function queryMerchants(on: Queryable, asked: QueryRequest): Promise<QueryAnswer> {
  const { pageIndex, pageSize, sortInfo } = asked
  const { items, total } = await findMerchants(on, {
    status: asked.status ?? null,
    keyword: asked.keyword || null,
    column: sortInfo?.columnName ?? 'createdAt',
    descending: sortInfo?.direction !== 0,
    limit: pageSize,
    offset: (pageIndex - 1) * pageSize,
  })
  return { items: items.map(merchantOnWire), total, pageIndex, pageSize }
}

/** A small picture that a browser shows and nothing more: no SVG, which is a document. */
const isLogo = (text: string): boolean =>
  text === '' || /^data:image\/(png|jpeg|webp|gif);base64,[A-Za-z0-9+/]+=*$/.test(text)
const badLogo = (): Refusal => refuse('badParameter', { message: '标志须为PNG、JPEG、WebP或GIF图片' })

async function issueKey(
  tx: Tx,
  secrets: Secrets,
  of: { readonly merchantId: number; readonly keyId: number; readonly at: number },
): Promise<void> {
  const { merchantId, keyId, at } = of
  const secret = secrets.seal(randomBytes(KEY_BYTES).toString('base64url'), merchantKeyPurpose(merchantId, keyId))
  await insertMerchantKey(tx, { merchantId, keyId, secret, at })
}

/** Opened from where it is kept: the memory of requests holds no secret, and a retry shows the same key. */
async function openKey({ pool, secrets }: MerchantContext, merchantId: number, keyId: number): Promise<string> {
  const sealed = await readMerchantSecret(pool, merchantId, keyId)
  if (sealed === undefined) throw new Error(`merchant ${merchantId} has no key ${keyId}`)
  return secrets.open(sealed, merchantKeyPurpose(merchantId, keyId))
}

interface Opened {
  readonly merchantId: number
  readonly agentPathsId: number
  readonly accountId: number
}

async function open(
  tx: Tx,
  context: MerchantContext,
  caller: Caller,
  what: {
    readonly input: CreateRequest
    readonly passwordHash: string
    readonly games: readonly GamePatch[]
    readonly at: number
  },
): Promise<Opened | Refusal> {
  const { input, passwordHash, games, at } = what
  // Two of one code wait for each other here.
  await nextMerchantId(tx)
  if (await isCodeTaken(tx, input.code)) return refuse('exists')
  const made = await makeMerchant(tx, {
    name: input.accountName,
    ...(input.nickname === undefined ? {} : { nickname: input.nickname }),
    passwordHash,
    mustChangePassword: true,
    code: input.code,
    fundMode: input.fundMode,
    ...occasionOf(caller, at),
  })
  if (made instanceof Refusal) return made
  const { merchantId, pathId, accountId } = made
  const isAllowPilotOut = input.isAllowPilotOut ?? input.terms?.isAllowPilotOut
  const terms = { merchantId, pathId, games, ...(isAllowPilotOut === undefined ? {} : { isAllowPilotOut }) }
  const set = await changeTerms(tx, { ...terms, ...occasionOf(caller, at) })
  if (set instanceof Refusal) return set
  const record = await lockMerchantRecord(tx, merchantId)
  if (record && input.logo) await saveMerchant(tx, merchantId, { ...record, logo: input.logo })
  if (input.credit !== undefined) {
    const amount = amountOf(input.credit)
    const transfer = transferBetween(caller, { id: pathId, merchantId }, { kind: input.fundMode }, at)
    const moved = await moveFunds(tx, context.live, transfer, (on, pair) => transferDown(on, pair, amount))
    if (moved instanceof Refusal) return moved
  }
  await issueKey(tx, context.secrets, { merchantId, keyId: 1, at })
  return { merchantId, agentPathsId: pathId, accountId }
}

/**
 * merchant/create: tenant, account, path, terms, first funds and the key of its game platform in one transaction. Refused in
 * this order: badParameter (logo, terms, a transfer without its password), transfer password, password, exists (code),
 * accountExists, beyondTerm, what the transfer refuses.
 */
export async function createMerchant(
  context: MerchantContext,
  caller: Caller,
  input: CreateRequest,
): Promise<ResponseOf<typeof merchantCreate> | Refusal> {
  if (!isLogo(input.logo ?? '')) return badLogo()
  const games = patchesOf(input.terms?.games ?? [])
  if (!games) return refuse('badParameter')
  if (input.credit !== undefined && input.transferPassword === undefined)
    return refuse('badParameter', { message: '缺少转账密码' })
  const { password, transferPassword, requestId, ...content } = input
  const key = { accountId: caller.account.id, requestId, call: 'merchant/create', content }
  const prepare = async (): Promise<string | Refusal> => {
    const wrong =
      input.credit === undefined ? undefined : await context.passwords.prove(caller.account.id, transferPassword ?? '')
    return wrong ?? openNewPassword(context, password, 'login')
  }
  const opened = await changeOnce<string, Opened>(context, key, prepare, (tx, passwordHash, at) =>
    open(tx, context, caller, { input, passwordHash, games, at }),
  )
  if (opened instanceof Refusal) return opened
  const { merchantId, ...rest } = opened
  return { ...rest, key: await openKey(context, merchantId, 1) }
}

const yesNo = (flag: boolean): string => (flag ? '是' : '否')

/**
 * merchant/update: its name, logo, daily reset of credit, another key. With a further key the one before stays live for
 * the change-over, older ones end; `retireKeys` ends that one too, at once. Refused in this order: badParameter, notFound, stateForbids (no merchant's path).
 */
export async function updateMerchant(
  context: MerchantContext,
  caller: Caller,
  input: ParsedRequestOf<typeof merchantUpdate>,
): Promise<ResponseOf<typeof merchantUpdate> | Refusal> {
  if (!isLogo(input.logo ?? '')) return badLogo()
  const target = caller.targets.get(input.agentPathsId)
  if (!target) return refuse('notFound')
  if (target.role !== ROLE.merchant) return refuse('stateForbids')
  const { merchantId } = target
  const done = await changeAs<{ keyId: number | null }>(
    context,
    caller,
    { call: 'merchant/update', input },
    async (tx, at) => {
      const before = await lockMerchantRecord(tx, merchantId)
      if (!before) return refuse('notFound')
      const after = {
        name: input.nickname === undefined ? before.name : input.nickname || target.name,
        logo: input.logo ?? before.logo,
        credit_reset: input.autoReset ?? before.credit_reset,
      }
      await saveMerchant(tx, merchantId, after)
      if (input.nickname !== undefined)
        await renamePath(tx, { merchantId, pathId: target.id, nickname: input.nickname || null })
      const keyId = input.rotateKey ? await retireOldKeys(tx, merchantId, at) : null
      if (keyId !== null) await issueKey(tx, context.secrets, { merchantId, keyId, at })
      const retired = input.retireKeys ? await retireAllButNewest(tx, merchantId, at) : []
      // Every process forgets the keys that it remembers.
      if (retired.length > 0 || keyId !== null) tx.afterCommit(() => forgetKeys(context.live, merchantId))
      const changes = changesOf([
        ['nickname', '昵称', before.name, after.name],
        ['logo', '标志', before.logo === after.logo ? '' : '旧', before.logo === after.logo ? '' : '新'],
        ['autoReset', '自动恢复额度', yesNo(before.credit_reset), yesNo(after.credit_reset)],
        ['key', '平台密钥', null, keyId === null ? null : `第${keyId}把`],
        ['retiredKeys', '停用旧密钥', null, retired.length === 0 ? null : retired.map((id) => `第${id}把`).join('、')],
      ])
      const about = { merchantId, pathId: target.id, targetName: target.name }
      await logAction(tx, caller, { ...about, action: 'merchant', changes }, at)
      return { keyId }
    },
  )
  if (done instanceof Refusal) return done
  return done.keyId === null ? {} : { key: await openKey(context, merchantId, done.keyId) }
}
