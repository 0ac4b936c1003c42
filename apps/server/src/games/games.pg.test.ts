import { createHash } from 'node:crypto'
import { seedCommitment, seedDraw } from '@strata/domain/games/seed-draw'
import { GameId, MerchantId } from '@strata/domain/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows, runTx } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { advancePeriods, planPeriods } from './periods/plan-periods.ts'
import { findPeriod, listGames, type PeriodRecord } from './periods/store-periods.ts'
import { listPrices } from './prices/list-prices.ts'
import { setPrices } from './prices/store-prices.ts'
import { correctResult, voidPeriod } from './results/change-result.ts'
import { type PeriodDeps, publishDraw } from './results/put-result.ts'
import { gameInfos, periodHistory } from './results/results-query.ts'
import { setupGames } from './setup/setup-games.ts'

const { pool, raw } = await createTestDatabase()
const START = Date.UTC(2026, 4, 20, 4, 0, 7)
let now = START
const results: number[] = []
const changes: string[] = []
const deps: PeriodDeps = {
  pool,
  clock: () => now,
  onResult: async (_tx, periodId) => void results.push(periodId),
  onChange: (period) => void changes.push(`${period.gameId} ${period.state}`),
}
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
const setup = (demoResults: 'demo' | 'feed', periodSeconds = 60) =>
  setupGames(pool, { demo: true, periodSeconds, demoResults, now })
async function tick(ms = 0): Promise<void> {
  now += ms
  await planPeriods(deps)
  await advancePeriods(deps)
}
const periodsOf = (gameId: GameId) =>
  rows<{
    id: number
    period_no: string
    state: string
    open_at: bigint
    draw_at: bigint
    committed_at: bigint
    options: unknown
  }>(
    raw,
    'select id, period_no, state, open_at, draw_at, committed_at, options from periods where game_id = $1 order by draw_at',
    [gameId],
  )
const history = (gameId: GameId) =>
  periodHistory(pool, { gameId, pageIndex: 1, pageSize: 20 } as Parameters<typeof periodHistory>[1], false)

beforeEach(async () => {
  now = START
  results.length = 0
  changes.length = 0
  await raw.query('truncate games, prices, periods, period_seeds, draws, draw_entries restart identity')
})

describe('games', () => {
  test('are set up once, with the catalogue and its price ladder', async () => {
    await setup('demo')
    await setup('demo')
    expect((await listGames(pool)).map((game) => `${game.id} ${game.gameType} ${game.resultSource}`)).toEqual([
      '1 5M demo',
      '2 PK demo',
      '3 6HC demo',
      '4 PC demo',
    ])
    const listed = await listPrices(pool, { gameId: GameId(3), pankou: 'C', merchantId: MerchantId(1) })
    const tma = listed?.prices.find((price) => price.playCode === 'TMA' && price.key === '07')
    const inA = (await listPrices(pool, { gameId: GameId(3), pankou: 'A', merchantId: MerchantId(1) }))?.prices
    expect(Number(tma?.quote)).toBeLessThan(Number(inA?.find((p) => p.playCode === 'TMA' && p.key === '07')?.quote))
    expect(inA?.find((price) => price.playCode === 'LM_3Z2')?.quote).toEqual({ ZHONG2: '20.8', ZHONG3: '109' })
    expect(await listPrices(pool, { gameId: GameId(9), pankou: 'A', merchantId: MerchantId(1) })).toBeUndefined()
  })

  test('a merchant’s offsets and a price change show at once, a stale change is refused', async () => {
    await setup('demo')
    await raw.query(`insert into price_offsets values (7, 1, 'B1', '3', 1000)`)
    const quote = async (merchantId: MerchantId) =>
      (await listPrices(pool, { gameId: GameId(1), pankou: 'A', merchantId }))?.prices.find(
        (price) => price.playCode === 'B1' && price.key === '3',
      )?.quote
    expect([await quote(MerchantId(7)), await quote(MerchantId(8))]).toEqual(['9.81', '9.91'])
    const change = [{ play: 'B1', priceKey: '3', pankou: 'A', base: '9.5' }]
    expect(await setPrices(pool, GameId(1), 1, change)).toBe(2)
    expect(await setPrices(pool, GameId(1), 1, change)).toBeUndefined()
    expect([await quote(MerchantId(7)), await quote(MerchantId(8))]).toEqual(['9.4', '9.5'])
  })
})

