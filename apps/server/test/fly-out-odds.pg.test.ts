import { flows, type Holding } from '@strata/domain/book'
import type { BetSlip } from '@strata/domain/book/intake'
import { discountedOdds } from '@strata/domain/book/order'
import { resultUnder } from '@strata/domain/book/scenario'
import { playOf } from '@strata/domain/games/catalogue'
import { parseDraw } from '@strata/domain/games/draw'
import { parseItem } from '@strata/domain/games/item'
import { DEFAULT_OPTIONS } from '@strata/domain/games/options'
import { payout } from '@strata/domain/games/payout'
import { defaultQuote, formatQuote, type WireQuote } from '@strata/domain/games/price'
import { prepareDraw } from '@strata/domain/games/settle'
import { lunarYearOf } from '@strata/domain/games/zodiac'
import { GameId, GroupId, MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { formatMoney, money, type Odds, rate, share } from '@strata/domain/money'
import { afterAll, expect, test } from 'vitest'
import { readExposures } from '../src/book/exposures/store-exposures.ts'
import { GamesReader } from '../src/book/open-games/read-open-games.ts'
import { periodItems } from '../src/book/scenario/scenario.ts'
import { readWays } from '../src/book/scenario/store-ways.ts'
import {
  callerAt,
  createSmallDatabase,
  DAY,
  NOW,
  PERIOD_NO,
  PERIODS,
  SMALL,
} from '../src/book/testing/small-database.ts'
import { takeBets } from '../src/intake/decide-batch.ts'
import { LiveHub } from '../src/platform/live.ts'
import { createLog } from '../src/platform/log.ts'
import { Refusal } from '../src/platform/refusal.ts'
import { createSecrets } from '../src/platform/secrets.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { createFlyOutAccount } from '../src/replenishment/fly-out/fly-out-accounts.ts'
import { deliverFlyOuts } from '../src/replenishment/fly-out/fly-out-delivery.ts'
import { queryFlyOutOrders } from '../src/replenishment/fly-out/fly-out-orders.ts'
import { setFlyOut } from '../src/replenishment/fly-out/fly-out-settings.ts'
import { registerBook } from '../src/replenishment/fly-out/outside-books.ts'
import { manualBetCall } from '../src/replenishment/manual/send-by-hand.ts'
import { startOutsideBook } from '../src/replenishment/testing/outside-book.ts'
import { delivery } from '../src/reports/delivery/delivery.ts'
import { bookKeyPurpose } from '../src/settings/store-fly-out-accounts.ts'
import { addLateFlyOut } from '../src/settlement/settle/late-fly-out.ts'
import { settlePeriod } from '../src/settlement/settle/settle.ts'
import { putResult } from '../src/settlement/testing/small-period.ts'
import { verifySettlement } from '../src/settlement/verify/verify.ts'
import { SnapshotCache } from '../src/tree/snapshot/merchant-snapshot.ts'

/**
 * `floor(odds * (1 - discount))` for each tier and leg is sent to the book, stored, counted in the scenario, and
 * settled.
 */
const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw, 10)
const { agent } = SMALL
await raw.query(`update link_terms set accept_type = 4 where path_id = $1`, [agent])
await raw.query('update paths set is_allow_pilot_out = true where id = any($1)', [
  [agent, SMALL.general, SMALL.merchantPath],
])
await raw.query(`select setval('path_ids', 1000)`)

const DISCOUNT = share(100n)
const PERIOD = PERIODS['6HC']
const GAME = GameId(3)
const owner = callerAt(PathId(agent))
const secrets = createSecrets([{ id: 'k', key: Buffer.alloc(32, 1) }])
const book = await startOutsideBook({ keyId: 'strata', key: 'book-key', mode: 'accept', clock: () => NOW })
afterAll(() => book.close())
const deps = {
  pool,
  live: new LiveHub(createLog('silent')),
  clock: () => NOW,
  snapshots: new SnapshotCache(),
  openGames: new GamesReader(() => NOW).open,
  secrets,
  allow: [`127.0.0.1:${book.port}`],
  alert: async () => undefined,
  addLate: addLateFlyOut,
}
const ok = <T>(answer: T | Refusal): T => {
  if (answer instanceof Refusal) throw new Error(`refused: ${answer.name} ${JSON.stringify(answer.details)}`)
  return answer
}

