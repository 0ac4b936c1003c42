import { createHash, randomBytes } from 'node:crypto'
import type { ResponseOf } from '@strata/contract/endpoint'
import type * as games from '@strata/contract/endpoints/games'
import { GAMES, GROUPS, playsOfGame } from '@strata/domain/games/catalogue'
import { parseOdds } from '@strata/domain/games/price'
import type { MerchantId } from '@strata/domain/ids'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../access/testing/person.ts'
import { growSmallTree, TREE_AT } from '../access/testing/small-tree.ts'
import { MerchantKeys } from '../intake/merchant-keys.ts'
import { createSecrets } from '../platform/secrets.ts'
import { merchantKeyPurpose, signRequest } from '../platform/signature.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../platform/testing/test-platform.ts'
import { advancePeriods, planPeriods } from './periods/plan-periods.ts'
import { gamesRoutes } from './routes.ts'
import { setupGames } from './setup/setup-games.ts'

const database = await createTestDatabase()
const { pool, raw } = database
let now = TREE_AT
const clock = () => now
const secrets = createSecrets([{ id: 'k', key: randomBytes(32) }])
const keys = new MerchantKeys({ pool, secrets, clock })
const app = await createTestApp(createTestPlatform(database, { clock }))
gamesRoutes(app, { pool, clock, signed: (call) => keys.authorize(call) })
afterAll(() => app.close())

let agent: Person
let head: Person
let merchantId: MerchantId

beforeAll(async () => {
  const tree = await growSmallTree(pool)
  merchantId = tree.agent.merchantId
  agent = await signedIn(pool, { accountId: tree.agent.accountId, pathId: tree.agent.pathId, now })
  head = await signedIn(pool, { accountId: tree.head.accountId, pathId: tree.head.pathId, now })
  await raw.query('insert into merchant_keys (merchant_id, key_id, secret, created_at) values ($1, 1, $2, 0)', [
    merchantId,
    secrets.seal('the-key', merchantKeyPurpose(merchantId, 1)),
  ])
  await setupGames(pool, { demo: true, periodSeconds: 60, demoResults: 'demo', now })
  const deps = { pool, clock }
  for (const end = now + 10 * 60_000; now <= end; now += 5000) {
    await planPeriods(deps)
    await advancePeriods(deps)
  }
})

const call = (person: Person, method: 'GET' | 'POST', path: string, input = {}) =>
  callApp(app, { method, path, input, headers: headersOf(person) })
const signed = (path: string, body: object, key = 'the-key') => {
  const rawBody = JSON.stringify(body)
  const request = { timestamp: String(now), method: 'POST', target: path, rawBody }
  return app.inject({
    method: 'POST',
    url: path,
    payload: rawBody,
    headers: {
      'content-type': 'application/json',
      'x-merchant': 'demo',
      'x-timestamp': request.timestamp,
      'x-signature': signRequest(key, request),
    },
  })
}

describe('lists', () => {
  test('hubs, and games with their groups and plays', async () => {
    const hubs = await call(agent, 'GET', '/api/common/drop-down-list/sys-gamehub')
    expect(hubs.data).toEqual([{ id: 1, hubName: '彩票' }])
    const types = await call(agent, 'GET', '/api/common/drop-down-list/sys-gametype')
    const listed = types.data as ResponseOf<typeof games.gameTypes>
    expect(listed.map((game) => [game.id, game.gameType])).toEqual(GAMES.map((game) => [game.id, game.code]))
    expect(listed.flatMap((game) => game.groups.map((group) => group.id))).toEqual(GROUPS.map((group) => group.id))
    for (const game of listed)
      expect(game.groups.flatMap((group) => group.plays).length).toBe(playsOfGame(game.gameType).length)
  })

  test('a game that is off is listed as such: its orders stay, and its last results are still to be typed', async () => {
    const listed = async (person: Person) =>
      (
        (await call(person, 'GET', '/api/common/drop-down-list/sys-gametype')).data as ResponseOf<
          typeof games.gameTypes
        >
      ).map(({ id, enabled }) => [id, enabled])
    await raw.query('update games set enabled = false where id = 3')
    try {
      expect(await listed(head)).toEqual(GAMES.map(({ id }) => [id, id !== 3]))
      expect(await listed(agent)).toEqual(await listed(head))
    } finally {
      await raw.query('update games set enabled = true where id = 3')
    }
  })
})

describe('odds', () => {
  type Odds = ResponseOf<typeof games.oddsQuery>
  const priceIn = (data: unknown) =>
    (data as Odds).prices.find((price) => price.playCode === 'TMA' && price.key === '07')

  test('the same for a user and for the merchant’s platform, with the offset and the drop of the period subtracted', async () => {
    await raw.query(`insert into price_offsets values ($1, 3, 'TMA', '07', 5000)`, [merchantId])
    await raw.query(
      `insert into price_drops (period_id, play, price_key, drop_odds, at)
       select id, 'TMA', '07', 1000, 0 from periods where game_id = 3 and state = 'open'`,
    )
    const asked = { gameId: 3, pankou: 'A' }
    const all = priceIn((await call(head, 'POST', '/api/common/odds/query', asked)).data)
    const own = await call(agent, 'POST', '/api/common/odds/query', asked)
    const platform = await signed('/api/rec/odds/query', asked)
    expect(platform.json().data).toEqual(own.data)
    const [whole, less] = [all, priceIn(own.data)].map((price) => parseOdds(price?.quote))
    expect(whole?.ok && less?.ok && whole.value - less.value).toBe(5000n)
    const closed = (own.data as Odds).prices.filter((price) => !price.open)
    const off = playsOfGame('6HC').filter((play) => !play.enabledByDefault)
    expect(new Set(closed.map((price) => price.playCode))).toEqual(new Set(off.map((play) => play.code)))
  })

  test('a wrong signature, an unknown game and an unknown pankou are refused', async () => {
    expect((await signed('/api/rec/odds/query', { gameId: 3, pankou: 'A' }, 'other')).json().code).toBe(40301)
    expect((await signed('/api/rec/odds/query', { gameId: 9, pankou: 'A' })).json().code).toBe(40401)
    expect((await call(agent, 'POST', '/api/common/odds/query', { gameId: 9, pankou: 'A' })).code).toBe(40401)
    expect((await signed('/api/rec/odds/query', { gameId: 3, pankou: 'E' })).json().code).toBe(40001)
  })
})

