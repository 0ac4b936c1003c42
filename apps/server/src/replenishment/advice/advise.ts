import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { advise as adviseCall } from '@strata/contract/endpoints/replenishment'
import { REPLENISHMENT_REASONS } from '@strata/contract/errors'
import { addExposure, type ExposureFigures, netOf, noExposure } from '@strata/domain/book/exposure'
import type { ItemRef } from '@strata/domain/book/order'
import { decidingPlays, decidingResults, type PeriodItem } from '@strata/domain/book/scenario'
import { type GameCode, gameById, playOf } from '@strata/domain/games/catalogue'
import type { Outcome } from '@strata/domain/games/outcome'
import type { PathId } from '@strata/domain/ids'
import { formatMoney, type Money, money, parseMoney, yuan, ZERO } from '@strata/domain/money'
import { type AdviceOutcome, type AdviceStop, costOf } from '@strata/domain/replenishment/advise'
import { openBook } from '@strata/domain/replenishment/book-state'
import { mayReplenish, placeManual } from '@strata/domain/replenishment/manual'
import { sendPrice } from '@strata/domain/replenishment/send'
import type { ReplenishmentWorld } from '@strata/domain/replenishment/sender-terms'
import type { Caller } from '../../access/session.ts'
import { type ExposureRow, holderItemKey, readExposures, readHolderItems } from '../../book/exposures.ts'
import {
  askAdvice,
  askPeriodAdvice,
  drawCode,
  outcomeCode,
  outcomeMemory,
  type PeriodWork,
  type PlainCandidate,
  periodItems,
  readWays,
} from '../../book/scenario.ts'
import { type Period, periodByNumber } from '../../games/periods.ts'
import { nextId } from '../../platform/ids.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { settingsOf } from '../../settings/replenishment-settings.ts'
import type { MerchantSnapshot } from '../../tree/snapshot.ts'
import { readUnanswered } from '../fly-out/store-fly-outs.ts'
import { type ManualDeps, REASONS } from '../manual/send-by-hand.ts'
import { type Sender, senderOfCaller } from '../sending/caller-sender.ts'
import { itemRefOf, upwardOf } from '../sending/open-replenishment.ts'
import { flyOutAccountOf, senderTermsOf } from '../sending/sender-terms.ts'
import { resultsOf } from './unanswered.ts'

export interface AdviseDeps extends ManualDeps {
  readonly work: PeriodWork
}

type Request = ParsedRequestOf<typeof adviseCall>
type Answer = ResponseOf<typeof adviseCall>

/** The unit of groups that have none of their own. */
const UNIT = yuan(1)
const NOTHING_TO_SEND = '没有可补出的注额'
const MANUAL_OFF = '手动补货已关闭'

const stopText = (stop: AdviceStop): string =>
  stop === 'manualOff' ? MANUAL_OFF : REPLENISHMENT_REASONS[REASONS[stop]]

const whyText = (stops: readonly AdviceStop[]): string =>
  stops.length === 0 ? NOTHING_TO_SEND : [...new Set(stops.map(stopText))].join('，')

/** Everything an advice needs, read once without a lock: a later send is previewed and checked again. */
interface Advised {
  readonly game: GameCode
  readonly period: Period
  readonly snapshot: MerchantSnapshot
  readonly world: ReplenishmentWorld
  readonly rules: Parameters<typeof outcomeMemory>[1]
  /** With what unanswered fly-outs will change. */
  readonly rows: readonly ExposureRow[]
}

async function open(deps: AdviseDeps, sender: Sender, input: Request): Promise<Advised | Refusal> {
  const { pool } = deps
  const { merchantId, pathId } = sender
  const game = gameById(input.gameId)?.code
  const period = game && (await periodByNumber(pool, input.gameId, input.periodNo))
  if (!game || !period) return refuse('notFound')
  if (!mayReplenish(period, deps.clock())) return refuse('periodClosed')
  const plays = input.outcomes === 'deciding' ? decidingPlays(game).map(({ code }) => code) : null
  const [snapshot, games, rows, unanswered] = await Promise.all([
    deps.snapshots.current(pool, merchantId, { ids: [pathId] }),
    deps.openGames(pool, merchantId, [period]),
    readExposures(pool, [merchantId], { periodId: period.periodId, path: pathId, plays }),
    readUnanswered(pool, merchantId, { owner: pathId, periodId: period.periodId, day: period.day }),
  ])
  if (games.maintenance(input.gameId)) return refuse('maintenance')
  const prices = games.prices(input.gameId, period.periodNo)
  if (!prices) throw new Error(`no prices of game ${input.gameId}`)
  const world: ReplenishmentWorld = {
    sender: (id, gameId, groupId) => senderTermsOf(snapshot, id, gameId, groupId) ?? undefined,
    games: games.book,
    nextOrderId: nextId,
    flyOutPaused: () => false,
  }
  const asked = unanswered.filter(({ play }) => plays === null || plays.includes(play))
  const pending = asked.map((one) => resultsOf(input.gameId, one, prices))
  return { game, period, snapshot, world, rules: prices.rules, rows: [...rows, ...pending] }
}

