import { gameByCode, playOf } from '@strata/domain/games/catalogue'
import { defaultOdds, formatOdds, formatQuote } from '@strata/domain/games/price'
import { GameId, MerchantId } from '@strata/domain/ids'
import type { Odds } from '@strata/domain/money'
import { PANKOU } from '@strata/domain/pankou'
import { beforeEach, describe, expect, test } from 'vitest'
import { rows, runTx } from '../../platform/db.ts'
import type { LiveEvent } from '../../platform/live.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { planPeriods } from '../periods/plan-periods.ts'
import { setupGames } from '../setup/setup-games.ts'
import { listPrices } from './list-prices.ts'
import { refreshLunarPrices, yearChanges } from './lunar-prices.ts'
import { type OddsChange, setOdds } from './set-odds.ts'
import { lastPriceVersions } from './store-price-changes.ts'

const { pool, raw } = await createTestDatabase()
const NOW = Date.UTC(2026, 4, 20, 2)
/** Events sent to screens. */
const told: LiveEvent[] = []
const live = { publish: (event: LiveEvent): void => void told.push(event) }
const operator = { id: 1, name: 'headco01', ip: '127.0.0.1' }

const change = (over: Partial<OddsChange> = {}): OddsChange => ({
  playCode: 'TMA',
  key: '07',
  pankou: 'A',
  quote: '47.5',
  ...over,
})
const save = (changes: OddsChange[], version = 1, gameId = 3) =>
  runTx(pool, {}, (tx) => setOdds(tx, { gameId: GameId(gameId), version, changes, operator, at: NOW, live }))
const quoteOf = async (play: string, key: string, merchantId = 0, pankou = 'A') =>
  (await listPrices(pool, { gameId: GameId(3), pankou, merchantId: MerchantId(merchantId) }))?.prices.find(
    (price) => price.playCode === play && price.key === key,
  )
const logs = () => rows(raw, 'select merchant_id, action, target_name, changes from change_log order by id')
const nameOf = (answer: object): string => (answer instanceof Refusal ? answer.name : 'saved')

beforeEach(async () => {
  await raw.query(
    'truncate games, prices, price_changes, periods, price_offsets, change_log, settings restart identity',
  )
  await setupGames(pool, { demo: true, periodSeconds: 60, demoResults: 'feed', now: NOW })
})

describe('changing odds', () => {
  test('saves all changes or none, with a new version and a log of the real changes', async () => {
    const saved = await save([
      change({ quote: '47.50', floor: '40' }),
      change({ playCode: 'LM_3Z2', key: '*', quote: { ZHONG3: '110', ZHONG2: '20.8' } }),
      change({ key: '08', pankou: 'B', quote: undefined as never, open: false }),
    ])
    expect(saved).toEqual({ version: 2 })
    expect(told.splice(0)).toMatchObject([
      { type: 'odds', merchantId: 0, data: { gameId: 3, periodNo: null, groupIds: [301, 315], at: NOW } },
    ])
    expect(await quoteOf('TMA', '07')).toMatchObject({ quote: '47.5', open: true })
    expect((await quoteOf('LM_3Z2', '*'))?.quote).toEqual({ ZHONG2: '20.8', ZHONG3: '110' })
    expect(await quoteOf('TMA', '08', 0, 'B')).toMatchObject({ open: false })
    const changes = ['47.5', '40', '20.8/110', '否'].map((after) => expect.objectContaining({ after }))
    expect(await logs()).toEqual([{ merchant_id: 0, action: 'odds', target_name: '六合彩', changes }])
  })

  test.each<[string, OddsChange[], number, number, string]>([
    ['unknown game', [change()], 1, 9, 'notFound'],
    ['stale version before anything wrong with the prices', [change({ key: '99' })], 7, 3, 'changed'],
    ['the same price twice', [change(), change({ quote: '40' })], 1, 3, 'badParameter'],
    ['a price that does not exist', [change({ key: '99' })], 1, 3, 'unknownItem'],
    ['not odds', [change({ quote: '47,5' })], 1, 3, 'badParameter'],
    ['below 1.01', [change({ quote: '1.0099' })], 1, 3, 'badParameter'],
    ['below the floor of the same save', [change({ floor: '48' })], 1, 3, 'badParameter'],
    [
      'a floor above the price that stays',
      [{ playCode: 'TMA', key: '07', pankou: 'A', floor: '900' }],
      1,
      3,
      'badParameter',
    ],
    ['a floor below 1.01', [change({ floor: '1' })], 1, 3, 'badParameter'],
    ['one price where tiers are', [change({ playCode: 'LM_3Z2', key: '*' })], 1, 3, 'badParameter'],
    ['tiers where one price is', [change({ quote: { ZHONG2: '2', ZHONG3: '3' } })], 1, 3, 'badParameter'],
    [
      'a tier too many',
      [change({ playCode: 'LM_3Z2', key: '*', quote: { ZHONG2: '2', ZHONG3: '3', X: '4' } })],
      1,
      3,
      'badParameter',
    ],
  ])('%s is refused and changes nothing', async (_case, changes, version, gameId, name) => {
    const before = await rows(raw, 'select * from prices order by 1, 2, 3, 4')
    const good = change({ key: '01', quote: '40' })
    expect(nameOf(await save([good, ...changes], version, gameId))).toBe(name)
    expect(await rows(raw, 'select * from prices order by 1, 2, 3, 4')).toEqual(before)
    expect(await rows(raw, 'select distinct odds_version from games')).toEqual([{ odds_version: 1n }])
    expect(await logs()).toEqual([])
  })

  test('two operators at once: the second gets a conflict', async () => {
    const names = (await Promise.all([save([change()]), save([change({ quote: '46' })])])).map(nameOf)
    expect(names.toSorted()).toEqual(['changed', 'saved'])
  })
})

