import { createHash } from 'node:crypto'
import { GAMES, gameById, playsOfGame } from '@strata/domain/games/catalogue'
import { DEFAULT_OPTIONS, optionsOfGame } from '@strata/domain/games/options'
import { seedDraw } from '@strata/domain/games/seed-draw'
import { GameId, PeriodId } from '@strata/domain/ids'
import { beforeEach, describe, expect, test } from 'vitest'
import { hasEarlyOrder } from '../../book/open-games/store-early-orders.ts'
import { businessDay } from '../../platform/business-day.ts'
import { type Row, rows } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { voidPeriod } from '../results/change-result.ts'
import { type PeriodDeps, publishDraw } from '../results/put-result.ts'
import { setupGames } from '../setup/setup-games.ts'
import { advancePeriods, closePeriods, planPeriods } from './plan-periods.ts'
import type { PeriodState } from './store-periods.ts'
import { currentPeriod } from './store-sold-periods.ts'

const { pool, raw } = await createTestDatabase()

const SECONDS = 60
const PERIOD_MS = SECONDS * 1000
/** 10:00:00 in Beijing. */
const START = Date.UTC(2026, 4, 20, 2)
const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()

let now = START
let results: number[] = []
let changes: [periodId: PeriodId, state: PeriodState][] = []
const deps: PeriodDeps = {
  pool,
  clock: () => now,
  onResult: async (_tx, periodId) => void results.push(periodId),
  onChange: (period) => void changes.push([period.id, period.state]),
}

const tick = async (): Promise<void> => {
  await planPeriods(deps)
  await advancePeriods(deps)
}
/** Advances the clock, with a tick every five seconds. */
const runUntil = async (end: number): Promise<void> => {
  for (; now < end; now += 5000) await tick()
  now = end
  await tick()
}

interface Stored extends Row {
  id: number
  game_id: GameId
  period_no: string
  day: string
  open_at: bigint
  close_at: bigint
  hedge_close_at: bigint
  draw_at: bigint
  state: PeriodState
  options: unknown
  commitment: string | null
  committed_at: bigint | null
  result_version: number
}
const periods = (where = 'true', values: unknown[] = []): Promise<Stored[]> =>
  rows<Stored>(raw, `select * from periods where ${where} order by game_id, draw_at, id`, values)
const setup = (demoResults: 'demo' | 'feed' = 'demo', periodSeconds = SECONDS): Promise<void> =>
  setupGames(pool, { demo: true, periodSeconds, demoResults, now })

beforeEach(async () => {
  await raw.query(
    'truncate games, prices, periods, period_seeds, draws, draw_entries, merchant_periods, price_drops, price_offsets restart identity',
  )
  now = START
  results = []
  changes = []
})

describe('setting up', () => {
  test('creates every price key of every play on four pankou, and changes nothing when run again', async () => {
    await setup()
    const counted = () =>
      rows<{ game_id: GameId; prices: number; open: number }>(
        raw,
        `select game_id, count(*)::integer as prices, count(*) filter (where open)::integer as open
           from prices group by 1 order by 1`,
      )
    const expected = GAMES.map((game) => {
      const keys = (only: boolean) =>
        playsOfGame(game.code)
          .filter((play) => !only || play.enabledByDefault)
          .reduce((sum, play) => sum + play.prices.length * 4, 0)
      return { game_id: game.id, prices: keys(false), open: keys(true) }
    })
    expect(await counted()).toEqual(expected)
    await raw.query(
      `update prices set base = '"7.5"', open = false where game_id = 3 and play = 'TMA' and price_key = '07'`,
    )
    await setup()
    const kept = await rows(
      raw,
      `select distinct base, open from prices where game_id = 3 and play = 'TMA' and price_key = '07'`,
    )
    expect(kept).toEqual([{ base: '7.5', open: false }])
  })
})

