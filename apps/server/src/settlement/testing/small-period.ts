import type { Chain } from '@strata/domain/book'
import { losingFold } from '@strata/domain/book'
import { exposureDeltas } from '@strata/domain/book/exposure'
import type { Order } from '@strata/domain/book/order'
import { flyOutHolding, type HolderRole, holdingOf, takerHolding } from '@strata/domain/book/shares'
import { type GameCode, gameByCode, playOf } from '@strata/domain/games/catalogue'
import { parseItem } from '@strata/domain/games/item'
import { DEFAULT_OPTIONS } from '@strata/domain/games/options'
import { highestOutcome, payout } from '@strata/domain/games/payout'
import { defaultQuote } from '@strata/domain/games/price'
import { type GameId, type MerchantId, PathId, type PeriodId } from '@strata/domain/ids'
import { type Money, money, type Odds, rate, share, yuan } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import type { Role } from '@strata/domain/tree'
import type { ExposureColumns } from '../../book/exposures/store-columns.ts'
import { BatchWrite, writeBatch } from '../../book/exposures/store-write.ts'
import type { Pool } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'

export const DAY = '2026-03-02'
/** Noon of that day in Shanghai. */
const DRAW_AT = Date.UTC(2026, 2, 2, 4)
const LUNAR_YEAR = 2026
/**
 * Head 1, merchant 10, general agent 20, agents 30 (under 20) and 31 (under 10), fly-order account 90; members by
 * parent.
 */
export const TREE: readonly (readonly [id: PathId, role: Role, parent: PathId, chain: Chain])[] = [
  [PathId(10), 1, PathId(1), { h: PathId(1), m: PathId(10), g: null, a: null }],
  [PathId(20), 2, PathId(10), { h: PathId(1), m: PathId(10), g: PathId(20), a: null }],
  [PathId(30), 3, PathId(20), { h: PathId(1), m: PathId(10), g: PathId(20), a: PathId(30) }],
  [PathId(31), 3, PathId(10), { h: PathId(1), m: PathId(10), g: null, a: PathId(31) }],
  [PathId(90), 10002, PathId(30), { h: PathId(1), m: PathId(10), g: PathId(20), a: PathId(30) }],
  [PathId(100), 10001, PathId(30), { h: PathId(1), m: PathId(10), g: PathId(20), a: PathId(30) }],
  [PathId(101), 10001, PathId(30), { h: PathId(1), m: PathId(10), g: PathId(20), a: PathId(30) }],
  [PathId(102), 10001, PathId(31), { h: PathId(1), m: PathId(10), g: null, a: PathId(31) }],
  [PathId(103), 10001, PathId(20), { h: PathId(1), m: PathId(10), g: PathId(20), a: null }],
  [PathId(104), 10001, PathId(10), { h: PathId(1), m: PathId(10), g: null, a: null }],
]
const FUNDS = yuan(50_000_000)

/** One merchant with its tree and cash wallets filled through the ledger, without any bets. */
export async function createMerchant(raw: Pool, merchantId: MerchantId): Promise<void> {
  const code = `m${merchantId}`
  await raw.query(`insert into merchants values ($1, $2, $2, 'cash', 1, false, 0)`, [merchantId, code])
  await raw.query('insert into merchant_directory (merchant_id, code) values ($1, $2)', [merchantId, code])
  for (const [id, role, parent, chain] of TREE) {
    await raw.query(
      `insert into paths (merchant_id, id, parent_id, role, account_id, name, fund_mode, chain_m, chain_g, chain_a, lineage, created_at)
       values ($1, $2::integer, $3, $4, $2, 'p', 'cash', $5, $6, $7, array[$2::integer], 0)`,
      [merchantId, id, parent, role, chain.m, chain.g, chain.a],
    )
    await raw.query(`insert into wallets (merchant_id, path_id, fund_mode, balance) values ($1, $2, 'cash', $3)`, [
      merchantId,
      id,
      String(FUNDS),
    ])
    const entry = `insert into ledger_entries (merchant_id, id, transaction_id, path_id, kind, amount, balance_after, day, at)
                   values ($1, $2, $3, $4, 'transferIn', $5, $6, '2026-03-01', 0)`
    const transaction = String(nextId())
    await raw.query(entry, [merchantId, String(nextId()), transaction, id, String(FUNDS), String(FUNDS)])
    await raw.query(entry, [merchantId, String(nextId()), transaction, -3, String(-FUNDS), null])
  }
}