describe('offsets of a merchant', () => {
  test('lower only its own prices, down to the floor', async () => {
    const offset = (units: number) =>
      raw.query(
        `insert into price_offsets (merchant_id, game_id, play, price_key, offset_odds) values (7, 3, 'TMA', '07', $1)
         on conflict (merchant_id, game_id, play, price_key) do update set offset_odds = excluded.offset_odds`,
        [units],
      )
    const list = await quoteOf('TMA', '07')
    await offset(10_000)
    expect(Number((await quoteOf('TMA', '07', 7))?.quote)).toBe(Number(list?.quote) - 1)
    expect(await quoteOf('TMA', '07', 8)).toEqual(list)
    await offset(9_000_000)
    expect((await quoteOf('TMA', '07', 7))?.quote).toBe('1.01')
  })
})

describe('a new lunar year', () => {
  /** Midnight in Beijing: the lunar year 2027 begins on 6 February. */
  const newYear = Date.UTC(2027, 1, 6) - 8 * 3_600_000

  test('resets prices that depend on it to the new defaults, once, and leaves the others', async () => {
    await save([change({ quote: '40' }), change({ playCode: 'TX', key: 'YANG', quote: '11' })])
    expect(await refreshLunarPrices(pool, NOW)).toBe(0)
    const game = gameByCode('6HC')
    const play = playOf('6HC', 'TX')
    if (!game || !play) throw new Error('game 6HC is missing')
    const expected = yearChanges(game, 2026, 2027)
    expect(expected.length).toBeGreaterThan(20)
    const counts = await Promise.all([refreshLunarPrices(pool, newYear), refreshLunarPrices(pool, newYear)])
    expect(counts.toSorted((a, b) => a - b)).toEqual([0, expected.length])
    for (const pankou of PANKOU)
      for (const key of ['MA', 'YANG', 'SHU'])
        expect((await quoteOf('TX', key, 0, pankou))?.quote).toBe(
          formatQuote(play, key, defaultOdds(play, key, pankou, 2027)),
        )
    expect((await quoteOf('TMA', '07'))?.quote).toBe('40')
    expect(await rows(raw, 'select odds_version from games where id = 3')).toEqual([{ odds_version: 3n }])
    expect(await refreshLunarPrices(pool, newYear + 1000)).toBe(0)
  })

  test('lowers floors that would be paid instead of the new price', async () => {
    const play = playOf('6HC', 'TX')
    if (!play) throw new Error('game 6HC is missing')
    const [old, now] = [2026, 2027].map((year) => defaultOdds(play, 'YANG', 'A', year)[0] ?? 0n)
    expect(old).toBeGreaterThan(now ?? 0n)
    const floor = formatOdds(old as Odds)
    await save([change({ playCode: 'TX', key: 'YANG', quote: undefined as never, floor })])
    expect(await refreshLunarPrices(pool, NOW)).toBe(0)
    expect(await refreshLunarPrices(pool, newYear)).toBeGreaterThan(0)
    expect((await quoteOf('TX', 'YANG'))?.quote).toBe(formatOdds(now as Odds))
    const [last] = await lastPriceVersions(pool, GameId(3), 1)
    expect(last?.changes.find(({ key, pankou }) => key === 'YANG' && pankou === 'A')?.after).toMatchObject({
      floor: formatOdds(now as Odds),
    })
  })

  test('begins with the first period drawn in it, not while a period of the old year is on sale', async () => {
    const deps = { pool, clock: () => newYear - 90_000 }
    await planPeriods(deps)
    expect(await refreshLunarPrices(pool, newYear - 90_000)).toBe(0)
    const [last] = await rows<{ close_at: bigint }>(
      raw,
      'select close_at from periods where game_id = 3 and draw_at < $1 order by draw_at desc limit 1',
      [newYear],
    )
    expect(await refreshLunarPrices(pool, Number(last?.close_at) - 1)).toBe(0)
    expect(await refreshLunarPrices(pool, Number(last?.close_at))).toBeGreaterThan(0)
  })
})