describe('the life of periods', () => {
  test('all games over several periods: one on sale at a time, drawn in time by the committed seed', async () => {
    await setup()
    await runUntil(START + 5 * PERIOD_MS + 1000)
    for (const game of GAMES) {
      const own = await periods('game_id = $1', [game.id])
      const drawn = own.filter((period) => period.state === 'drawn')
      expect(drawn).toHaveLength(5)
      expect(own.filter((period) => period.state === 'open')).toHaveLength(1)
      expect(own.filter((period) => period.state === 'scheduled').length).toBeGreaterThanOrEqual(2)
      for (const [index, period] of own.entries()) {
        expect(period.day).toBe(businessDay(Number(period.draw_at)))
        expect(Number(period.committed_at)).toBeLessThanOrEqual(Number(period.open_at))
        if (index > 0) expect(Number(period.open_at)).toBeGreaterThanOrEqual(Number(own[index - 1]?.draw_at))
      }
      for (const period of drawn) {
        expect(period.options).toEqual(optionsOfGame(game.code, DEFAULT_OPTIONS))
        expect(results).toContain(period.id)
        expect(changes.filter(([id]) => id === period.id).map(([, state]) => state)).toEqual([
          'open',
          'closed',
          'drawn',
        ])
      }
    }
  })

  test('the commitment is the SHA-256 of a seed that is revealed only by the draw and determines the result', async () => {
    await setup()
    await runUntil(START + PERIOD_MS - 1000)
    const seedOf = async (id: number) =>
      (
        await rows<{ seed: string; revealed_at: bigint | null }>(
          raw,
          'select seed, revealed_at from period_seeds where period_id = $1',
          [id],
        )
      )[0]
    for (const period of await periods()) {
      const kept = await seedOf(period.id)
      expect(kept?.revealed_at).toBeNull()
      expect(period.commitment).toBe(
        createHash('sha256')
          .update(Buffer.from(kept?.seed ?? '', 'hex'))
          .digest('hex'),
      )
    }
    await runUntil(START + PERIOD_MS)
    for (const period of await periods(`state = 'drawn'`)) {
      const kept = await seedOf(period.id)
      expect(Number(kept?.revealed_at)).toBe(now)
      const [draw] = await rows<{ result: number[]; source: string; draw_date: string }>(
        raw,
        'select result, source, draw_date from draws where period_id = $1 and version = 1',
        [period.id],
      )
      const game = gameById(period.game_id)?.code ?? '5M'
      const again = seedDraw({ seed: kept?.seed ?? '', game, periodNo: period.period_no, hash: sha256 })
      expect(draw).toEqual({ result: [...again], source: 'demo', draw_date: '2026-05-20' })
    }
    expect(await periods(`state = 'drawn'`)).toHaveLength(4)
  })

  test('options are frozen when a period opens', async () => {
    await setup()
    await tick()
    await raw.query(`update games set options = options || '{"pc_grey": "refund"}' where id = 4`)
    await runUntil(START + PERIOD_MS)
    const own = await periods(`game_id = 4 and state in ('open', 'drawn')`)
    expect(own.map((period) => (period.options as { pc_grey: string }).pc_grey)).toEqual(['lose', 'refund'])
  })

  test('no period opens, closes or is drawn before its time', async () => {
    await setup()
    now = START + 1
    await tick()
    const [first] = await periods(`game_id = 1 and state = 'open'`)
    now = Number(first?.close_at) - 1
    await tick()
    expect((await periods('id = $1', [first?.id]))[0]?.state).toBe('open')
    now = Number(first?.close_at)
    await tick()
    expect((await periods('id = $1', [first?.id]))[0]?.state).toBe('closed')
    now = Number(first?.draw_at) - 1
    await tick()
    expect((await periods('id = $1', [first?.id]))[0]?.state).toBe('closed')
    now = Number(first?.draw_at)
    await tick()
    expect((await periods('id = $1', [first?.id]))[0]?.state).toBe('drawn')
  })
})

