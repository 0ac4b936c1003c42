import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { setTerms } from '@strata/contract/endpoints/tree'
import { type Caller, oncePerRequest } from '../../access/session.ts'
import type { Tx } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { lockMerchant } from '../snapshot/store-snapshot.ts'
import type { TreeContext } from '../tree-context.ts'
import { applyTerms } from './apply-terms-change.ts'
import { planTerms, type TermsWish } from './plan-terms-change.ts'
import { previewOf } from './preview-of-plans.ts'
import type { Occasion } from './record-terms-change.ts'
import { patchesOf } from './terms-from-wire.ts'

type Request = ParsedRequestOf<typeof setTerms>
type Answer = ResponseOf<typeof setTerms>

/**
 * A save with the token of its preview, or without one if nobody is capped. Refusals besides those of the plan:
 * stateForbids (somebody is capped and no token was sent) and changed (the token is of other effects), both with
 * the preview.
 */
async function confirmed(
  tx: Tx,
  wish: TermsWish,
  confirm: string | undefined,
  occasion: Occasion,
): Promise<Answer | Refusal> {
  await lockMerchant(tx, wish.merchantId)
  const plan = await planTerms(tx, wish)
  if (plan instanceof Refusal) return plan
  if (plan.affected.length > 0) {
    const preview = previewOf([plan])
    if (confirm === undefined) return refuse('stateForbids', {}, preview)
    if (confirm !== preview.confirm) return refuse('changed', {}, preview)
  }
  return applyTerms(tx, plan, occasion)
}

export const occasionOf = (caller: Caller, at: number): Occasion => ({
  operator: { id: caller.account.id, name: caller.account.name, ip: caller.ip },
  at,
})

/** game/agent/set/v1: terms of a path of the downline, never the caller's own. */
export async function setTermsCall(context: TreeContext, caller: Caller, input: Request): Promise<Answer | Refusal> {
  const target = caller.targets.get(input.agentPathsId)
  if (!target) return refuse('notFound')
  if (target.id === caller.path.id || target.parentId === null) return refuse('stateForbids')
  const games = patchesOf(input.games)
  if (games instanceof Refusal) return games
  const { isAllowPilotOut: flyOutAllowed, version, preview, confirm, requestId, ...content } = input
  const at = context.clock()
  const wish: TermsWish = {
    merchantId: target.merchantId,
    pathId: target.id,
    games,
    version,
    at,
    ...(flyOutAllowed === undefined ? {} : { flyOutAllowed }),
  }
  if (preview) {
    const plan = await planTerms(context.pool, wish)
    return plan instanceof Refusal ? plan : previewOf([plan])
  }
  const key = {
    accountId: caller.account.id,
    requestId,
    call: 'game/agent/set/v1',
    content: { ...content, isAllowPilotOut: flyOutAllowed, version, confirm },
    now: at,
  }
  return oncePerRequest<Answer>(context.pool, key, (tx) => {
    // Open screens of paths that gained or lost the right to fly out must show it at once.
    if (flyOutAllowed !== undefined) tx.afterCommit(() => context.recheckStreams(wish.merchantId))
    return confirmed(tx, wish, confirm, occasionOf(caller, at))
  })
}
