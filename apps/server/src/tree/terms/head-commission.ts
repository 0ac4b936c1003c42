import { createHash } from 'node:crypto'
import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { pankouCommissionSet, pankouSettingQuery } from '@strata/contract/endpoints/admin'
import { gameById, groupsOfGame } from '@strata/domain/games/catalogue'
import { ladderOf } from '@strata/domain/games/price'
import type { GameId, GroupId, MerchantId } from '@strata/domain/ids'
import { formatRate, parseRate, type Rate } from '@strata/domain/money'
import { PANKOU, type Pankou } from '@strata/domain/pankou'
import { type TermChange, termChanges } from '@strata/domain/tree/changes'
import {
  COMMISSION_CEILING,
  commissionOf,
  type GameTerms,
  gameTermsOf,
  groupTermsOf,
  type LinkTerms,
} from '@strata/domain/tree/terms'
import type { LoggedChange } from '../../access/audit-log.ts'
import { type AccessContext, type Caller, oncePerRequest } from '../../access/session.ts'
import { businessDay } from '../../platform/business-day.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import { namedTwice } from '../../platform/named-twice.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import { bumpConfig, listMerchantIds } from '../paths/store-merchants.ts'
import { bumpTerms, findNode, HEAD_MERCHANT, lockHead, type Node } from '../paths/store-paths.ts'
import { HEAD_PATH } from '../snapshot/merchant-snapshot.ts'
import { lockMerchants } from '../snapshot/store-snapshot.ts'
import { describeChange, saveAll } from './apply-terms-change.ts'
import { type Capped, planLowering, storedTerms } from './plan-terms-change.ts'
import { affectedRows } from './preview-of-plans.ts'
import { type Occasion, recordChanges } from './record-terms-change.ts'
import { occasionOf } from './set-terms-call.ts'

type Request = ParsedRequestOf<typeof pankouCommissionSet>
type Answer = ResponseOf<typeof pankouCommissionSet>
type Preview = Extract<Answer, { affected: unknown }>

/** Capping all paths in every merchant may take long. */
const TIMEOUT_MS = 60_000

/** Commission has no start day of its own. */
const inWords = (change: TermChange): LoggedChange => describeChange(change, null)

/** The head's own terms: the limits of every merchant's. */
export async function headTermsOf(on: Queryable): Promise<LinkTerms> {
  const stored = (await storedTerms(on, HEAD_MERCHANT, [HEAD_PATH])).get(HEAD_PATH)
  if (!stored) throw new Error('there is no head company')
  return stored.later
}

async function headNode(on: Queryable): Promise<Node> {
  const node = await findNode(on, HEAD_MERCHANT, HEAD_PATH)
  if (!node) throw new Error('there is no head company')
  return node
}

const thousandths = (value: bigint): string => `${value / 10n}${value % 10n === 0n ? '' : `.${value % 10n}`}`

/** pankou/setting/query: the odds ladder and the highest commission of each play group. */
export async function queryPankou(
  { pool }: AccessContext,
  asked: ParsedRequestOf<typeof pankouSettingQuery>,
): Promise<ResponseOf<typeof pankouSettingQuery> | Refusal> {
  const game = gameById(asked.gameId)
  // Before the terms: of two readings around a change, the save must be refused, not pass for one that has seen it.
  const { termsVersion: version } = await headNode(pool)
  const terms = gameTermsOf(await headTermsOf(pool), asked.gameId)
  if (!game || !terms) return refuse('notFound')
  const commission = groupsOfGame(game.id).map(({ id: groupId }) => {
    const group = groupTermsOf(terms, groupId)
    const rates = PANKOU.map((letter) => [letter, group ? formatRate(commissionOf(group, letter)) : '0'])
    return { groupId, rates: Object.fromEntries(rates) as Record<Pankou, string> }
  })
  const ladder = PANKOU.map((pankou) => ({
    pankou,
    oddsRatio: thousandths(ladderOf(pankou)),
    enabled: terms.pankou.includes(pankou),
  }))
  return { gameId: game.id, version, ladder, commission }
}

type Prices = Preview['prices']

/** Prices at which a change of the head's terms gives the bettor the edge; known by a later room. */
export type EdgesLost = (
  on: Queryable,
  gameId: GameId,
  terms: { readonly before: LinkTerms; readonly after: LinkTerms; readonly now: number },
) => Promise<readonly Prices[number][]>

interface Plan {
  readonly version: number
  readonly before: LinkTerms
  readonly after: LinkTerms
  readonly changes: readonly TermChange[]
  /** Paths with more than that, by merchant. */
  readonly affected: ReadonlyMap<MerchantId, readonly Capped[]>
}

/** The head's terms with new rates of some groups; groups that are left out do not change. */
function withRates(before: LinkTerms, game: GameTerms, request: Request): LinkTerms | Refusal {
  const groups = new Map(game.groups)
  const faults: { gameId: GameId; groupId: GroupId; pankou: Pankou; field: string; refusal: string; bound: string }[] =
    []
  for (const [at, { groupId, rates }] of request.commission.entries()) {
    const group = groupTermsOf(game, groupId)
    if (!group) return refuse('unknownItem')
    const commission: Partial<Record<Pankou, Rate>> = { ...group.commission }
    for (const pankou of PANKOU) {
      const text = rates[pankou]
      if (text === undefined) continue
      const rate = parseRate(text)
      if (!rate.ok) return badField(`commission.${at}.rates.${pankou}`, '退水须为数字，最多三位小数', '退水')
      const bound = COMMISSION_CEILING[pankou]
      if (rate.value > bound)
        faults.push({
          gameId: request.gameId,
          groupId,
          pankou,
          field: 'commission',
          refusal: 'beyondParent',
          bound: String(bound),
        })
      commission[pankou] = rate.value
    }
    groups.set(groupId, { ...group, commission })
  }
  const [first] = faults
  if (first) {
    // Nobody is above the head: what it may grant is bounded by the prices alone.
    const most = formatRate(COMMISSION_CEILING[first.pankou])
    return refuse('commissionTooHigh', { pankou: first.pankou, most }, { faults })
  }
  return new Map(before).set(request.gameId, { ...game, groups })
}

