import type { Day } from '@strata/domain/calendar'
import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import { NO_SHARE, WHOLE_SHARE } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import { ROLE, type Role } from '@strata/domain/tree'
import { HEAD_TERMS } from '@strata/domain/tree/terms'
import { addAccounts, type NewAccount } from '../../access/accounts.ts'
import { NO_PASSWORD } from '../../access/passwords.ts'
import { businessDay } from '../../platform/business-day.ts'
import type { Tx } from '../../platform/db.ts'
import { Refusal, RefusalError, refuse } from '../../platform/refusal.ts'
import { HEAD_PATH } from '../snapshot/merchant-snapshot.ts'
import { lockMerchant } from '../snapshot/store-snapshot.ts'
import { type Occasion, type Operator, recordChanges } from '../terms/record-terms-change.ts'
import { copyTerms, saveLinkTerms, saveShareTerms } from '../terms/store-terms.ts'
import { DEFAULT_GAME, linkOf, type Pankou } from '../terms/terms-rows.ts'
import { bumpConfig, insertMerchant, nextMerchantId } from './store-merchants.ts'
import {
  type FundMode,
  findParent,
  HEAD_MERCHANT,
  hasChildOf,
  insertHead,
  insertPaths,
  type ParentPath,
} from './store-paths.ts'

/** A login to create; access/passwords makes the hashes. */
export interface NewLogin {
  readonly name: string
  readonly nickname?: string
  readonly passwordHash: string
  readonly transferHash?: string
  readonly mustChangePassword?: boolean
}

export interface Made {
  readonly merchantId: MerchantId
  readonly pathId: PathId
  readonly accountId: AccountId
}

/** Earlier than any order. */
const BEGINNING = '2000-01-01' as Day

const accountOf = (login: NewLogin, role: Role, merchantId: MerchantId): NewAccount => ({
  name: login.name,
  accountType: 2,
  roleId: role,
  merchantId,
  mainAccountId: null,
  nickname: login.nickname ?? null,
  passwordHash: login.passwordHash,
  transferHash: login.transferHash ?? null,
  permissionIds: null,
  mustChangePassword: login.mustChangePassword ?? false,
})

/** Made paths of one merchant with the names they were given. */
const logCreation = (
  tx: Tx,
  occasion: Occasion,
  merchantId: MerchantId,
  made: readonly { readonly pathId: PathId; readonly name: string }[],
): Promise<void> =>
  recordChanges(
    tx,
    merchantId,
    occasion,
    made.map(({ pathId: id, name }) => ({
      path: { id, name },
      action: 'create',
      changes: [{ field: 'accountName', label: '账号', before: null, after: name }],
    })),
  )

/**
 * The head company with its own terms, which limit every merchant's. Once per database. `pathName`: the name of the
 * company; absent: the name of its login.
 */
export async function createHead(tx: Tx, head: NewLogin & { pathName?: string; at: number }): Promise<Made> {
  const ids = await addAccounts(tx, [{ ...accountOf(head, 0, HEAD_MERCHANT), accountType: 1 }], head.at)
  if (ids instanceof Refusal) throw new RefusalError(ids)
  const accountId = must(ids[0], 'the new account')
  await insertHead(tx, { accountId, name: head.pathName ?? head.name, at: head.at })
  await saveLinkTerms(tx, HEAD_MERCHANT, HEAD_PATH, [linkOf(DEFAULT_GAME, HEAD_TERMS)])
  await saveShareTerms(tx, HEAD_MERCHANT, HEAD_PATH, [
    {
      gameId: DEFAULT_GAME,
      fromDay: BEGINNING,
      uplineShare: NO_SHARE,
      downlineCap: WHOLE_SHARE,
      remainder: 'head',
    },
  ])
  return { merchantId: HEAD_MERCHANT, pathId: HEAD_PATH, accountId }
}

