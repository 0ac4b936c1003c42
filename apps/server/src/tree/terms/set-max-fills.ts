import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { acceptTypesSet } from '@strata/contract/endpoints/replenishment'
import type { PathId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import { ROLE } from '@strata/domain/tree'
import type { PathRef } from '../../access/accounts.ts'
import { type AccessContext, type Caller, oncePerRequest } from '../../access/session.ts'
import type { Tx } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { lockMerchants } from '../snapshot/store-snapshot.ts'
import { applyTerms } from './apply-terms-change.ts'
import { planTerms } from './plan-terms-change.ts'
import type { Occasion } from './record-terms-change.ts'
import { occasionOf } from './set-terms-call.ts'
import { patchesOf } from './terms-from-wire.ts'

type Request = ParsedRequestOf<typeof acceptTypesSet>
type Item = Request['items'][number]
type Answer = ResponseOf<typeof acceptTypesSet>

/** Paths below are capped too: a fill limit covers everything sent through the path, also from below it. */
async function setOne(
  tx: Tx,
  item: Item,
  target: PathRef,
  { occasion, place }: { readonly occasion: Occasion; readonly place: number },
) {
  const { gameId, acceptType, maxFill, version } = item
  const wish = {
    gameId,
    ...(acceptType === undefined ? {} : { acceptType }),
    ...(maxFill === undefined ? {} : { plays: maxFill }),
  }
  const games = patchesOf([wish], { game: () => `items.${place}.gameId`, plays: () => `items.${place}.maxFill` })
  if (games instanceof Refusal) return games
  const plan = await planTerms(tx, {
    merchantId: target.merchantId,
    pathId: target.id,
    games,
    version,
    at: occasion.at,
  })
  return plan instanceof Refusal ? plan : applyTerms(tx, plan, occasion)
}

/**
 * replenishment/xx-set: accept types and fill limits of many paths, all or none. The same as game/agent/set/v1 with
 * fewer fields and without a preview. If one path is named twice, the second item's version must be the one that
 * the first item's save returned.
 */
export async function setFills(
  context: AccessContext,
  caller: Caller,
  input: Request,
  call: 'replenishment/xx-set' | 'merchant/max-fill',
): Promise<Answer | Refusal> {
  const targets = input.items.map((item) => caller.targets.get(item.agentPathsId))
  if (targets.some((target) => target === undefined)) return refuse('notFound')
  const own = targets.some((target) => target?.id === caller.path.id || target?.parentId === null)
  const others = call === 'merchant/max-fill' && targets.some((target) => target?.role !== ROLE.merchant)
  if (own || others) return refuse('stateForbids')
  const at = context.clock()
  const { requestId, ...content } = input
  const key = { accountId: caller.account.id, requestId, call, content, now: at }
  return oncePerRequest<Answer>(context.pool, key, async (tx) => {
    const merchants = [...new Set(targets.flatMap((target) => target?.merchantId ?? []))].sort((a, b) => a - b)
    await lockMerchants(tx, merchants)
    const saved = new Map<PathId, number>()
    for (const [place, item] of input.items.entries()) {
      const version = saved.get(item.agentPathsId) ?? item.version
      const done = await setOne(tx, { ...item, version }, must(targets[place], 'the target of an item'), {
        occasion: occasionOf(caller, at),
        place,
      })
      if (done instanceof Refusal)
        return new Refusal(done.name, done.details, {
          agentPathsId: item.agentPathsId,
          ...(done.data as object | null),
        })
      saved.set(item.agentPathsId, done.version)
    }
    return { items: [...saved].map(([agentPathsId, version]) => ({ agentPathsId, version })) }
  })
}