describe('periods drawn by seed', () => {
  test('are committed before they open, freeze their rules, close, and get a result that anybody can verify', async () => {
    await setup('demo')
    await tick()
    const planned = await periodsOf(GameId(2))
    expect(planned.map((period) => period.state)).toEqual(['open', 'scheduled', 'scheduled', 'scheduled'])
    for (const period of planned) expect(period.committed_at).toBeLessThanOrEqual(period.open_at)
    expect(planned[0]?.options).toMatchObject({ pk_sum11: 'xiao_dan' })
    await raw.query(`update games set options = '{"pk_sum11":"refund"}' where id = 2`)
    expect(
      (await history(GameId(2))).items.every((item) => item.commitment && !item.seed && item.result.length === 0),
    ).toBe(true)
    const first = planned[0]
    await tick(Number(first?.draw_at) - now - 1)
    expect((await periodsOf(GameId(2)))[0]?.state).toBe('closed')
    await tick(1)
    expect((await periodsOf(GameId(2))).map((period) => period.state).slice(0, 2)).toEqual(['drawn', 'open'])
    expect(results).toContain(first?.id)
    const drawn = (await history(GameId(2))).items.find((item) => item.periodNo === first?.period_no)
    const seed = drawn?.seed ?? ''
    expect(seedCommitment(seed, sha256)).toBe(drawn?.commitment)
    expect(drawn?.result).toEqual(seedDraw({ seed, game: 'PK', periodNo: first?.period_no ?? '', hash: sha256 }))
    expect(drawn?.labels['sum']).toBe(String((drawn?.result[0] ?? 0) + (drawn?.result[1] ?? 0)))
    expect((await periodsOf(GameId(2)))[0]?.options).toMatchObject({ pk_sum11: 'xiao_dan' })
    expect((await periodsOf(GameId(2)))[1]?.options).toMatchObject({ pk_sum11: 'refund' })
    const info = (await gameInfos(pool, now)).find((game) => game.gameId === 2)
    expect(info?.current?.state).toBe('open')
    expect(info?.last).toEqual({ periodNo: first?.period_no, result: drawn?.result })
    expect(changes).toContain('2 drawn')
  })

  test('are not made up after a pause: open ones are drawn, those that never opened are void', async () => {
    await setup('demo')
    await tick()
    const before = await periodsOf(GameId(1))
    await tick(3_600_000)
    const after = await periodsOf(GameId(1))
    expect(after.slice(0, 4).map((period) => period.state)).toEqual(
      ['closed', 'void', 'void', 'void'].map((s, i) => (i === 0 ? 'drawn' : s)),
    )
    expect(after.length).toBe(before.length + 4)
    expect(after[4]?.state).toBe('open')
    expect(Number(after[4]?.draw_at)).toBeGreaterThan(now)
  })

  test('two processes at once create and draw every period once', async () => {
    await setup('demo', 20)
    for (let step = 0; step < 8; step++) {
      now += 5_000
      await Promise.all([tick(), tick(), tick()])
    }
    const twice = await rows(raw, 'select period_id from draws group by 1 having count(*) > 1')
    expect(twice).toEqual([])
    const overlapping = await rows(
      raw,
      `select a.id from periods a join periods b on a.game_id = b.game_id and a.id <> b.id
      and a.open_at < b.draw_at and b.open_at < a.draw_at`,
    )
    expect(overlapping).toEqual([])
  })

  test('a changed period length continues beside numbers already used', async () => {
    await setup('demo', 20)
    await tick()
    await tick(60_000)
    await setup('demo', 40)
    await tick(200_000)
    expect((await periodsOf(GameId(1))).some((period) => period.state === 'open')).toBe(true)
  })
})

describe('results from outside', () => {
  const result = [3, 1, 2, 4, 5, 6, 7, 8, 9, 10]
  async function closedPeriod(): Promise<PeriodRecord> {
    await setup('feed')
    await tick()
    const first = (await periodsOf(GameId(2)))[0]
    await tick(Number(first?.draw_at) - now)
    const period = await findPeriod(pool, GameId(2), first?.period_no ?? '')
    if (!period) throw new Error('no period')
    return period
  }
  const send = (period: PeriodRecord, balls: readonly number[], source = 'a') =>
    publishDraw(deps, { source, gameId: GameId(2), periodNo: period.periodNo, result: balls })

  test('are never drawn here; a source publishes them, once', async () => {
    const period = await closedPeriod()
    expect(period.state).toBe('closed')
    expect(await send(period, [1, 1, 2, 4, 5, 6, 7, 8, 9, 10])).toMatchObject({ refusal: 'badResult' })
    expect(await publishDraw(deps, { source: 'a', gameId: GameId(2), periodNo: 'x', result })).toEqual({
      refusal: 'notFound',
    })
    const open = (await periodsOf(GameId(2))).find((other) => other.state === 'open')
    expect(
      await publishDraw(deps, { source: 'a', gameId: GameId(2), periodNo: open?.period_no ?? '', result }),
    ).toEqual({
      refusal: 'stateForbids',
    })
    const answers = await Promise.all([send(period, result), send(period, result)])
    expect(answers.every((answer) => 'state' in answer && answer.state === 'accepted')).toBe(true)
    expect(results.filter((id) => id === period.id).length).toBe(1)
    expect(await send(period, result.toReversed())).toEqual({ refusal: 'stateForbids' })
  })

  test('two sources must agree if the game requires two', async () => {
    const period = await closedPeriod()
    await raw.query('update games set sources_needed = 2 where id = 2')
    expect(await send(period, result)).toMatchObject({ state: 'waiting' })
    expect(await send(period, result)).toMatchObject({ state: 'waiting' })
    expect(await send(period, result.toReversed(), 'b')).toMatchObject({ state: 'waiting' })
    expect(await send(period, result, 'b')).toMatchObject({ state: 'accepted' })
  })

  test('a void and a correction are new versions with their author and reason', async () => {
    const period = await closedPeriod()
    const change = { periodId: period.id, source: 'manual', operator: 'headco01', reason: '误开' }
    const correct = (balls: readonly number[]) =>
      runTx(pool, {}, (tx) => correctResult(tx, deps, { ...change, result: balls, people: 2 }))
    expect(await correct(result)).toEqual({ refusal: 'stateForbids' })
    await send(period, result)
    expect(await correct(result.toReversed())).toEqual({ version: 2 })
    expect(await voidPeriod(deps, change)).toBe(true)
    expect(await voidPeriod(deps, change)).toBe(false)
    expect(await correct(result)).toEqual({ version: 4 })
    const versions = await rows(
      raw,
      'select version, kind, operator, reason from draws where period_id = $1 order by 1',
      [period.id],
    )
    expect(versions.map((row) => row['kind'])).toEqual(['draw', 'correction', 'void', 'correction'])
    expect(versions[2]).toMatchObject({ operator: 'headco01', reason: '误开' })
    expect(results.filter((id) => id === period.id).length).toBe(4)
  })
})