describe('a pause', () => {
  test('open periods are drawn by their seed, unopened ones are void, missed ones are not made up', async () => {
    await setup()
    await tick()
    const before = await periods()
    const open = before.filter((period) => period.state === 'open')
    now = START + 3_600_000
    await tick()
    await tick()
    for (const period of open) expect((await periods('id = $1', [period.id]))[0]?.state).toBe('drawn')
    const missed = before.filter((period) => period.state === 'scheduled')
    for (const period of missed) expect((await periods('id = $1', [period.id]))[0]).toMatchObject({ state: 'void' })
    for (const game of GAMES) {
      const later = await periods('game_id = $1 and draw_at > $2', [game.id, now])
      expect(later.length).toBeGreaterThanOrEqual(3)
      expect(later[0]?.state).toBe('open')
      expect(await periods('game_id = $1', [game.id])).toHaveLength(
        before.filter((period) => period.game_id === game.id).length + later.length,
      )
    }
  })

  test('another period length after a restart: the old periods end first, no two are on sale, numbers stay unique', async () => {
    await setup('demo', 40)
    await tick()
    for (const seconds of [20, 60]) {
      await setup('demo', seconds)
      const seen = new Set<GameId>()
      for (const end = now + 200_000; now < end; now += 5000) {
        await tick()
        const open = await periods(`state = 'open'`)
        for (const period of open) seen.add(period.game_id)
        expect(new Set(open.map((period) => period.game_id)).size).toBe(open.length)
      }
      expect(seen.size).toBe(4)
    }
  })

  test('a number that two other period lengths used today gets a third name', async () => {
    await setup()
    for (const used of ['202605200601', '202605200601-2']) {
      await raw.query(
        `insert into periods (game_id, period_no, day, open_at, close_at, hedge_close_at, draw_at, state)
         values (1, $1, '2026-05-20', 1, 2, 3, 4, 'settled')`,
        [used],
      )
    }
    await tick()
    expect((await periods(`game_id = 1 and state = 'open'`)).map((period) => period.period_no)).toEqual([
      '202605200601-3',
    ])
    expect((await periods(`game_id = 2 and state = 'open'`)).map((period) => period.period_no)).toEqual([
      '202605200601',
    ])
  })
})

describe('two workers at once', () => {
  test('create each period once, and each result once', async () => {
    await setup()
    for (let step = 0; step < 40; step += 1) {
      await Promise.all([tick(), tick(), tick()])
      now += 5_000
    }
    for (const game of GAMES) {
      const own = await periods('game_id = $1', [game.id])
      const times = own.map((period) => Number(period.draw_at))
      expect(new Set(times).size).toBe(times.length)
      expect(own.filter((period) => period.period_no.includes('-'))).toEqual([])
    }
    expect(new Set(results).size).toBe(results.length)
    const versions = await rows(raw, 'select period_id from draws group by 1 having count(*) > 1')
    expect(versions).toEqual([])
  })
})

describe('the commitment', () => {
  test('a period with an order older than its commitment is void, one with only younger orders is drawn', async () => {
    await raw.query('create table if not exists orders_early partition of orders default')
    await setup()
    await tick()
    const [tainted, sound] = await periods(`state = 'open'`)
    for (const [period, late] of [
      [tainted, -1],
      [sound, 0],
    ] as const) {
      await raw.query(
        `insert into merchant_periods (merchant_id, period_id, game_id, day, first_at) values (7, $1, $2, $3, $4)`,
        [period?.id, period?.game_id, period?.day, Number(period?.committed_at) + late],
      )
      const zeros =
        's_m s_g s_a lu_m lu_g lu_a lu_b ps_m ps_g ps_a hc_h hc_m hc_g hc_a batch r_m r_g r_a r_b kind pay_kind bettor'
      const names = zeros.split(' ')
      await raw.query(
        `insert into orders (merchant_id, period_id, id, stake, game_id, s_h, odds, at, day, play, item, pankou, ${names.join(', ')})
         values (7, $1::integer, $1::integer, 1, $2, 10000, 19800, $3, $4, 'x', 'y', 'A', ${names.map(() => 0).join(', ')})`,
        [period?.id, period?.game_id, Number(period?.committed_at) + late, period?.day],
      )
    }
    const checking = { ...deps, hasEarlyOrder }
    now = START + PERIOD_MS
    await advancePeriods(checking)
    expect((await periods('id = $1', [tainted?.id]))[0]?.state).toBe('void')
    expect((await periods('id = $1', [sound?.id]))[0]?.state).toBe('drawn')
    expect(results).toContain(tainted?.id)
    await raw.query('drop table orders_early')
  })

  test('stays binding after a switch to results from a feed, and is added for open periods after a switch back', async () => {
    await setup('demo')
    await tick()
    await setup('feed')
    await runUntil(START + 5 * PERIOD_MS)
    expect(await periods(`game_id = 1 and state = 'drawn'`)).toHaveLength(4)
    expect((await periods(`game_id = 1 and state = 'closed'`)).every((period) => period.commitment === null)).toBe(true)
    await setup('demo')
    expect(await periods(`state = 'scheduled' and commitment is null`)).toEqual([])
  })
})