/** A merchant: tenant, account, path, wallet and a copy of the terms of the head or of another merchant. */
export async function createMerchant(
  tx: Tx,
  merchant: NewLogin & {
    code: string
    fundMode: FundMode
    flyOutAllowed?: boolean
    at: number
    operator: Operator
    termsFrom?: TermsSource
  },
): Promise<Made | Refusal> {
  const head = await findParent(tx, HEAD_MERCHANT, HEAD_PATH)
  if (!head) throw new Error('there is no head company')
  const merchantId = await nextMerchantId(tx)
  const { fundMode, code, at } = merchant
  const accounts = await addAccounts(tx, [accountOf(merchant, ROLE.merchant, merchantId)], at)
  if (accounts instanceof Refusal) return accounts
  await insertMerchant(tx, { id: merchantId, code, name: merchant.nickname ?? merchant.name, fundMode, at })
  const pathId = await hang(tx, head, {
    ...merchant,
    merchantId,
    role: ROLE.merchant,
    accountId: must(accounts[0], 'the new account'),
  })
  const made = { merchantId, pathId, accountId: must(accounts[0], 'the new account') }
  await logCreation(tx, merchant, merchantId, [{ pathId, name: merchant.name }])
  return made
}

interface TermsSource {
  readonly merchantId: MerchantId
  readonly pathId: PathId
}

async function hang(
  tx: Tx,
  parent: ParentPath,
  path: {
    merchantId: MerchantId
    role: Role
    fundMode: FundMode
    flyOutAllowed?: boolean
    at: number
    accountId: AccountId
    name: string
    nickname?: string
    termsFrom?: TermsSource
  },
): Promise<PathId> {
  const { merchantId, role, fundMode, at } = path
  const made = { merchantId, role, fundMode, flyOutAllowed: path.flyOutAllowed ?? false, at }
  const ids = await insertPaths(tx, parent, made, [
    { accountId: path.accountId, name: path.name, nickname: path.nickname ?? null },
  ])
  await copyTerms(tx, path.termsFrom ?? { merchantId: parent.merchantId, pathId: parent.id }, {
    merchantId,
    pathIds: ids,
    bettorPankou: null,
  })
  return must(ids[0], 'the new path')
}

export interface NewNode {
  readonly merchantId: MerchantId
  readonly parentId: PathId
  readonly at: number
  readonly operator: Operator
}

/** Locks the merchant, then the parent, so that it cannot be closed or changed meanwhile. */
async function lockParent(tx: Tx, node: NewNode): Promise<ParentPath | undefined> {
  await lockMerchant(tx, node.merchantId)
  return findParent(tx, node.merchantId, node.parentId)
}

/** An agent of role 2 or 3 below a path of a higher level; fund mode inherited, terms a copy of the parent's. */
export async function createAgent(
  tx: Tx,
  agent: NewLogin & NewNode & { role: 2 | 3; flyOutAllowed?: boolean },
): Promise<Made | Refusal> {
  const parent = await lockParent(tx, agent)
  if (!parent) return refuse('notFound')
  if (parent.role < ROLE.merchant || parent.role >= agent.role) return refuse('stateForbids')
  const accounts = await addAccounts(tx, [accountOf(agent, agent.role, agent.merchantId)], agent.at)
  if (accounts instanceof Refusal) return accounts
  const accountId = must(accounts[0], 'the new account')
  const pathId = await hang(tx, parent, { ...agent, fundMode: parent.fundMode, accountId })
  await bumpConfig(tx, agent.merchantId)
  const made = { merchantId: agent.merchantId, pathId, accountId }
  await logCreation(tx, agent, agent.merchantId, [{ pathId, name: agent.name }])
  return made
}

/**
 * A further path of an account, below another parent of the same merchant. Refused: notFound, stateForbids (its
 * role is not below the parent's), accountExists (it already has a path there).
 */
export async function createSecondPath(
  tx: Tx,
  path: NewNode & { role: 2 | 3; account: { id: AccountId; name: string; nickname: string | null } },
): Promise<Made | Refusal> {
  const parent = await lockParent(tx, path)
  if (!parent) return refuse('notFound')
  const { merchantId, role, at, account } = path
  if (parent.role < ROLE.merchant || parent.role >= role) return refuse('stateForbids')
  if (await hasChildOf(tx, merchantId, parent.id, account.id)) return refuse('accountExists')
  const { name, nickname } = account
  const hung = { merchantId, role, fundMode: parent.fundMode, at, accountId: account.id, name }
  const pathId = await hang(tx, parent, nickname === null ? hung : { ...hung, nickname })
  await bumpConfig(tx, merchantId)
  const made = { merchantId, pathId, accountId: account.id }
  await logCreation(tx, path, merchantId, [{ pathId, name }])
  return made
}

