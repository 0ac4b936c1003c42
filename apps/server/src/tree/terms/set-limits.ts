import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { limitsSet } from '@strata/contract/endpoints/tree'
import { ROLE } from '@strata/domain/tree'
import type { PathRef } from '../../access/accounts.ts'
import { type Caller, oncePerRequest } from '../../access/session.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import { namedTwice } from '../../platform/named-twice.ts'
import { badField, Refusal, refusalText, refuse } from '../../platform/refusal.ts'
import { lockMerchants } from '../snapshot/store-snapshot.ts'
import type { TreeContext } from '../tree-context.ts'
import { applyTerms } from './apply-terms-change.ts'
import { planTerms, type TermsPlan } from './plan-terms-change.ts'
import { previewOf } from './preview-of-plans.ts'
import { occasionOf } from './set-terms-call.ts'
import { patchesOf } from './terms-from-wire.ts'

type Request = ParsedRequestOf<typeof limitsSet>
type Answer = ResponseOf<typeof limitsSet>
type Preview = Extract<Answer, { faults: unknown }>
type Item = Request['items'][number]

interface Wish {
  readonly target: PathRef
  readonly item: Item
}

const planOf = async (
  on: Queryable,
  { target, item }: Wish,
  gameId: Request['gameId'],
  at: number,
): Promise<TermsPlan | Refusal> => {
  const games = patchesOf([{ gameId, plays: item.plays }])
  if (games instanceof Refusal) return games
  return planTerms(on, { merchantId: target.merchantId, pathId: target.id, games, version: item.version, at })
}

/** What is against an account's limits: by play group, where one of them is refused alone. */
const faultsOf = async (
  on: Queryable,
  wish: Wish,
  refused: Refusal,
  { gameId, at }: { readonly gameId: Request['gameId']; readonly at: number },
): Promise<Preview['faults']> => {
  const { target, item } = wish
  const faults: Preview['faults'] = []
  for (const play of item.plays) {
    const alone = await planOf(on, { target, item: { ...item, plays: [play] } }, gameId, at)
    if (!(alone instanceof Refusal)) continue
    // What concerns the whole account, such as another version, is said once.
    if (alone.name === 'changed' || alone.name === 'notFound') break
    const reason = refusalText(alone)
    faults.push({ agentPathsId: target.id, accountName: target.name, groupId: play.groupId, reason })
  }
  if (faults.length > 0) return faults
  const reason = refusalText(refused)
  return [{ agentPathsId: target.id, accountName: target.name, reason }]
}

/** All plans and what they cause below, or every fault. */
const planAll = async (
  on: Queryable,
  wishes: readonly Wish[],
  gameId: Request['gameId'],
  at: number,
): Promise<{ readonly plans: readonly TermsPlan[]; readonly preview: Preview }> => {
  const plans: TermsPlan[] = []
  const faults: Preview['faults'] = []
  for (const wish of wishes) {
    const plan = await planOf(on, wish, gameId, at)
    if (plan instanceof Refusal) faults.push(...(await faultsOf(on, wish, plan, { gameId, at })))
    else plans.push(plan)
  }
  return { plans, preview: { faults, ...previewOf(plans) } }
}

/** Direct children of the caller, each named once. */
const wishesOf = (caller: Caller, items: readonly Item[]): readonly Wish[] | Refusal => {
  const wishes: Wish[] = []
  for (const item of items) {
    const target = caller.targets.get(item.agentPathsId)
    if (!target) return refuse('notFound')
    const direct = caller.role === ROLE.head ? target.role === ROLE.merchant : target.parentId === caller.path.id
    if (!direct) return refuse('stateForbids')
    wishes.push({ target, item })
  }
  const twice = namedTwice(items.map(({ agentPathsId }) => agentPathsId))
  if (twice >= 0) return badField(`items.${twice}.agentPathsId`, '同一账号只能出现一次')
  return wishes
}

/**
 * Limits of many direct children, all or none. Refused in this order: an unknown account, not a direct child, an
 * account named twice, anything against one of them, effects other than those of the preview.
 */
export async function setLimits(context: TreeContext, caller: Caller, input: Request): Promise<Answer | Refusal> {
  const wishes = wishesOf(caller, input.items)
  if (wishes instanceof Refusal) return wishes
  const { gameId, preview, requestId, ...content } = input
  const at = context.clock()
  if (preview) return (await planAll(context.pool, wishes, gameId, at)).preview
  const key = {
    accountId: caller.account.id,
    requestId,
    call: 'game/agent/limits/set',
    content: { gameId, ...content },
    now: at,
  }
  return oncePerRequest<Answer>(context.pool, key, async (tx: Tx) => {
    const merchants = [...new Set(wishes.map(({ target }) => target.merchantId))].sort((a, b) => a - b)
    await lockMerchants(tx, merchants)
    const { plans, preview: now } = await planAll(tx, wishes, gameId, at)
    if (now.faults.length > 0) return refuse('stateForbids', {}, now)
    if (input.confirm !== now.confirm) return refuse('changed', {}, now)
    for (const plan of plans) await applyTerms(tx, plan, occasionOf(caller, at))
    return { saved: plans.length }
  })
}
