import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { merchantCreate, merchantQuery, merchantUpdate } from '@strata/contract/endpoints/admin-merchants'
import { FUND_MODE_WORDS } from '@strata/contract/words'
import { DAY_MS } from '@strata/domain/calendar'
import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import { formatMoney, type Money, ZERO } from '@strata/domain/money'
import { ROLE } from '@strata/domain/tree'
import { logAction } from '../access/audit-log.ts'
import { openNewPassword } from '../access/passwords.ts'
import { recentSystemSettings } from '../access/platform-settings.ts'
import { type Caller, changeOnce } from '../access/session.ts'
import { type HeadToday, readHeadToday } from '../book/boards.ts'
import { issueKey, openKey, retireAllButNewest, retireOldKeys } from '../intake/merchant-keys.ts'
import { amountOf, type FundsContext, moveFunds, transferBetween } from '../ledger/funds.ts'
import { resumeResets, transferDown } from '../ledger/wallets.ts'
import { businessDay } from '../platform/business-day.ts'
import type { Queryable, Tx } from '../platform/db.ts'
import { forgetKeys } from '../platform/key-changes.ts'
import { badField, Refusal, refuse } from '../platform/refusal.ts'
import type { Secrets } from '../platform/secrets.ts'
import { changeMerchant, equipMerchant, HEAD_MERCHANT, isCodeTaken, nextMerchantId } from '../tree/merchants.ts'
import { HEAD_PATH, createMerchant as makeMerchant, renamePath } from '../tree/paths.ts'
import { changeTerms, type GamePatch, gamesAt, occasionOf, patchesOf } from '../tree/terms.ts'
import { changeAs, changesOf } from './change.ts'
import { NO_RULES, readLogoWish, rulesAfter, rulesChanges } from './merchant-rules.ts'
import { findMerchants, type ListedMerchant } from './store-merchants.ts'
import { figuresOf } from './today.ts'

export interface MerchantContext extends FundsContext {
  readonly secrets: Secrets
}

type QueryRequest = ParsedRequestOf<typeof merchantQuery>
type QueryAnswer = ResponseOf<typeof merchantQuery>
type CreateRequest = ParsedRequestOf<typeof merchantCreate>

const instantOf = (at: bigint | null): number | null => (at === null ? null : Number(at))

const merchantOnWire = (
  found: ListedMerchant,
  { oldBefore, line }: { readonly oldBefore: number; readonly line: bigint },
  today: readonly HeadToday[],
): QueryAnswer['items'][number] => {
  const isCredit = found.fund_mode === 'credit'
  const balance = found.balance as Money
  return {
    merchantId: found.merchant_id,
    agentPathsId: found.path_id,
    accountId: found.account_id,
    accountName: found.account_name,
    nickname: found.nickname ?? '',
    code: found.code,
    status: found.status,
    fundMode: found.fund_mode,
    credit: formatMoney(isCredit ? (found.quota as Money) : ZERO),
    issued: formatMoney(isCredit ? (found.issued as Money) : ZERO),
    balance: formatMoney(balance),
    cash: formatMoney(isCredit ? ZERO : balance),
    isLow: balance < (found.balance_line ?? line),
    autoReset: found.credit_reset,
    agents: found.agents,
    members: found.members,
    keys: found.keys,
    leaseUntil: found.lease_until,
    keySince: instantOf(found.key_since),
    isKeyOld: found.key_since !== null && Number(found.key_since) < oldBefore,
    lastSignedAt: instantOf(found.last_signed_at),
    today: figuresOf(today),
    createdAt: Number(found.created_at),
    lastLoginAt: instantOf(found.last_login_at),
  }
}

export async function queryMerchants(on: Queryable, asked: QueryRequest, at: number): Promise<QueryAnswer> {
  const { pageIndex, pageSize, sortInfo } = asked
  const { keyDays, balanceLine } = await recentSystemSettings(on)
  const oldBefore = at - keyDays * DAY_MS
  const { items, total } = await findMerchants(on, {
    status: asked.status ?? null,
    keyword: asked.keyword || null,
    fundMode: asked.fundMode ?? null,
    keyState: asked.keyState ?? null,
    at,
    oldBefore,
    column: sortInfo?.columnName ?? 'createdAt',
    descending: sortInfo?.direction !== 0,
    limit: pageSize,
    offset: (pageIndex - 1) * pageSize,
  })
  const ids = items.map((found) => found.merchant_id)
  const today = await readHeadToday(on, ids, { path: HEAD_PATH, day: businessDay(at) })
  const byMerchant = Map.groupBy(today, (line) => line.merchant_id)
  return {
    items: items.map((found) =>
      merchantOnWire(found, { oldBefore, line: BigInt(balanceLine) }, byMerchant.get(found.merchant_id) ?? []),
    ),
    total,
    pageIndex,
    pageSize,
  }
}