/** An order to make: everything that a test draws at random. */
export interface OrderSketch {
  readonly kind: 'member' | 'replenishment' | 'flyout'
  /** Index into the bettors of its kind. */
  readonly bettor: number
  readonly play: string
  readonly item: string
  /** 1/10,000 yuan. */
  readonly stake: bigint
  readonly shares: readonly [number, number, number]
  readonly rates: readonly [number, number, number, number]
}

const PAY_KINDS = { single: 0, tiers: 1, multi: 2, legs: 3 } as const
const byRole = (role: number) => TREE.filter((node) => node[1] === role)
const MEMBERS = byRole(10001)
const SENDERS = TREE.filter((node) => node[1] >= 1 && node[1] <= 3)

const ratesOf = (chain: Chain, [m, g, a, b]: OrderSketch['rates']) => {
  const sorted = [m, g, a, b].toSorted((x, y) => y - x)
  const at = (place: number) => rate(BigInt(sorted[place] ?? 0))
  return { m: at(0), g: chain.g === null ? null : at(1), a: chain.a === null ? null : at(2), b: at(3) }
}

export interface MadeOrder {
  readonly order: Order
  /** As stored: in canonical order of tiers and legs. */
  readonly quote: readonly Odds[]
}

/** Makes the order as intake would, priced at the game's default odds of pankou A. */
export function makeOrder(game: GameCode, periodId: PeriodId, sketch: OrderSketch): MadeOrder {
  const gameId = must(gameByCode(game), game).id
  const play = playOf(game, sketch.play)
  const item = parseItem(game, sketch.play, sketch.item)
  if (!play || !item.ok) throw new Error(`${sketch.play} ${sketch.item}`)
  const quote = defaultQuote(item.value, 'A', LUNAR_YEAR)
  const stake = money(sketch.stake)
  const top = highestOutcome(play, item.value.code, quote, { lunarYear: LUNAR_YEAR, options: DEFAULT_OPTIONS })
  const facts = {
    id: nextId(),
    item: {
      periodId,
      gameId,
      periodNo: String(periodId),
      groupId: play.groupId,
      playCode: play.code,
      itemCode: item.value.code,
    },
    pankou: 'A' as const,
    stake,
    odds: quote as readonly [Odds, ...Odds[]],
    topPayout: payout(stake, quote, top, play.payoutKind, play.payoutCap),
  }
  return { quote, order: placed(facts, sketch) }
}