function byItem(rows: readonly ExposureRow[]): Map<string, { row: ExposureRow; figures: ExposureFigures }> {
  const items = new Map<string, { row: ExposureRow; figures: ExposureFigures }>()
  for (const row of rows) {
    const key = `${row.play} ${row.item}`
    const known = items.get(key) ?? { row, figures: noExposure() }
    addExposure(known.figures, row.figures)
    items.set(key, known)
  }
  return items
}

/** The unit of a group's manual replenishment. Null: it is off. */
function unitOf(snapshot: MerchantSnapshot, pathId: PathId, item: ItemRef): Money | null {
  const manual = settingsOf(snapshot, pathId, item.gameId).manual.get(item.groupId)
  if (manual?.enabled === false) return null
  return manual?.unit ?? UNIT
}

/** What may be sent of each item that the path holds, given what remains of every limit above it. */
async function candidatesOf(deps: AdviseDeps, sender: Sender, on: Advised): Promise<PlainCandidate[]> {
  const { merchantId, pathId, lineage } = sender
  const { period, snapshot, world } = on
  const held = [...byItem(on.rows).values()].flatMap(({ row, figures }) => {
    const item = itemRefOf(period, row.play, row.item)
    if (!item) throw new Error(`stored item ${row.play} ${row.item}`)
    return netOf(figures) - figures.pending > 0n ? [{ item, figures }] : []
  })
  const wanted = held.flatMap(({ item }) => {
    const flyOutAccount = flyOutAccountOf(snapshot, pathId, item.gameId, item.groupId)
    const others = upwardOf(lineage).filter((id) => id !== pathId)
    return [...others, ...(flyOutAccount === null ? [] : [flyOutAccount])].map((id) => ({
      periodId: period.periodId,
      path: id,
      play: item.playCode,
      item: item.itemCode,
    }))
  })
  const stored = await readHolderItems(deps.pool, merchantId, wanted)
  const own = new Map(held.map(({ item, figures }) => [`${item.playCode} ${item.itemCode}`, figures]))
  const book = openBook((id, item) =>
    id === pathId
      ? own.get(`${item.playCode} ${item.itemCode}`)
      : stored.get(holderItemKey({ path: id, periodId: item.periodId, play: item.playCode, item: item.itemCode })),
  )
  return held.flatMap(({ item, figures }): PlainCandidate[] => {
    const terms = world.sender(pathId, item.gameId, item.groupId)
    const price = terms && sendPrice(world, terms, item)
    const unit = unitOf(snapshot, pathId, item)
    if (!terms || !price) return []
    const { playCode, itemCode } = item
    const at = { playCode, itemCode, quote: price.odds, rate: price.rate }
    if (unit === null) return [{ ...at, unit: UNIT, room: [], stop: 'manualOff' }]
    const amount = money(netOf(figures) - figures.pending)
    // Send everything on a copy of the book to see what each would take: routing, limits and outside books apply as in
    // a real send.
    const [sent] = placeManual({ world, book: book.fork(), sender: terms, orders: [{ item, amount }] })
    const room = sent ? [...sent.takes.map((take) => take.amount), sent.flownOut].filter((part) => part > 0n) : []
    return [{ ...at, unit, room, stop: sent?.reason ?? 'overNet' }]
  })
}

const lowest = (amounts: readonly Money[]): Money =>
  amounts.reduce((low, amount) => (amount < low ? amount : low), amounts[0] ?? ZERO)

interface Told {
  readonly amounts: readonly Money[]
  readonly worstBefore: Money
  readonly worstAfter: Money
  readonly unmet: Answer['unmet']
}