/** One item of each way to pay: one price, tiers of both plays that have them, hits, two and three legs. */
const ITEMS: readonly (readonly [play: string, item: string])[] = [
  ['TMA', '07'],
  ['LM_3Z2', '01+12+23'],
  ['LM_2ZT', '07+12'],
  ['ZX', 'MA'],
  ['GG', 'ZM1:DA+ZM2:DAN'],
  ['GG', 'ZM1:XIAO+ZM2:DAN+ZM4:RED'],
]

const itemOf = (play: string, code: string) => {
  const item = parseItem('6HC', play, code)
  if (!item.ok) throw new Error(`${play} ${code}`)
  return item.value
}
const fullQuote = (play: string, code: string) => defaultQuote(itemOf(play, code), 'C', lunarYearOf(DAY) ?? 2026)
const wireOf = (play: string, code: string, quote: readonly Odds[]): WireQuote =>
  formatQuote(itemOf(play, code).play, code, quote)
const discounted = (play: string, code: string): readonly Odds[] => {
  const quote = fullQuote(play, code)
  return discountedOdds(quote as unknown as readonly [Odds, ...Odds[]], DISCOUNT)
}

const bookId = await registerBook(
  raw,
  {
    name: '海天',
    baseUrl: `http://127.0.0.1:${book.port}/api`,
    keyId: 'strata',
    secret: secrets.seal('book-key', bookKeyPurpose('海天')),
  },
  NOW,
)
const { pilotId } = ok(
  await createFlyOutAccount(deps, owner, {
    accountName: 'flyout01',
    nickname: '一号',
    connector: 'http',
    bookId,
    oddsDiscount: '1',
    commission: '1.2',
    maxPerItem: null,
    status: 1,
  }),
)
const groups = [...new Set(ITEMS.map(([play]) => playOf('6HC', play)?.groupId ?? GroupId(0)))]
const setting = { enabled: true, holdLimit: '0', unit: '1', mode: 'stake' as const, maxLoss: null, items: [], pilotId }
ok(await setFlyOut(deps, owner, { gameId: GAME, version: 0, auto: groups.map((groupId) => ({ ...setting, groupId })) }))

interface Stored {
  readonly kind: number
  readonly play: string
  readonly item: string
  readonly stake: bigint
  readonly odds: bigint
  readonly odds_tiers: bigint[] | null
  readonly pay_top: bigint
  readonly s_h: number
  readonly s_m: number
  readonly s_g: number
  readonly s_a: number
  readonly r_m: number | null
  readonly r_g: number | null
  readonly r_a: number | null
  readonly r_b: number | null
}
const stored = async (): Promise<Stored[]> =>
  (await raw.query<Stored>('select * from orders where merchant_id = 1 order by id')).rows

test('bets fly out at the discounted quote: stored, listed and sent to the book with every tier and leg', async () => {
  for (const [at, [play, item]] of ITEMS.entries()) {
    const slip: BetSlip = {
      callId: at + 1,
      betNo: `o${at}`,
      account: 'mem0001',
      gameId: GAME,
      periodNo: PERIOD_NO,
      playCode: play,
      itemCode: item,
      pankou: undefined,
      odds: wireOf(play, item, fullQuote(play, item)),
      stake: '1000',
    }
    expect(await takeBets(deps, MerchantId(1), [slip])).toMatchObject([{ kind: 'accepted' }])
  }
  expect(await deliverFlyOuts(deps, MerchantId(1))).toBe(ITEMS.length)
  const due = new Map(ITEMS.map(([play, item]) => [`${play} ${item}`, wireOf(play, item, discounted(play, item))]))
  const told = [...book.orders.values()].map(({ body }) => [
    `${String(body['playCode'])} ${String(body['itemCode'])}`,
    body['odds'],
  ])
  expect(new Map(told as [string, WireQuote][])).toEqual(due)
  const listed = (await queryFlyOutOrders(deps, owner, { pageIndex: 1, pageSize: 100 })).items
  expect(new Map(listed.map((row) => [`${row.playCode} ${row.itemCode}`, row.odds]))).toEqual(due)
  for (const row of await stored()) {
    const quote = row.kind === 2 ? discounted(row.play, row.item) : fullQuote(row.play, row.item)
    const highest = quote.reduce((most, one) => (one > most ? one : most))
    const isSeveral = ['tiers', 'legs'].includes(itemOf(row.play, row.item).play.payoutKind)
    expect([row.kind, row.play, row.odds_tiers]).toEqual([row.kind, row.play, isSeveral ? [...quote] : null])
    expect(row.odds).toBe(highest)
  }
})

