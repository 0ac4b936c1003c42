import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type {
  createAgent as createAgentEndpoint,
  createMember as createMemberEndpoint,
} from '@strata/contract/endpoints/tree'
import { GameId, type MerchantId, type PathId } from '@strata/domain/ids'
import { mayCreate, ROLE, type Role } from '@strata/domain/tree'
import { openNewPassword } from '../access/passwords.ts'
import { type Caller, changeOnce } from '../access/session.ts'
import { amountOf, type FundsContext, moveFunds, transferBetween } from '../ledger/funds.ts'
import { transferDown } from '../ledger/wallets.ts'
import type { Tx } from '../platform/db.ts'
import { badField, Refusal, refuse } from '../platform/refusal.ts'
import {
  createAgent,
  createMember,
  createMerchant,
  createSecondPath,
  type FundMode,
  findAccountBelow,
  findNode,
  findParent,
  HEAD_PATH,
  joinGroup,
  type Made,
} from '../tree/paths.ts'
import { changeTerms, type GamePatch, gamesAt, occasionOf, parentTermsFrom, patchesOf } from '../tree/terms.ts'

export type AgentRequest = ParsedRequestOf<typeof createAgentEndpoint>
export type MemberRequest = ParsedRequestOf<typeof createMemberEndpoint>
type Request = AgentRequest | MemberRequest
type Answer = ResponseOf<typeof createAgentEndpoint>

/** The parent of the new account, and the given terms. */
export interface Wish {
  readonly parentId: PathId
  readonly merchantId: MerchantId
  readonly isBelowHead: boolean
  readonly games: readonly GamePatch[]
}

/** The first checks: may the parent create it, are the funds the caller's own, do the games exist. */
function wishOf(caller: Caller, input: Request, role: Role): Wish | Refusal {
  const parent = input.parentPathsId === undefined ? caller.path : caller.targets.get(input.parentPathsId)
  if (!parent) return refuse('notFound')
  // Fly-order accounts and sub-accounts are created by calls of their own.
  if (role > ROLE.member || !mayCreate(parent.role, role)) return refuse('stateForbids')
  if (input.credit !== undefined) {
    if (parent.id !== caller.path.id) return badField('credit', '只能给直属下级上分')
    if (input.transferPassword === undefined) return badField('transferPassword', '缺少转账密码')
  }
  const games = patchesOf(input.terms?.games ?? [], gamesAt('terms.games'))
  if (games instanceof Refusal) return games
  return { parentId: parent.id, merchantId: parent.merchantId, isBelowHead: parent.id === HEAD_PATH, games }
}

/**
 * Both passwords, opened and hashed before the transaction, because hashing is slow. Null: the account already
 * exists.
 */
async function passwordsOf(context: FundsContext, caller: Caller, input: Request): Promise<string | null | Refusal> {
  if (input.credit !== undefined) {
    const wrong = await context.passwords.prove(caller.account.id, input.transferPassword ?? '')
    if (wrong) return wrong
  }
  return input.password === undefined ? null : openNewPassword(context, input.password, 'login', 'password')
}

/** The steps after the path was created: its terms, its group and its first funds. */
async function finish(
  tx: Tx,
  context: FundsContext,
  caller: Caller,
  made: Made,
  rest: { readonly input: Request; readonly games: readonly GamePatch[]; readonly kind: FundMode; readonly at: number },
): Promise<Answer | Refusal> {
  const { input, games, kind, at } = rest
  const { merchantId, pathId } = made
  const flyOutAllowed = input.isAllowPilotOut ?? input.terms?.isAllowPilotOut
  const terms = { merchantId, pathId, games, ...(flyOutAllowed === undefined ? {} : { flyOutAllowed }) }
  const set = await changeTerms(tx, { ...terms, ...occasionOf(caller, at) })
  if (set instanceof Refusal) return set
  if (input.groupId !== undefined) {
    const refusal = await joinGroup(tx, { merchantId, pathId, groupId: input.groupId, owner: caller.path.id })
    if (refusal) return refusal
  }
  if (input.credit !== undefined) {
    const amount = amountOf(input.credit)
    const transfer = transferBetween(caller, { id: pathId, merchantId }, { kind }, at)
    const moved = await moveFunds(tx, context.live, transfer, (on, pair) => transferDown(on, pair, amount))
    if (moved instanceof Refusal) return moved
  }
  return { agentPathsId: pathId, accountId: made.accountId }
}

/** Below a merchant the mode is always the merchant's; a request for another one is refused, not ignored. */
async function modeOf(tx: Tx, wish: Wish, asked: FundMode | undefined): Promise<FundMode | Refusal> {
  if (wish.isBelowHead) return asked ?? 'credit'
  const parent = await findParent(tx, wish.merchantId, wish.parentId)
  if (!parent) return refuse('notFound')
  return asked === undefined || asked === parent.fundMode
    ? parent.fundMode
    : badField('fundMode', '资金模式须与商户一致')
}

