import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { acceptTypesSet } from '@strata/contract/endpoints/replenishment'
import type { PathId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { ROLE } from '@strata/domain/tree'
import type { PathRef } from '../../access/accounts.ts'
import { type AccessContext, type Caller, oncePerRequest } from '../../access/session.ts'
import type { Queryable } from '../../platform/db.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import { lockMerchants } from '../snapshot/store-snapshot.ts'
import { applyTerms } from './apply-terms-change.ts'
import { planTerms, type TermsPlan } from './plan-terms-change.ts'
import { previewOf } from './preview-of-plans.ts'
import { occasionOf } from './set-terms-call.ts'
import { type GamePatch, patchesOf } from './terms-from-wire.ts'

type Request = ParsedRequestOf<typeof acceptTypesSet>
type Item = Request['items'][number]
type Answer = ResponseOf<typeof acceptTypesSet>

/** All items of one path: one change of its terms. */
interface Wish {
  readonly target: PathRef
  readonly version: number
  readonly games: readonly GamePatch[]
}

/** The changes by path. Refused: an unknown game or group, and two versions of one path. */
function wishesOf(items: readonly Item[], targets: ReadonlyMap<PathId, PathRef>): readonly Wish[] | Refusal {
  const wishes = new Map<PathId, Wish>()
  for (const [place, { agentPathsId, version, gameId, acceptType, maxFill }] of items.entries()) {
    const before = wishes.get(agentPathsId)
    if (before && before.version !== version) return badField(`items.${place}.version`, '同一账号的版本须相同', '版本')
    const wish = {
      gameId,
      ...(acceptType === undefined ? {} : { acceptType }),
      ...(maxFill === undefined ? {} : { plays: maxFill }),
    }
    const games = patchesOf([wish], { game: () => `items.${place}.gameId`, plays: () => `items.${place}.maxFill` })
    if (games instanceof Refusal) return games
    const target = must(targets.get(agentPathsId), 'the target of an item')
    wishes.set(agentPathsId, { target, version, games: [...(before?.games ?? []), ...games] })
  }
  return [...wishes.values()]
}

/** Paths below are capped too: a fill limit covers everything sent through the path, also from below it. */
async function planOf(on: Queryable, { target, version, games }: Wish, at: number): Promise<TermsPlan | Refusal> {
  const { merchantId, id: pathId } = target
  const plan = await planTerms(on, { merchantId, pathId, games, version, at })
  if (!(plan instanceof Refusal)) return plan
  return new Refusal(plan.name, plan.details, { agentPathsId: pathId, ...(plan.data as object | null) })
}

/**
 * replenishment/xx-set and merchant/max-fill: accept types and fill limits of many paths, all or none; several items of one
 * path are one change, in their order. The same as game/agent/set/v1 with fewer fields: a preview answers the accounts
 * below that would be capped, and a save that caps somebody needs its token. Refused in this order: an unknown account, the
 * caller's own path, two versions of one path, an unknown game or group, anything against one of them, stateForbids (somebody is
 * capped and no token was sent) and changed (the token is of other effects), both with the preview.
 */
export async function setFills(
  context: AccessContext,
  caller: Caller,
  input: Request,
  call: 'replenishment/xx-set' | 'merchant/max-fill',
): Promise<Answer | Refusal> {
  const found = input.items.map((item) => caller.targets.get(item.agentPathsId))
  const targets = found.filter((target) => target !== undefined)
  if (targets.length < found.length) return refuse('notFound')
  const own = targets.some((target) => target.id === caller.path.id || target.parentId === null)
  const others = call === 'merchant/max-fill' && targets.some((target) => target.role !== ROLE.merchant)
  if (own || others) return refuse('stateForbids')
  const wishes = wishesOf(input.items, new Map(targets.map((target) => [target.id, target])))
  if (wishes instanceof Refusal) return wishes
  const at = context.clock()
  const { requestId, preview, ...content } = input
  if (preview) {
    const plans: TermsPlan[] = []
    for (const wish of wishes) {
      const plan = await planOf(context.pool, wish, at)
      if (plan instanceof Refusal) return plan
      plans.push(plan)
    }
    return previewOf(plans)
  }
  const key = { accountId: caller.account.id, requestId, call, content, now: at }
  return oncePerRequest<Answer>(context.pool, key, async (tx) => {
    await lockMerchants(
      tx,
      [...new Set(targets.map(({ merchantId }) => merchantId))].sort((a, b) => a - b),
    )
    const plans: TermsPlan[] = []
    const saved: { agentPathsId: PathId; version: number }[] = []
    // One after the other: a path may lie below one that was capped before it.
    for (const wish of wishes) {
      const plan = await planOf(tx, wish, at)
      if (plan instanceof Refusal) return plan
      plans.push(plan)
      saved.push({ agentPathsId: wish.target.id, ...(await applyTerms(tx, plan, occasionOf(caller, at))) })
    }
    const shown = previewOf(plans)
    if (shown.affected.length > 0 && input.confirm === undefined) return refuse('stateForbids', {}, shown)
    if (shown.affected.length > 0 && input.confirm !== shown.confirm) return refuse('changed', {}, shown)
    return { items: saved }
  })
}