function placed(
  facts: Pick<Order, 'id' | 'item' | 'pankou' | 'stake' | 'odds' | 'topPayout'>,
  sketch: OrderSketch,
): Order {
  const nodes = sketch.kind === 'member' ? MEMBERS : SENDERS
  const [bettor, role, , chain] = must(nodes[sketch.bettor % nodes.length], 'a bettor')
  const rates = ratesOf(chain, sketch.rates)
  if (sketch.kind === 'member') {
    const [m, g, a] = sketch.shares
    const shares = { m, g: chain.g === null ? 0 : g, a: chain.a === null ? 0 : a }
    const head = 10_000 - shares.m - shares.g - shares.a
    const holding = holdingOf(
      {
        sH: share(BigInt(head)),
        sM: share(BigInt(shares.m)),
        sG: share(BigInt(shares.g)),
        sA: share(BigInt(shares.a)),
      },
      rates,
    )
    const fold = losingFold(holding, facts.stake)
    return { ...facts, kind: 'member', bettor, chain, holding, fold, betNo: String(facts.id), content: 'c' }
  }
  const senderRole = role as HolderRole
  if (sketch.kind === 'flyout') {
    const holding = flyOutHolding(rate(BigInt(sketch.rates[3])))
    const fold = losingFold(holding, facts.stake)
    const rest = { senderRole, flyOutAccount: PathId(90), state: 'confirmed', causeOrderId: null } as const
    return { ...facts, kind: 'flyout', bettor, chain, holding, fold, ...rest }
  }
  const above = [0, chain.m === bettor ? null : 1, chain.g === null || chain.g === bettor ? null : 2].filter(
    (taker) => taker !== null && taker < role,
  ) as HolderRole[]
  const takerRole = above[sketch.shares[0] % above.length] ?? 0
  const taker = [chain.h, chain.m, chain.g, chain.a][takerRole] ?? 1
  // A sender's own rate is the bettor's rate.
  const own = { ...rates, b: [rates.m, rates.m, rates.g ?? rates.b, rates.a ?? rates.b][role] ?? rates.b }
  const holding = takerHolding(takerRole, own)
  const fold = losingFold(holding, facts.stake)
  return {
    ...facts,
    kind: 'replenishment',
    bettor,
    chain,
    holding,
    fold,
    senderRole,
    taker: PathId(taker),
    takerRole,
    causeOrderId: null,
  }
}

/** Writes orders and everything that intake writes with them. */
export async function placeOrders(
  raw: Pool,
  merchantId: MerchantId,
  gameId: GameId,
  made: readonly MadeOrder[],
): Promise<void> {
  const periodId = must(made[0], 'an order').order.item.periodId
  await raw.query(
    `insert into merchant_periods (merchant_id, period_id, game_id, day) values ($1, $2, $3, $4) on conflict do nothing`,
    [merchantId, periodId, gameId, DAY],
  )
  for (const { order, quote } of made) {
    const write = new BatchWrite()
    const play = playOf(['5M', 'PK', '6HC', 'PC'][gameId - 1] ?? '', order.item.playCode)
    const pay = {
      kind: PAY_KINDS[play?.payoutKind ?? 'single'],
      odds: quote[0] as Odds,
      tiers: quote.length > 1 ? quote : null,
      cap: (play?.payoutCap ?? null) as Money | null,
    }
    const member = order.kind === 'member'
    write.orders.add({ order, day: DAY, pay, balanceAfter: member ? money(1n) : null })
    if (member) write.addStake(order.bettor, order.stake)
    addExposures(write.exposures, order)
    await writeBatch(raw, { merchantId, batch: nextId(), now: 1 }, write)
  }
}

function addExposures(columns: ExposureColumns, order: Order): void {
  const { periodId, playCode, itemCode } = order.item
  for (const { path, figures } of exposureDeltas(order)) {
    columns.add({ periodId, path, play: playCode, item: itemCode, pankou: order.pankou }, figures)
  }
}

/** A closed period, unless it exists. */
export async function putPeriod(raw: Pool, period: { readonly id: number; readonly gameId: GameId }): Promise<void> {
  await raw.query(
    `insert into periods (id, game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state)
     overriding system value values ($1, $2, $3, $4, 0, 1, 1, $5, 'closed') on conflict do nothing`,
    [period.id, period.gameId, String(period.id), DAY, DRAW_AT],
  )
}

/** Draws or voids a period, or corrects it: writes the next result version. */
export async function putResult(
  raw: Pool,
  period: { readonly id: number; readonly gameId: GameId },
  result: readonly number[] | null,
): Promise<void> {
  await putPeriod(raw, period)
  await raw.query(
    `with next as (update periods set result_version = result_version + 1, state = $2::text where id = $1::integer returning result_version)
     insert into draws (period_id, version, kind, result, draw_date, source, at)
     select $1::integer, next.result_version, case when $3::smallint[] is null then 'void' when next.result_version > 1 then 'correction' else 'draw' end,
            $3::smallint[], $4::date, 'test', 0 from next`,
    [period.id, result === null ? 'void' : 'drawn', result, DAY],
  )
}