/** Creates an agent of any role; if the account name exists, adds a further path to that account. */
async function makeNode(
  tx: Tx,
  caller: Caller,
  wish: Wish,
  made: {
    readonly input: AgentRequest
    readonly hash: string | null
    readonly fundMode: FundMode
    readonly at: number
  },
): Promise<Made | Refusal> {
  const { input, hash, fundMode, at } = made
  const { parentId, merchantId } = wish
  const node = { merchantId, parentId, ...occasionOf(caller, at) }
  const role = input.roleId as 1 | 2 | 3
  if (input.existingAccount !== undefined || hash === null) {
    if (role === ROLE.merchant) return refuse('stateForbids')
    const under = caller.path.id === HEAD_PATH ? null : caller.path.id
    const account = await findAccountBelow(tx, merchantId, under, input.existingAccount ?? '')
    if (!account) return refuse('notFound')
    return account.role === role ? createSecondPath(tx, { ...node, role, account }) : refuse('stateForbids')
  }
  const name = input.accountName ?? ''
  const login = {
    name,
    ...(input.nickname === undefined ? {} : { nickname: input.nickname }),
    passwordHash: hash,
    // The parent knows the password.
    mustChangePassword: true,
  }
  if (role !== ROLE.merchant) return createAgent(tx, { ...login, ...node, role })
  return createMerchant(tx, { ...login, ...occasionOf(caller, at), code: name.toLowerCase(), fundMode })
}

/** A wish that passed the first checks, as it is carried out in a transaction. */
interface Opening<R extends Request> {
  readonly input: R
  readonly wish: Wish
  /** null: the account already exists. */
  readonly hash: string | null
  readonly at: number
}

/** The first checks of a new agent. */
export function agentWish(caller: Caller, input: AgentRequest): Wish | Refusal {
  const wish = wishOf(caller, input, input.roleId)
  if (wish instanceof Refusal) return wish
  return input.roleId > ROLE.agent ? refuse('stateForbids') : wish
}

/** The first checks of a new member. */
export function memberWish(caller: Caller, input: MemberRequest): Wish | Refusal {
  const wish = wishOf(caller, input, ROLE.member)
  if (wish instanceof Refusal) return wish
  return input.accountName === undefined ? refuse('stateForbids') : wish
}

/** An agent with its terms, group and first funds. After a refusal the transaction must not be committed. */
export async function openAgent(
  tx: Tx,
  context: FundsContext,
  caller: Caller,
  { input, wish, hash, at }: Opening<AgentRequest>,
): Promise<Answer | Refusal> {
  const fundMode = await modeOf(tx, wish, input.fundMode)
  if (fundMode instanceof Refusal) return fundMode
  const made = await makeNode(tx, caller, wish, { input, hash, fundMode, at })
  if (made instanceof Refusal) return made
  return finish(tx, context, caller, made, { input, games: wish.games, kind: fundMode, at })
}

const contentOf = ({ password: _password, transferPassword: _transfer, requestId: _id, ...content }: Request) => content

/** agent/create. One transaction: account, path, terms, group and first funds. */
export async function createAgentCall(
  context: FundsContext,
  caller: Caller,
  input: AgentRequest,
): Promise<Answer | Refusal> {
  const wish = agentWish(caller, input)
  if (wish instanceof Refusal) return wish
  const key = {
    accountId: caller.account.id,
    requestId: input.requestId,
    call: 'agent/create',
    content: contentOf(input),
  }
  const prepare = () => passwordsOf(context, caller, input)
  return changeOnce<string | null, Answer>(context, key, prepare, (tx, hash, at) =>
    openAgent(tx, context, caller, { input, wish, hash, at }),
  )
}

/** Whether a bettor below a parent could bet on a pankou; if not, there is nothing to open. */
async function isOpen(tx: Tx, made: Made, pankou: MemberRequest['pankou']): Promise<boolean> {
  const node = await findNode(tx, made.merchantId, made.pathId)
  const parent = node && (await parentTermsFrom(tx, node, null))
  return parent?.get(GameId(0))?.pankou.includes(pankou) ?? false
}

/** A bettor on one pankou, with its terms, group and first funds; see openAgent. */
export async function openMember(
  tx: Tx,
  context: FundsContext,
  caller: Caller,
  { input, wish, hash, at }: Opening<MemberRequest>,
): Promise<Answer | Refusal> {
  const fundMode = await modeOf(tx, wish, input.fundMode)
  if (fundMode instanceof Refusal) return fundMode
  const { merchantId, parentId } = wish
  const { accountName: name = '', nickname, pankou } = input
  const made = await createMember(tx, {
    merchantId,
    parentId,
    pankou,
    name,
    ...(nickname === undefined ? {} : { nickname }),
    ...(hash === null ? {} : { passwordHash: hash }),
    ...occasionOf(caller, at),
  })
  if (made instanceof Refusal) return made
  if (!(await isOpen(tx, made, pankou))) return refuse('pankouWrong')
  return finish(tx, context, caller, made, { input, games: wish.games, kind: fundMode, at })
}

/** agent/create-member: a bettor on one pankou. It has exactly one path, because bets name it by its account. */
export async function createMemberCall(
  context: FundsContext,
  caller: Caller,
  input: MemberRequest,
): Promise<Answer | Refusal> {
  const wish = memberWish(caller, input)
  if (wish instanceof Refusal) return wish
  const key = {
    accountId: caller.account.id,
    requestId: input.requestId,
    call: 'agent/create-member',
    content: contentOf(input),
  }
  const prepare = () => passwordsOf(context, caller, input)
  return changeOnce<string | null, Answer>(context, key, prepare, (tx, hash, at) =>
    openMember(tx, context, caller, { input, wish, hash, at }),
  )
}
