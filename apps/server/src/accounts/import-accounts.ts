import { createHash } from 'node:crypto'
import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { importAccounts } from '@strata/contract/endpoints/tree'
import { refusalAnswer } from '@strata/contract/errors'
import { formatShare, share } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import { ROLE } from '@strata/domain/tree'
import type { TermFault } from '@strata/domain/tree/terms'
import { setFirstContact } from '../access/accounts.ts'
import { NO_PASSWORD, openNewPassword } from '../access/passwords.ts'
import { type Caller, changeOnce } from '../access/session.ts'
import type { FundsContext } from '../ledger/funds.ts'
import { type Queryable, runTx, type Tx } from '../platform/db.ts'
import { badField, Refusal, RefusalError, refuse } from '../platform/refusal.ts'
import { findNode } from '../tree/paths.ts'
import {
  type AgentRequest,
  agentWish,
  type MemberRequest,
  memberWish,
  openAgent,
  openMember,
} from './create-account.ts'

type Request = ParsedRequestOf<typeof importAccounts>
type Answer = ResponseOf<typeof importAccounts>
type Preview = Extract<Answer, { faults: unknown }>
type Made = Extract<Answer, { made: unknown }>['made']
type Fault = Preview['faults'][number]
type Item = Request['items'][number]

/** The terms of a row: those that it names, with its own shares in each of their games. */
const termsOf = ({ terms }: Request, { terms: place, uplineShare, downlineCap }: Item): Request['terms'][number] => {
  const named = must(terms[place], 'the terms of a row')
  const shares = {
    ...(uplineShare === undefined ? {} : { uplineShare }),
    ...(downlineCap === undefined ? {} : { downlineCap }),
  }
  return { ...named, games: named.games.map((game) => ({ ...game, ...shares })) }
}

/** The request by which the row would be created alone. */
const singleOf = (input: Request, item: Item): Omit<AgentRequest, 'roleId'> => ({
  ...(input.parentPathsId === undefined ? {} : { parentPathsId: input.parentPathsId }),
  accountName: item.accountName,
  ...(item.nickname === undefined ? {} : { nickname: item.nickname }),
  terms: termsOf(input, item),
  requestId: input.requestId ?? '',
})

type Parent = Pick<Caller['path'], 'id' | 'merchantId'>

interface Step {
  readonly hash: string
  readonly at: number
}

/** Creates one row exactly as agent/create or agent/create-member does, with the contact that it names. */
async function openRow(
  tx: Tx,
  context: FundsContext,
  caller: Caller,
  { input, item, parent }: { readonly input: Request; readonly item: Item; readonly parent: Parent },
  step: Step,
): Promise<Made[number] | Refusal> {
  const single = requestOf(input, item)
  const open = async () => {
    if ('roleId' in single) {
      const wish = agentWish(caller, single)
      return wish instanceof Refusal ? wish : openAgent(tx, context, caller, { input: single, wish, ...step })
    }
    const wish = memberWish(caller, single)
    return wish instanceof Refusal ? wish : openMember(tx, context, caller, { input: single, wish, ...step })
  }
  const made = await open()
  if (made instanceof Refusal) return made
  const { agentPathsId: pathId, accountId } = made
  if (item.contact !== undefined)
    await setFirstContact(tx, caller, { merchantId: parent.merchantId, pathId, accountId }, item.contact, step.at)
  return { ...made, accountName: item.accountName }
}

const requestOf = (input: Request, item: Item): AgentRequest | MemberRequest =>
  item.roleId === ROLE.member
    ? { ...singleOf(input, item), pankou: must(item.pankou, 'the pankou of a member') }
    : { ...singleOf(input, item), roleId: item.roleId }

const SHARES = ['uplineShare', 'downlineCap'] as const

/** Where a refusal of one creation belongs in its row. */
function faultOf(place: number, item: Item, refused: Refusal): Fault {
  const { name, details, data } = refused
  const reason = refusalAnswer(name, details).message
  const { faults = [] } = (data ?? {}) as { readonly faults?: readonly Omit<TermFault, 'bound'>[] }
  const beyond = (faults as readonly { readonly field: string; readonly bound?: string }[]).find(({ field }) =>
    SHARES.some((one) => one === field && item[one] !== undefined),
  )
  if (name === 'accountExists') return { place, field: 'accountName', reason }
  if (name === 'pankouWrong') return { place, field: 'pankou', reason }
  if (name === 'stateForbids') return { place, field: 'roleId', reason }
  if (beyond) {
    const most = beyond.bound === undefined ? '' : `（最多 ${formatShare(share(BigInt(beyond.bound)))}%）`
    return { place, field: beyond.field === 'uplineShare' ? 'uplineShare' : 'downlineCap', reason: `${reason}${most}` }
  }
  return name === 'beyondTerm' ? { place, field: 'terms', reason } : { place, reason }
}