interface Opened {
  readonly merchantId: MerchantId
  readonly agentPathsId: PathId
  readonly accountId: AccountId
}

const FIRST_KEY = 1

async function open(
  tx: Tx,
  context: MerchantContext,
  caller: Caller,
  what: {
    readonly input: CreateRequest
    readonly passwordHash: string
    readonly games: readonly GamePatch[]
    readonly logo: string
    readonly at: number
  },
): Promise<Opened | Refusal> {
  const { input, passwordHash, games, logo, at } = what
  // Takes a lock, so that two creations with the same code wait for each other.
  await nextMerchantId(tx)
  if (await isCodeTaken(tx, input.code)) return refuse('merchantCodeTaken')
  const rules = await rulesAfter(tx, { wish: input, before: NO_RULES, merchantId: HEAD_MERCHANT })
  if (rules instanceof Refusal) return rules
  // A lease is ended by a day that is over; one that begins so is a slip.
  if (rules.lease_until !== null && rules.lease_until < businessDay(at))
    return badField('leaseUntil', '租期截止日不能早于今天')
  const source = input.copyFrom && caller.targets.get(input.copyFrom.agentPathsId)
  if (input.copyFrom && source?.role !== ROLE.merchant) return refuse('notFound')
  const made = await makeMerchant(tx, {
    name: input.accountName,
    ...(input.nickname === undefined ? {} : { nickname: input.nickname }),
    passwordHash,
    mustChangePassword: true,
    code: input.code,
    fundMode: input.fundMode,
    ...(source === undefined ? {} : { termsFrom: { merchantId: source.merchantId, pathId: source.id } }),
    ...occasionOf(caller, at),
  })
  if (made instanceof Refusal) return made
  const { merchantId, pathId, accountId } = made
  const flyOutAllowed = input.isAllowPilotOut ?? input.terms?.isAllowPilotOut
  const terms = { merchantId, pathId, games, ...(flyOutAllowed === undefined ? {} : { flyOutAllowed }) }
  const set = await changeTerms(tx, { ...terms, ...occasionOf(caller, at) })
  if (set instanceof Refusal) return set
  await equipMerchant(tx, merchantId, { ...rules, logo })
  const changes = [
    ...changesOf([
      ['code', '平台代码', null, input.code],
      ['nickname', '商户名称', null, input.nickname || null],
      ['fundMode', '资金模式', null, FUND_MODE_WORDS[input.fundMode]],
      ['copyFrom', '占成与退水', null, source === undefined ? null : `与${source.name}相同`],
      ['key', '平台密钥', null, `第${FIRST_KEY}把`],
      ['logo', '标志', '', logo === '' ? '' : '新'],
    ]),
    ...rulesChanges(NO_RULES, rules),
  ]
  const about = { merchantId, pathId, targetName: input.accountName }
  await logAction(tx, caller, { ...about, action: 'merchant', changes }, at)
  if (input.credit !== undefined) {
    const amount = amountOf(input.credit)
    const transfer = transferBetween(caller, { id: pathId, merchantId }, { kind: input.fundMode }, at)
    const moved = await moveFunds(tx, context.live, transfer, (on, pair) => transferDown(on, pair, amount))
    if (moved instanceof Refusal) return moved
  }
  await issueKey(tx, context.secrets, { merchantId, keyId: FIRST_KEY, at })
  // The code of a new merchant is unknown to processes until they read the keys again.
  tx.afterCommit(() => forgetKeys(context.live, merchantId))
  return { merchantId, agentPathsId: pathId, accountId }
}

/**
 * merchant/create: creates tenant, account, path, terms, first funds and the key of its game platform in one
 * transaction. Refused in this order: notAPicture, badParameter (terms, a transfer without its password), transfer
 * password, password, merchantCodeTaken, badParameter (lease), hostTaken, notFound (the merchant to copy from),
 * accountExists, beyondTerm, what the transfer refuses.
 */