describe('the end of a period', () => {
  test('runs once between close and hedgeCloseAt, again if it failed, separately for each period', async () => {
    await setup()
    await tick()
    const [first] = await periods(`game_id = 1 and state = 'open'`)
    const calls: number[] = []
    const passed = new Set<PeriodId>()
    const closing = {
      ...deps,
      onClosing: async (id: number) => {
        calls.push(id)
        if (id === first?.id && calls.filter((other) => other === id).length === 1) throw new Error('not yet')
      },
    }
    now = Number(first?.close_at) - 1
    await closePeriods(closing, passed)
    expect(calls).toEqual([])
    now += 1
    await expect(closePeriods(closing, passed)).rejects.toThrow()
    expect(calls).toHaveLength(4)
    await tick()
    await closePeriods(closing, passed)
    await closePeriods(closing, passed)
    expect(calls).toHaveLength(5)
    now = Number(first?.hedge_close_at)
    await closePeriods(closing, new Set())
    expect(calls).toHaveLength(5)
  })
})

describe('one faulty period', () => {
  test('a period with a lost seed does not block the others', async () => {
    await setup()
    await tick()
    await raw.query(`delete from period_seeds where period_id = (select min(id) from periods where game_id = 1)`)
    now = START + PERIOD_MS + 1000
    await tick().catch(() => undefined)
    expect(await periods(`state = 'drawn'`)).toHaveLength(3)
    expect((await periods(`state = 'open'`)).map((period) => period.game_id)).toEqual([1, 2, 3, 4])
  })

  test('is retried after a pause', async () => {
    await setup()
    await tick()
    const kept = await rows(raw, `delete from period_seeds where period_id = 1 returning period_id, seed`)
    now = START + PERIOD_MS + 1000
    const resting = new Map<PeriodId, number>()
    await expect(advancePeriods(deps, resting)).rejects.toThrow('no seed')
    await advancePeriods(deps, resting)
    await raw.query('insert into period_seeds (period_id, seed) values ($1, $2)', [
      kept[0]?.['period_id'],
      kept[0]?.['seed'],
    ])
    await advancePeriods(deps, resting)
    expect((await periods('id = 1'))[0]?.state).toBe('closed')
    now += 10_000
    await advancePeriods(deps, resting)
    expect((await periods('id = 1'))[0]?.state).toBe('drawn')
    expect(resting.size).toBe(0)
  })

  test('after a switch from a feed to seeds, periods without a commitment block nothing', async () => {
    await setup('feed')
    await runUntil(START + 2 * PERIOD_MS)
    await setup('demo')
    await runUntil(now + 6 * PERIOD_MS)
    expect((await periods(`state = 'drawn' and game_id = 1`)).length).toBeGreaterThan(1)
    const [waiting] = await periods(`state = 'closed' and commitment is null and game_id = 1`)
    const game = { gameId: GameId(1), periodNo: waiting?.period_no ?? '' }
    expect(await publishDraw(deps, { ...game, source: 'a', result: [1, 2, 3, 4, 5] })).toMatchObject({
      state: 'accepted',
    })
  })
})