test('a manual preview shows the prices of tiers and legs under their own names', async () => {
  for (const [playCode, itemCode] of ITEMS) {
    const orders = [{ playCode, itemCode, amount: '1' }]
    const ask = { gameId: GAME, periodNo: PERIOD_NO, orders, preview: true as const, requestId: `p${playCode}` }
    const { results } = ok(await manualBetCall(deps, owner, ask))
    expect(results[0]?.odds).toEqual(wireOf(playCode, itemCode, discounted(playCode, itemCode)))
  }
})

const DRAWS = [
  [1, 12, 23, 34, 40, 43, 7],
  [49, 3, 12, 7, 40, 41, 1],
  [3, 49, 1, 2, 12, 40, 23],
  [2, 14, 26, 38, 3, 15, 49],
  [25, 1, 12, 29, 23, 18, 40],
]

const drawOf = (balls: readonly number[]) => {
  const draw = parseDraw('6HC', balls, DAY)
  if (!draw.ok) throw new Error(balls.join())
  return prepareDraw(draw.value, DEFAULT_OPTIONS)
}

const rateOf = (stored: number | null) => (stored === null ? null : rate(BigInt(stored)))

/** What each level owes on an order under a draw, computed with the domain's rules and the expected quote. */
function owedOn(row: Stored, judged: ReturnType<typeof drawOf>) {
  const { payoutKind, payoutCap } = itemOf(row.play, row.item).play
  const outcome = judged.outcome(row.play, row.item)
  const quote = row.kind === 2 ? discounted(row.play, row.item) : fullQuote(row.play, row.item)
  const stake = money(row.stake)
  const [sH, sM, sG, sA] = [row.s_h, row.s_m, row.s_g, row.s_a].map((part) => share(BigInt(part)))
  const holding = { sH, sM, sG, sA, rM: rateOf(row.r_m), rG: rateOf(row.r_g), rA: rateOf(row.r_a), rB: rateOf(row.r_b) }
  const paid = payout(stake, quote, outcome, payoutKind, payoutCap)
  return flows(holding as Holding, stake, paid, outcome.result !== 'refund')
}

/** The agent's part of each bet, less what it owes on each fly-out. */
const bruteForce = (orders: readonly Stored[], balls: readonly number[]): bigint =>
  orders.reduce((sum, row) => {
    const owed = owedOn(row, drawOf(balls))
    return sum + (row.kind === 2 ? -owed.uB : owed.uB - owed.uA)
  }, 0n)

test('the scenario of a path that flies out equals brute force over its orders, on every draw', async () => {
  const orders = await stored()
  const rows = await readExposures(pool, [MerchantId(1)], {
    periodId: PeriodId(PERIOD),
    path: PathId(agent),
    plays: null,
  })
  const at = { periodId: PERIOD, day: DAY, holder: agent, role: 3 as const, through: null }
  const items = periodItems(rows, await readWays(pool, [MerchantId(1)], at))
  for (const balls of DRAWS) {
    const judged = drawOf(balls)
    const told = items.reduce((sum, item) => sum + resultUnder(item, judged.outcome(item.playCode, item.itemCode)), 0n)
    expect([balls, told]).toEqual([balls, bruteForce(orders, balls)])
  }
})

test('settlement and the report pay fly-outs by the discounted quote', async () => {
  // 三中二 and 二中特 win, and 过关 with two legs.
  const balls = [1, 12, 23, 34, 40, 43, 7]
  await putResult(raw, { id: PERIOD, gameId: GAME }, balls)
  await settlePeriod(deps, MerchantId(1), PeriodId(PERIOD))
  expect(await verifySettlement(pool, MerchantId(1))).toBeNull()
  const out = (await stored()).filter(({ kind }) => kind === 2)
  const owed = out.reduce((sum, row) => sum + owedOn(row, drawOf(balls)).uB, 0n)
  const page = { from: DAY, to: DAY, state: 'settled' as const, pageIndex: 1, pageSize: 100 as const }
  const report = ok(await delivery(pool, owner, page, NOW + 300_000))
  const own = report.items.find((row) => row.rowKind === 'ownFlyout')
  expect(own).toMatchObject({ orders: ITEMS.length, external: formatMoney(money(owed)) })
})