/**
 * The effects of a change of the head's commission. Refused in this order: notFound (game), changed, badParameter
 * (a group twice), unknownItem (a group of another game), commissionTooHigh (so high that it would give the bettor an
 * edge).
 */
async function planRates(on: Queryable, request: Request, merchantIds: readonly MerchantId[], at: number) {
  const game = gameById(request.gameId)
  if (!game) return refuse('notFound')
  const head = await headNode(on)
  if (head.termsVersion !== request.version)
    return refuse('changed', {}, { version: head.termsVersion, asked: request.version })
  const asked = request.commission.map(({ groupId }) => groupId)
  const twice = namedTwice(asked)
  if (twice >= 0) return badField(`commission.${twice}.groupId`, '同一玩法重复提交', '玩法')
  const known = new Set(groupsOfGame(game.id).map(({ id }) => id))
  if (asked.some((id) => !known.has(id))) return refuse('unknownItem')
  const before = await headTermsOf(on)
  const terms = gameTermsOf(before, game.id)
  if (!terms) return refuse('notFound')
  const after = withRates(before, terms, request)
  if (after instanceof Refusal) return after
  const affected = new Map<MerchantId, readonly Capped[]>()
  for (const merchantId of merchantIds) {
    const below = await planLowering(on, { id: HEAD_PATH, merchantId }, { before, after, today: businessDay(at) })
    if (below.affected.length > 0) affected.set(merchantId, below.affected)
  }
  const plan: Plan = { version: head.termsVersion, before, after, changes: termChanges(before, after), affected }
  return plan
}

/** What the user confirms: exactly these changes of exactly these accounts. */
function previewOf(plan: Plan, day: string, prices: Prices): Preview {
  const affected = [...plan.affected.values()].flatMap((all) => affectedRows(all, day))
  const seen = [plan.version, plan.changes.map(inWords), affected, prices]
  return { affected, prices, confirm: createHash('sha256').update(JSON.stringify(seen)).digest('base64url') }
}

async function apply(tx: Tx, plan: Plan, occasion: Occasion, day: string): Promise<{ version: number }> {
  if (plan.changes.length === 0) return { version: plan.version }
  await saveAll(tx, HEAD_MERCHANT, [{ id: HEAD_PATH, terms: plan.after, changes: plan.changes }], day)
  await bumpTerms(tx, HEAD_MERCHANT, [HEAD_PATH])
  for (const [merchantId, affected] of plan.affected) {
    const below = affected.map(({ path, terms, changes }) => ({ id: path, terms, changes }))
    await saveAll(tx, merchantId, below, day)
    await bumpTerms(
      tx,
      merchantId,
      below.map(({ id }) => id),
    )
    await bumpConfig(tx, merchantId)
    const entries = affected.map(({ path, name, changes }) => ({
      path: { id: path, name },
      action: 'termsCapped',
      changes: changes.map(inWords),
    }))
    await recordChanges(tx, merchantId, occasion, entries)
  }
  const head = { id: HEAD_PATH, name: (await headNode(tx)).name }
  const changes = plan.changes.map(inWords)
  await recordChanges(tx, HEAD_MERCHANT, occasion, [{ path: head, action: 'pankouCommission', changes }])
  return { version: plan.version + 1 }
}

/**
 * pankou/commission/set: the highest commission that the head grants. If it is lowered below the commission of some
 * paths, they are all capped in the same transaction; if it is raised so that prices give the bettor the edge, the operator
 * must have seen them. Both after a preview: without the preview's token it refuses stateForbids, with the token of other
 * effects changed, both with the preview. Raising it raises no path.
 */
export async function setCommissionCall(
  context: AccessContext,
  caller: Caller,
  input: Request,
  edgesLost: EdgesLost,
): Promise<Answer | Refusal> {
  const { pool, clock } = context
  const { requestId, preview, confirm, ...content } = input
  const at = clock()
  const day = businessDay(at)
  const planned = await planRates(pool, input, preview ? await listMerchantIds(pool) : [], at)
  // Before the locks, for which all bets wait: probabilities may have to be counted.
  const prices = planned instanceof Refusal ? [] : [...(await edgesLost(pool, input.gameId, { ...planned, now: at }))]
  if (preview) return planned instanceof Refusal ? planned : previewOf(planned, day, prices)
  const who = { accountId: caller.account.id, requestId, call: 'pankou/commission/set' }
  const key = { ...who, content: { ...content, confirm }, now: at, timeoutMs: TIMEOUT_MS }
  return oncePerRequest<Answer>(pool, key, async (tx) => {
    const merchantIds = await listMerchantIds(tx)
    await lockHead(tx)
    await lockMerchants(tx, merchantIds)
    const plan = await planRates(tx, input, merchantIds, at)
    if (plan instanceof Refusal) return plan
    if (plan.affected.size > 0 || prices.length > 0) {
      const shown = previewOf(plan, day, prices)
      if (confirm === undefined) return refuse('stateForbids', {}, shown)
      if (confirm !== shown.confirm) return refuse('changed', {}, shown)
    }
    return apply(tx, plan, occasionOf(caller, at), day)
  })
}