describe('published results', () => {
  const publish = (periodNo: string, result: number[], source = 'feed-a', gameId = 2) =>
    publishDraw(deps, { source, gameId: GameId(gameId), periodNo, result })
  const CARS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
  const closedPeriod = async (): Promise<Stored> => {
    await setup('feed')
    await tick()
    const [period] = await periods(`game_id = 2 and state = 'open'`)
    if (!period) throw new Error('nothing open')
    return period
  }

  test('are never drawn; a result is refused before the close and accepted once after it', async () => {
    const period = await closedPeriod()
    expect(await publish(period.period_no, CARS)).toEqual({ refusal: 'stateForbids' })
    await runUntil(Number(period.draw_at) + 3000)
    expect((await periods('id = $1', [period.id]))[0]?.state).toBe('closed')
    expect(await publish(period.period_no, CARS)).toEqual({ state: 'accepted', result: CARS })
    expect(await publish(period.period_no, CARS)).toEqual({ state: 'accepted', result: CARS })
    expect(await publish(period.period_no, CARS.toReversed())).toEqual({ refusal: 'stateForbids' })
    expect(results).toEqual([period.id])
    expect(await rows(raw, 'select version, source, result from draws')).toEqual([
      { version: 1, source: 'feed-a', result: CARS },
    ])
  })

  test('that are late hide no period that has just closed', async () => {
    const late = await closedPeriod()
    await runUntil(Number(late.draw_at) + 1000)
    const [next] = await periods(`game_id = 2 and state = 'open'`)
    await runUntil(Number(next?.close_at) + 1000)
    expect((await periods(`game_id = 2 and state = 'closed'`)).map(({ id }) => id)).toEqual([late.id, next?.id])
    expect((await currentPeriod(pool, GameId(2)))?.periodId).toBe(next?.id)
  })

  test('a result that is not a draw of the game, or for an unknown or void period, is refused', async () => {
    const period = await closedPeriod()
    await runUntil(Number(period.draw_at))
    expect(await publish('no-such', CARS)).toEqual({ refusal: 'notFound' })
    expect(await publish(period.period_no, CARS, 'feed-a', 9)).toEqual({ refusal: 'notFound' })
    const wrongs: [number[], string][] = [
      [CARS.slice(1), '开奖号码应为10个'],
      [[...CARS, 1], '开奖号码应为10个'],
      [CARS.with(0, 2), '开奖号码不能重复'],
      [CARS.with(0, 11), '开奖号码应在1至10之间'],
      [CARS.with(0, 0), '开奖号码应在1至10之间'],
    ]
    for (const [wrong, message] of wrongs)
      expect(await publish(period.period_no, wrong)).toEqual({ refusal: 'badResult', message })
    await voidPeriod(deps, { periodId: PeriodId(period.id), source: 'test', operator: 'x', reason: 'y' })
    expect(await publish(period.period_no, CARS)).toEqual({ refusal: 'stateForbids' })
  })

  test('a game drawn by seed accepts no result from outside', async () => {
    await setup('demo')
    await tick()
    const [period] = await periods(`game_id = 2 and state = 'open'`)
    now = Number(period?.hedge_close_at)
    await tick()
    expect(await publish(period?.period_no ?? '', CARS)).toEqual({ refusal: 'stateForbids' })
  })

  test('two sources: the first waits, a different second waits too, agreement draws', async () => {
    const period = await closedPeriod()
    await raw.query('update games set sources_needed = 2 where id = 2')
    await runUntil(Number(period.draw_at))
    const no = period.period_no
    expect(await publish(no, CARS)).toMatchObject({ state: 'waiting' })
    expect(await publish(no, CARS)).toMatchObject({ state: 'waiting' })
    expect(await publish(no, CARS.toReversed(), 'feed-b')).toMatchObject({ state: 'waiting' })
    expect(results).toEqual([])
    expect(await publish(no, CARS, 'feed-b')).toMatchObject({ state: 'accepted' })
    expect(await publish(no, CARS)).toMatchObject({ state: 'accepted' })
    expect(await publish(no, CARS.toReversed(), 'feed-b')).toEqual({ refusal: 'stateForbids' })
    expect(results).toEqual([period.id])
  })

  test('many at once give one result', async () => {
    const period = await closedPeriod()
    await runUntil(Number(period.draw_at))
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        publish(period.period_no, index % 2 ? CARS : CARS.toReversed(), `s${index}`),
      ),
    )
    expect(answers.filter((answer) => 'state' in answer)).toHaveLength(4)
    expect(results).toEqual([period.id])
  })
})
