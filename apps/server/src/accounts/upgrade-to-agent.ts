import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { upgradeToAgent as upgradeEndpoint } from '@strata/contract/endpoints/tree'
import { roleWord } from '@strata/contract/words'
import type { Day } from '@strata/domain/calendar'
import { type AccountId, GameId } from '@strata/domain/ids'
import { NO_SHARE, parseShare, type Share } from '@strata/domain/money'
import { ROLE, upgradeToAgent } from '@strata/domain/tree'
import { versionsFrom } from '@strata/domain/tree/schedule'
import { gameTermsOf, termFaults, upgradedTerms } from '@strata/domain/tree/terms'
import { promoteToAgent } from '../access/accounts.ts'
import { type Caller, oncePerRequest } from '../access/session.ts'
import { announceBalances, type FundsContext } from '../ledger/funds.ts'
import { lockWallets, moveWallet } from '../ledger/wallets.ts'
import { businessDay } from '../platform/business-day.ts'
import type { Tx } from '../platform/db.ts'
import { Refusal, refuse } from '../platform/refusal.ts'
import { lockMerchant } from '../tree/merchants.ts'
import { findNode, type Node, upgradePath } from '../tree/paths.ts'
import {
  LATER,
  type LinkRow,
  linkRolesOf,
  linkTermsOn,
  loadLinkTerms,
  loadShareTerms,
  occasionOf,
  parentTermsFrom,
  recordChanges,
  type ShareRow,
} from '../tree/terms.ts'

type Request = ParsedRequestOf<typeof upgradeEndpoint>
type Answer = ResponseOf<typeof upgradeEndpoint>

const DEFAULT_GAME = GameId(0)

interface Terms {
  readonly links: readonly LinkRow[]
  readonly shares: readonly ShareRow[]
}

/** The share versions from today on, each with the requested cap. */
function sharesOf(rows: readonly ShareRow[], asked: ReadonlyMap<GameId, Share>, today: Day): ShareRow[] {
  const games = Map.groupBy(rows, (row) => row.gameId)
  const wanted = [...new Set([...games.keys(), ...asked.keys()])]
  return wanted.flatMap((gameId) => {
    const versions = games.get(gameId) ?? games.get(DEFAULT_GAME) ?? []
    const downlineCap = asked.get(gameId) ?? asked.get(DEFAULT_GAME) ?? NO_SHARE
    return versionsFrom(versions, today).map((version) => ({ ...version, gameId, downlineCap }))
  })
}

async function termsOf(tx: Tx, node: Node, asked: ReadonlyMap<GameId, Share>, today: Day): Promise<Terms | Refusal> {
  const { merchantId, id } = node
  const links = (await loadLinkTerms(tx, merchantId, [id], new Map())).map((row) => row.terms)
  const shares = (await loadShareTerms(tx, merchantId, [id])).map((row) => row.terms)
  const roles = linkRolesOf(node.parentRole, ROLE.agent)
  const parent = await parentTermsFrom(tx, node, today)
  const agents = links.map((link) => upgradedTerms(link, gameTermsOf(parent, link.gameId), roles))
  const terms = { links: agents, shares: sharesOf(shares, asked, today) }
  const faults = [today, LATER].flatMap((day) => termFaults(linkTermsOn(terms.links, terms.shares, day), parent, roles))
  if (faults.length === 0) return terms
  const named = faults.map(({ bound, ...fault }) => (bound == null ? fault : { ...fault, bound: String(bound) }))
  return refuse('beyondTerm', {}, { faults: named })
}

/** Ends the member's path and opens an agent's under the same parent, with its terms and all its money. */
async function upgrade(
  tx: Tx,
  context: FundsContext,
  caller: Caller,
  wish: { readonly node: Node; readonly accountId: AccountId; readonly terms: Terms; readonly at: number },
): Promise<Answer> {
  const { node, accountId, terms, at } = wish
  const { merchantId, id, name } = node
  // The account before its paths, as for its owner, who may change it at the same moment.
  await promoteToAgent(tx, accountId)
  const pathId = await upgradePath(tx, node, { accountId, terms, at })
  await moveWallet(
    tx,
    merchantId,
    { from: id, to: pathId },
    {
      day: businessDay(at),
      at,
      remark: '升级代理',
      operatorId: caller.account.id,
      operatorName: caller.account.name,
    },
  )
  const changes = [{ field: 'roleId', label: '级别', before: roleWord(ROLE.member), after: roleWord(ROLE.agent) }]
  await recordChanges(tx, merchantId, occasionOf(caller, at), [
    { path: { id, name }, action: 'upgrade', changes },
    { path: { id: pathId, name }, action: 'upgrade', changes },
  ])
  await announceBalances(tx, context.live, merchantId, [pathId])
  return { agentPathsId: pathId, accountId }
}

/**
 * agent/upgrade-to-agent: turns a member directly under a merchant or general agent, without open bets, into an
 * agent. Old orders and entries keep the old path.
 */
export async function upgradeCall(context: FundsContext, caller: Caller, input: Request): Promise<Answer | Refusal> {
  const target = caller.targets.get(input.agentPathsId)
  if (!target) return refuse('notFound')
  const { requestId, ...content } = input
  const at = context.clock()
  const key = { accountId: caller.account.id, requestId, call: 'agent/upgrade-to-agent', content, now: at }
  const asked = new Map(
    input.games.map(({ gameId, downlineCap }) => {
      const parsed = parseShare(downlineCap)
      if (!parsed.ok) throw new Error(`share ${downlineCap} is not valid, but the contract let it through`)
      return [gameId, parsed.value]
    }),
  )
  return oncePerRequest<Answer>(context.pool, key, async (tx) => {
    const { merchantId, accountId } = target
    if (target.parentId === null) return refuse('stateForbids')
    await lockMerchant(tx, merchantId)
    const node = await findNode(tx, merchantId, target.id)
    if (!node) return refuse('notFound')
    const wallet = (await lockWallets(tx, merchantId, [node.id])).get(node.id)
    const openBets = wallet && wallet.openStake > 0n ? 1 : 0
    const refusal = upgradeToAgent({ role: node.role, parentRole: node.parentRole ?? ROLE.head, openBets })
    if (refusal !== null) return refuse('stateForbids')
    const terms = await termsOf(tx, node, asked, businessDay(at))
    return terms instanceof Refusal ? terms : upgrade(tx, context, caller, { node, accountId, terms, at })
  })
}