interface Opened {
  readonly made: Made
  readonly faults: readonly Fault[]
}

/**
 * Creates the rows in their order; a refused row leaves nothing, and the rows after it are tried too. Without hashes it
 * only tries them: every row is taken back at once, which also gives up the locks that it took, so that others who change
 * the merchant wait for one row and not for the file.
 */
async function openRows(
  tx: Tx,
  context: FundsContext,
  caller: Caller,
  { input, parent, hashes, at }: Rows,
): Promise<Opened> {
  const made: Made = []
  const faults: Fault[] = []
  const names = new Set<string>()
  for (const [place, item] of input.items.entries()) {
    await tx.query('savepoint one_account')
    const hash = hashes === null ? NO_PASSWORD : must(hashes[place], 'the hash of a row')
    // A row that was taken back holds no name against the rows after it.
    const name = item.accountName.toLowerCase()
    const one = names.has(name)
      ? refuse('accountExists')
      : await openRow(tx, context, caller, { input, item, parent }, { hash, at })
    names.add(name)
    if (one instanceof Refusal) faults.push(faultOf(place, item, one))
    else made.push(one)
    const isTaken = hashes !== null && !(one instanceof Refusal)
    await tx.query(isTaken ? 'release savepoint one_account' : 'rollback to savepoint one_account')
  }
  return { made, faults }
}

interface Rows {
  readonly input: Request
  readonly parent: Parent
  /** null: the rows are only tried. */
  readonly hashes: readonly string[] | null
  readonly at: number
}

const contentOf = ({ items, terms, parentPathsId }: Request) => ({
  parentPathsId,
  terms,
  items: items.map(({ password: _password, ...item }) => item),
})

/** What the user saw: these rows, below a parent with these terms, which the new accounts begin with. */
async function tokenOf(on: Queryable, parent: Parent, input: Request): Promise<string> {
  const node = await findNode(on, parent.merchantId, parent.id)
  const seen = [parent.id, node?.termsVersion ?? null, node?.flyOutAllowed ?? null, contentOf(input)]
  return createHash('sha256').update(JSON.stringify(seen)).digest('base64url')
}

/** Tries all rows in a transaction that is never committed. */
async function previewOf(context: FundsContext, caller: Caller, parent: Parent, input: Request): Promise<Preview> {
  let seen: Preview | undefined
  const undo = refuse('stateForbids')
  try {
    await runTx(context.pool, {}, async (tx) => {
      const { faults } = await openRows(tx, context, caller, { input, parent, hashes: null, at: context.clock() })
      seen = { faults: [...faults], confirm: await tokenOf(tx, parent, input) }
      throw new RefusalError(undo)
    })
  } catch (error) {
    if (!(error instanceof RefusalError && error.refusal === undo)) throw error
  }
  return must(seen, 'the preview')
}

/** One hash after the other: the process has a single thread for them, which sign-ins wait for too. */
async function hashesOf(context: FundsContext, sealed: readonly string[]): Promise<readonly string[] | Refusal> {
  const hashes: string[] = []
  for (const one of sealed) {
    const hash = await openNewPassword(context, one, 'login')
    if (hash instanceof Refusal) return hash
    hashes.push(hash)
  }
  return hashes
}

/**
 * agent/import: several accounts below one parent, all or none. Refused in this order: an unknown parent, terms or a
 * password that a row lacks, another state than previewed, a wrong password, anything against a row, a state that
 * changed meanwhile.
 */
export async function importAccountsCall(
  context: FundsContext,
  caller: Caller,
  input: Request,
): Promise<Answer | Refusal> {
  const parent = input.parentPathsId === undefined ? caller.path : caller.targets.get(input.parentPathsId)
  if (!parent) return refuse('notFound')
  const unknown = input.items.findIndex(({ terms }) => terms >= input.terms.length)
  if (unknown >= 0) return badField(`items.${unknown}.terms`, `第${unknown + 1}行的占成与退水不存在`)
  if (input.preview) return previewOf(context, caller, parent, input)
  const without = input.items.findIndex(({ password }) => password === undefined)
  if (without >= 0) return badField(`items.${without}.password`, `第${without + 1}行缺少登录密码`)
  const sealed = input.items.flatMap(({ password }) => password ?? [])
  const { confirm, requestId } = input
  const key = { accountId: caller.account.id, requestId, call: 'agent/import', content: contentOf(input) }
  const prepare = async () =>
    (await tokenOf(context.pool, parent, input)) === confirm ? hashesOf(context, sealed) : refuse('changed')
  return changeOnce<readonly string[], Answer>(context, key, prepare, async (tx, hashes, at) => {
    const { made, faults } = await openRows(tx, context, caller, { input, parent, hashes, at })
    const now = await tokenOf(tx, parent, input)
    if (faults.length > 0) return refuse('stateForbids', {}, { faults, confirm: now })
    return now === confirm ? { made } : refuse('changed')
  })
}