/** The outcomes of the deciding draw, with the outcome of every candidate. */
function decidingOutcomes(on: Advised, candidates: readonly PlainCandidate[]): AdviceOutcome[] {
  const memory = outcomeMemory(on.game, on.rules)
  const { outcomes, playsOf } = memory.deciding
  const decides = new Map<number, Set<string>>()
  for (const { position } of outcomes) {
    if (!decides.has(position)) decides.set(position, new Set(playsOf(position).map(({ code }) => code)))
  }
  const shared = new Map<string, Outcome>()
  return decidingResults(memory, periodItems(on.rows)).map((outcome) => ({
    code: outcomeCode(outcome),
    result: outcome.result,
    under: candidates.map(({ playCode, itemCode }) => {
      if (!decides.get(outcome.position)?.has(playCode)) return null
      const judged = outcome.draw.outcome(playCode, itemCode)
      const known = shared.get(judged.result) ?? judged
      shared.set(judged.result, known)
      return known
    }),
  }))
}

async function adviseDeciding(
  deps: AdviseDeps,
  caller: Caller,
  on: Advised,
  candidates: readonly PlainCandidate[],
  maxLoss: Money,
): Promise<Told | null> {
  const outcomes = decidingOutcomes(on, candidates)
  const task = { kind: 'advise', game: on.game, candidates, outcomes, maxLoss } as const
  const advice = await askAdvice(deps.work, task, caller.account.id)
  return (
    advice && {
      amounts: advice.amounts,
      worstBefore: lowest(outcomes.map(({ result }) => result)),
      worstAfter: lowest(advice.results),
      unmet: advice.unmet.map(({ outcome, stops }) => ({ code: outcomes[outcome]?.code ?? '', why: whyText(stops) })),
    }
  )
}

async function adviseWhole(
  deps: AdviseDeps,
  { caller, sender }: { readonly caller: Caller; readonly sender: Sender },
  on: Advised,
  candidates: readonly PlainCandidate[],
  maxLoss: Money,
): Promise<Told | null> {
  const { game, period, rules } = on
  const { merchantId, pathId, role } = sender
  const at = { periodId: period.periodId, day: period.day, holder: pathId, role, through: null }
  const ways = game === '6HC' ? await readWays(deps.pool, [merchantId], at) : new Map()
  const items: PeriodItem[] = periodItems(on.rows, ways)
  const task = { kind: 'advisePeriod', game, rules, items, candidates, maxLoss } as const
  const advice = await askPeriodAdvice(deps.work, task, caller.account.id)
  return (
    advice && {
      ...advice,
      unmet: advice.unmet.map(({ balls, stops }) => ({ code: drawCode(game, balls), why: whyText(stops) })),
    }
  )
}

/**
 * replenishment/advise: the least to send up (for the head: to fly out) that keeps every outcome or draw within a max.
 * loss.
 */
export async function adviseSending(deps: AdviseDeps, caller: Caller, input: Request): Promise<Answer | Refusal> {
  const sender = senderOfCaller(caller, input.agentPathsId)
  if (sender instanceof Refusal) return sender
  const limit = parseMoney(input.maxLoss)
  if (!limit.ok) throw new Error(`amount ${input.maxLoss} passed the contract`)
  const on = await open(deps, sender, input)
  if (on instanceof Refusal) return on
  const candidates = await candidatesOf(deps, sender, on)
  const told = await (input.outcomes === 'deciding'
    ? adviseDeciding(deps, caller, on, candidates, limit.value)
    : adviseWhole(deps, { caller, sender }, on, candidates, limit.value))
  if (!told) return refuse('overloaded')
  const withPlays = candidates.map(({ playCode, ...rest }) => {
    const play = playOf(on.game, playCode)
    if (!play) throw new Error(`no play ${playCode}`)
    return { ...rest, play }
  })
  const orders = candidates.flatMap(({ playCode, itemCode }, at) => {
    const amount = told.amounts[at] ?? ZERO
    return amount > 0n ? [{ playCode, itemCode, amount: formatMoney(amount) }] : []
  })
  return {
    orders,
    total: formatMoney(told.amounts.reduce((sum, amount) => money(sum + amount), ZERO)),
    worstBefore: formatMoney(told.worstBefore),
    worstAfter: formatMoney(told.worstAfter),
    cost: formatMoney(costOf(withPlays, told.amounts)),
    unmet: told.unmet,
  }
}