describe('the commitment of a period, by a signed call', () => {
  const PATH = '/api/rec/draw/commitment'
  type Answer = ResponseOf<typeof games.recCommitment>
  const asked = async (periodNo: string): Promise<Answer> =>
    (await signed(PATH, { gameId: 1, periodNo })).json().data as Answer
  const period = async (state: string): Promise<string> =>
    (
      await raw.query<{ period_no: string }>(
        `select period_no from periods where game_id = 1 and state = any($1) order by draw_at limit 1`,
        [state === 'drawn' ? ['drawn', 'settled'] : [state]],
      )
    ).rows[0]?.period_no ?? ''

  test('is shown without its seed before the period opens and while it is on sale', async () => {
    for (const state of ['scheduled', 'open']) {
      const answer = await asked(await period(state))
      expect(answer).toMatchObject({ gameId: 1, state, seed: null, result: [] })
      expect(answer.commitment).toMatch(/^[0-9a-f]{64}$/)
      expect(answer.committedAt).toBeLessThan(answer.openAt)
    }
  })

  test('comes with the seed after the draw, which is its hash', async () => {
    const { commitment, seed, result } = await asked(await period('drawn'))
    expect(
      createHash('sha256')
        .update(Buffer.from(String(seed), 'hex'))
        .digest('hex'),
    ).toBe(commitment)
    expect(result).toHaveLength(5)
  })

  test('is refused without a valid signature, and for a period that does not exist', async () => {
    const periodNo = await period('open')
    expect((await signed(PATH, { gameId: 1, periodNo }, 'other')).json().code).toBe(40301)
    expect((await signed(PATH, { gameId: 1, periodNo: '19990101001' })).json().code).toBe(40401)
    expect((await signed(PATH, { gameId: 1 })).json().code).toBe(40001)
  })
})

describe('periods', () => {
  type History = ResponseOf<typeof games.periodHistories>
  const history = async (input: object) =>
    (await call(agent, 'POST', '/api/common/game/period-histories', { gameId: 3, ...input })).data as History

  test('the period on sale, the next one and the last result of every game', async () => {
    const { data } = await call(agent, 'POST', '/api/rec/game/get-game-infos')
    const infos = data as ResponseOf<typeof games.recGameInfos>
    expect(infos.map((info) => info.gameId)).toEqual([1, 2, 3, 4])
    for (const info of infos) {
      expect(info.serverNow).toBe(now)
      expect(info.current?.state).toBe('open')
      expect(info.next?.openAt).toBe(info.current?.drawAt)
      const [newest] = (await history({ gameId: info.gameId, date: '2026-05-20' })).items.filter((row) => row.seed)
      expect(info.last).toEqual({ periodNo: newest?.periodNo, result: newest?.result })
    }
  })

  test('results have labels, commitment and seed; periods before the draw have only their commitment', async () => {
    const { items, total } = await history({ date: '2026-05-20', pageSize: 100 })
    expect(total).toBe(items.length)
    const drawn = items.filter((item) => item.state === 'drawn')
    expect(drawn).toHaveLength(10)
    for (const { commitment, seed = '', labels, result } of drawn) {
      expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(commitment)
      expect(result).toHaveLength(7)
      expect(labels).toMatchObject({
        zodiac: expect.stringMatching(/^[鼠牛虎兔龙蛇马羊猴鸡狗猪]$/),
        special: expect.any(String),
      })
    }
    for (const item of items.filter((other) => other.state !== 'drawn')) {
      expect(item).toMatchObject({ result: [], labels: {}, commitment: expect.stringMatching(/^[0-9a-f]{64}$/) })
      expect(item.seed).toBeUndefined()
    }
    expect(items.map((item) => item.drawAt)).toEqual(items.map((item) => item.drawAt).toSorted((a, b) => b - a))
  })

  test('pages, order and days', async () => {
    const whole = await history({ date: '2026-05-20', pageSize: 100 })
    const second = await history({ from: '2026-05-20', to: '2026-05-20', pageSize: 10, pageIndex: 2 })
    expect(second.items).toEqual(whole.items.slice(10, 20))
    const rising = await history({ pageSize: 100, sortInfo: { columnName: 'drawAt', direction: 0 } })
    expect(rising.items).toEqual(whole.items.toReversed())
    expect((await history({ date: '2026-05-19' })).items).toEqual([])
    for (const wrong of [
      { date: '2026-05-20', from: '2026-05-20' },
      { from: '2026-05-21', to: '2026-05-20' },
      { date: '2026-02-30' },
    ])
      expect((await call(agent, 'POST', '/api/common/game/period-histories', { gameId: 3, ...wrong })).code).toBe(40001)
  })
})