export interface NewMembers extends NewNode {
  readonly pankou: Pankou
  readonly members: readonly { readonly name: string; readonly nickname?: string; readonly passwordHash?: string }[]
}

/**
 * Creates many members below any node; ids in the order given. They bet through the game platform and never sign
 * in; a password is used only if the member becomes an agent later.
 */
export async function createMembers(tx: Tx, batch: NewMembers): Promise<Made[] | Refusal> {
  const parent = await lockParent(tx, batch)
  if (!parent) return refuse('notFound')
  if (parent.role < ROLE.merchant || parent.role >= ROLE.member) return refuse('stateForbids')
  const { merchantId, at, pankou } = batch
  const logins = batch.members.map((member) =>
    accountOf({ ...member, passwordHash: member.passwordHash ?? NO_PASSWORD }, ROLE.member, merchantId),
  )
  const accounts = await addAccounts(tx, logins, at)
  if (accounts instanceof Refusal) return accounts
  const made = { merchantId, role: ROLE.member, fundMode: parent.fundMode, flyOutAllowed: false, at }
  const paths = batch.members.map((member, place) => ({
    accountId: must(accounts[place], 'the new account'),
    name: member.name,
    nickname: member.nickname ?? null,
  }))
  const ids = await insertPaths(tx, parent, made, paths)
  await copyTerms(tx, { merchantId, pathId: parent.id }, { merchantId, pathIds: ids, bettorPankou: pankou })
  await bumpConfig(tx, merchantId)
  const results = ids.map((pathId, place) => ({
    merchantId,
    pathId,
    accountId: must(accounts[place], 'the new account'),
  }))
  const named = results.map(({ pathId }, place) => ({ pathId, name: batch.members[place]?.name ?? '' }))
  await logCreation(tx, batch, merchantId, named)
  return results
}

/** One member; see createMembers. */
export async function createMember(
  tx: Tx,
  member: NewNode & { pankou: Pankou; name: string; nickname?: string; passwordHash?: string },
): Promise<Made | Refusal> {
  const { name, nickname, passwordHash } = member
  const one = { name, ...(nickname === undefined ? {} : { nickname }), ...(passwordHash ? { passwordHash } : {}) }
  const made = await createMembers(tx, { ...member, members: [one] })
  return made instanceof Refusal ? made : must(made[0], 'the path made')
}

/**
 * The leaf that stands for an outside book, below the path that flies out to it; nobody signs in there. The head's
 * fly-order account belongs to merchant 0 and serves every merchant's book.
 */
export async function createFlyOrder(
  tx: Tx,
  account: NewNode & { readonly name: string; readonly nickname: string },
): Promise<Made | Refusal> {
  const { merchantId, parentId, at, name, nickname } = account
  const isHead = parentId === HEAD_PATH
  const parent = isHead ? await findParent(tx, HEAD_MERCHANT, HEAD_PATH) : await lockParent(tx, account)
  if (!parent) return refuse('notFound')
  const login = accountOf({ name, nickname, passwordHash: NO_PASSWORD }, ROLE.flyOrder, merchantId)
  const accounts = await addAccounts(tx, [login], at)
  if (accounts instanceof Refusal) return accounts
  const accountId = must(accounts[0], 'the new account')
  const made = { merchantId, role: ROLE.flyOrder, fundMode: parent.fundMode, flyOutAllowed: false, at }
  const ids = await insertPaths(tx, parent, made, [{ accountId, name, nickname }])
  await copyTerms(tx, { merchantId, pathId: parentId }, { merchantId, pathIds: ids, bettorPankou: 'A' })
  if (!isHead) await bumpConfig(tx, merchantId)
  const result = { merchantId, pathId: must(ids[0], 'the new path'), accountId }
  await logCreation(tx, account, merchantId, [{ pathId: result.pathId, name }])
  return result
}

/** The business day of an instant; newly set shares begin on it at the earliest. */
export const today = (at: number): Day => businessDay(at)