export async function createMerchant(
  context: MerchantContext,
  caller: Caller,
  input: CreateRequest,
): Promise<ResponseOf<typeof merchantCreate> | Refusal> {
  const logo = readLogoWish(input.logo ?? '')
  if (logo instanceof Refusal) return logo
  const games = patchesOf(input.terms?.games ?? [], gamesAt('terms.games'))
  if (games instanceof Refusal) return games
  if (input.credit !== undefined && input.transferPassword === undefined)
    return badField('transferPassword', '缺少转账密码')
  const { password, transferPassword, requestId, ...content } = input
  const key = { accountId: caller.account.id, requestId, call: 'merchant/create', content }
  const prepare = async (): Promise<string | Refusal> => {
    const wrong =
      input.credit === undefined ? undefined : await context.passwords.prove(caller.account.id, transferPassword ?? '')
    return wrong ?? openNewPassword(context, password, 'login', 'password')
  }
  const opened = await changeOnce<string, Opened>(context, key, prepare, (tx, passwordHash, at) =>
    open(tx, context, caller, { input, passwordHash, games, logo, at }),
  )
  if (opened instanceof Refusal) return opened
  const { merchantId, ...rest } = opened
  return { ...rest, key: await openKey(context, merchantId, 1) }
}

const yesNo = (flag: boolean): string => (flag ? '是' : '否')

/**
 * merchant/update: changes name, logo, daily reset of credit, lease, limits, host, chat groups, or the keys. With a new key the one before stays live
 * for the change-over and older ones stop; `retireKeys` stops that one too, at once. Refused in this order:
 * notAPicture, notFound, stateForbids (not a merchant's path), changed (somebody else saved since), badParameter
 * (lease), hostTaken.
 */
export async function updateMerchant(
  context: MerchantContext,
  caller: Caller,
  input: ParsedRequestOf<typeof merchantUpdate>,
): Promise<ResponseOf<typeof merchantUpdate> | Refusal> {
  const logo = input.logo === undefined ? undefined : readLogoWish(input.logo)
  if (logo instanceof Refusal) return logo
  const target = caller.targets.get(input.agentPathsId)
  if (!target) return refuse('notFound')
  if (target.role !== ROLE.merchant) return refuse('stateForbids')
  const { merchantId } = target
  const done = await changeAs<{ keyId: number | null }>(
    context,
    caller,
    { call: 'merchant/update', input },
    async (tx, at) => {
      const of = { merchantId, asked: input.version, isHostAsked: input.host !== undefined }
      const changed = await changeMerchant(tx, of, async (before) => {
        const rules = await rulesAfter(tx, { wish: input, before, merchantId })
        if (rules instanceof Refusal) return rules
        const name = input.nickname === undefined ? before.name : input.nickname || target.name
        const { autoReset = before.credit_reset } = input
        return { ...rules, name, logo: logo ?? before.logo, credit_reset: autoReset }
      })
      if (changed instanceof Refusal) return changed
      const { before, after } = changed
      if (after.credit_reset && !before.credit_reset) await resumeResets(tx, merchantId, { day: businessDay(at), at })
      if (input.nickname !== undefined)
        await renamePath(tx, { merchantId, pathId: target.id, nickname: input.nickname || null })
      const keyId = input.rotateKey ? await retireOldKeys(tx, merchantId, at) : null
      if (keyId !== null) await issueKey(tx, context.secrets, { merchantId, keyId, at })
      const retired = input.retireKeys ? await retireAllButNewest(tx, merchantId, at) : []
      // Every process must drop its cached keys, and the rate that it holds with them.
      const isRateNew = after.bets_per_second !== before.bets_per_second
      if (retired.length > 0 || keyId !== null || isRateNew) tx.afterCommit(() => forgetKeys(context.live, merchantId))
      const changes = changesOf([
        ['nickname', '商户名称', before.name, after.name],
        ['logo', '标志', before.logo === after.logo ? '' : '旧', before.logo === after.logo ? '' : '新'],
        ['autoReset', '自动恢复额度', yesNo(before.credit_reset), yesNo(after.credit_reset)],
        ['key', '平台密钥', null, keyId === null ? null : `第${keyId}把`],
        ['retiredKeys', '停用旧密钥', null, retired.length === 0 ? null : retired.map((id) => `第${id}把`).join('、')],
      ])
      const about = { merchantId, pathId: target.id, targetName: target.name }
      await logAction(
        tx,
        caller,
        { ...about, action: 'merchant', changes: [...changes, ...rulesChanges(before, after)] },
        at,
      )
      return { keyId }
    },
  )
  if (done instanceof Refusal) return done
  return done.keyId === null ? {} : { key: await openKey(context, merchantId, done.keyId) }
}
