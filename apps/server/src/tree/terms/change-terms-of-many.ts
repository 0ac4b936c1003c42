import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import { type bulkTermsQuery, setTermsMany, termsInput } from '@strata/contract/endpoints/tree'
import { named } from '@strata/contract/fields'
import type { MerchantId, PathId } from '@strata/domain/ids'
import { z } from 'zod'
import { type AccessContext, actingCaller, type Caller, oncePerRequest } from '../../access/session.ts'
import { type Pool, runTx, type Tx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import { addJob } from '../../platform/jobs.ts'
import type { LiveHub } from '../../platform/live.ts'
import type { Platform } from '../../platform/platform.ts'
import { Refusal, refusalText, refuse } from '../../platform/refusal.ts'
import { lockMerchant } from '../snapshot/store-snapshot.ts'
import { applyTerms } from './apply-terms-change.ts'
import { planTerms } from './plan-terms-change.ts'
import { advanceBulk, type BulkChange, type BulkPath, findBulk, insertBulk } from './store-changes-of-many.ts'
import { patchesOf } from './terms-from-wire.ts'

type Started = ResponseOf<typeof setTermsMany>
type Progress = ResponseOf<typeof bulkTermsQuery>

const TASK = 'tree:bulk-terms'
const payload = z.object({ merchantId: named<MerchantId>(z.int()), id: z.string() })
/** The path and side of the requester: each step checks its authority again. */
const actor = z.object({ pathId: named<PathId>(z.int()), roleType: z.union([z.literal(1), z.literal(2)]) })
const stored = z.object({ ...termsInput.shape, capBelow: z.boolean().optional(), actor: actor.optional() })

/** game/agent/set/many: stores the request; a job carries it out. */
export async function startBulk(
  context: AccessContext,
  caller: Caller,
  input: ParsedRequestOf<typeof setTermsMany>,
): Promise<Started | Refusal> {
  const { requestId, agentPathsIds, ...content } = input
  const targets = [...new Set(agentPathsIds)].map((id) => caller.targets.get(id))
  const paths = targets.flatMap((path): BulkPath[] =>
    path ? [{ merchantId: path.merchantId, id: path.id, name: path.name }] : [],
  )
  if (paths.length !== targets.length) return refuse('notFound')
  if (targets.some((path) => path?.id === caller.path.id || path?.parentId === null)) return refuse('stateForbids')
  const patches = patchesOf(content.games)
  if (patches instanceof Refusal) return patches
  const at = context.clock()
  const key = {
    accountId: caller.account.id,
    requestId,
    call: 'game/agent/set/many',
    content: { agentPathsIds, ...content },
    now: at,
  }
  return oncePerRequest<Started>(context.pool, key, async (tx) => {
    const id = nextId()
    const { merchantId, account, ip, roleType } = caller
    const written = { ...content, actor: { pathId: caller.path.id, roleType } }
    const who = { accountId: account.id, accountName: account.name, ip }
    await insertBulk(tx, { merchantId, id, ...who, content: written, paths, at })
    // One after the other: two changes of one merchant would mix path by path.
    await addJob(tx, TASK, { merchantId, id: String(id) }, { queue: `bulk-terms:${merchantId}` })
    return { bulkId: String(id), total: paths.length }
  })
}

/** Progress of a change; only for the login that requested it. */
export async function queryBulk(pool: Pool, caller: Caller, bulkId: string): Promise<Progress | Refusal> {
  const bulk = bulkId.length > 19 ? undefined : await findBulk(pool, caller.merchantId, BigInt(bulkId))
  if (bulk?.accountId !== caller.account.id) return refuse('notFound')
  return {
    bulkId,
    state: bulk.done === bulk.paths.length ? 'done' : 'running',
    done: bulk.done,
    total: bulk.paths.length,
    failed: bulk.failures.map(({ id, name, reason }) => ({ agentPathsId: id, accountName: name, reason })),
  }
}

async function changeOne(tx: Tx, bulk: BulkChange, path: BulkPath, at: number): Promise<Refusal | null> {
  const { games, isAllowPilotOut: flyOutAllowed, capBelow, actor } = stored.parse(bulk.content)
  await lockMerchant(tx, path.merchantId)
  // A change stored by an older version of the program has no actor to check.
  if (!actor) return refuse('noPermission')
  const asked = { agentPathsIds: [path.id] }
  const still = await actingCaller({ pool: tx }, { ...actor, accountId: bulk.accountId }, setTermsMany, asked)
  if (still instanceof Refusal) return still
  const patches = patchesOf(games)
  if (patches instanceof Refusal) return patches
  const wish = { merchantId: path.merchantId, pathId: path.id, games: patches, at }
  const plan = await planTerms(tx, flyOutAllowed === undefined ? wish : { ...wish, flyOutAllowed })
  if (plan instanceof Refusal) return plan
  if (plan.affected.length > 0 && !capBelow) return refuse('beyondTerm', {}, 'below')
  await applyTerms(tx, plan, { operator: { id: bulk.accountId, name: bulk.accountName, ip: bulk.ip }, at })
  return null
}

const wordsOf = (refusal: Refusal): string =>
  refusal.data === 'below' ? '下级的设定高于此值，未同时下调' : refusalText(refusal)

function tell(live: LiveHub, bulk: BulkChange): void {
  const { merchantId, accountId, id, done, paths, failures } = bulk
  const state = done === paths.length ? 'done' : 'running'
  const data = { accountId, bulkId: String(id), done, total: paths.length, failed: failures.length, state }
  live.publish({ type: 'bulk', merchantId, key: String(id), data })
}

/**
 * Processes the paths of a change one after the other, each in one transaction with the counter, so that an
 * interrupted run continues with the next path.
 */
export async function runBulk(
  { pool, live, clock }: Pick<Platform, 'pool' | 'live' | 'clock'>,
  merchantId: MerchantId,
  id: bigint,
): Promise<void> {
  for (;;) {
    const bulk = await findBulk(pool, merchantId, id)
    const path = bulk?.paths[bulk.done]
    if (!bulk || !path) return
    const taken = await runTx(pool, {}, async (tx) => {
      const refusal = await changeOne(tx, bulk, path, clock())
      const failure = refusal ? { id: path.id, name: path.name, reason: wordsOf(refusal) } : null
      if (!(await advanceBulk(tx, bulk, bulk.done, failure)))
        throw new Error(`bulk change ${id} is being processed by two workers`)
      return { ...bulk, done: bulk.done + 1, failures: failure ? [...bulk.failures, failure] : bulk.failures }
    })
    tell(live, taken)
  }
}

export function treeJobs(platform: Platform): void {
  platform.jobs.task(TASK, async (given) => {
    const { merchantId, id } = payload.parse(given)
    await runBulk(platform, merchantId, BigInt(id))
  })
}
