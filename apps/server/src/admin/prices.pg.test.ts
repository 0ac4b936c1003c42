import { GameId, GroupId, type MerchantId, type PathId } from '@strata/domain/ids'
import { rate } from '@strata/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type PeopleServer, peopleServer } from '../access/testing/people-server.ts'
import type { Person } from '../access/testing/person.ts'
import { made, OPERATOR } from '../access/testing/small-tree.ts'
import { row, rows, runTx } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { changeTerms } from '../tree/terms/apply-terms-change.ts'

const { pool, raw, url } = await createTestDatabase()
let server: PeopleServer
let operator: Person
let agent: Person
beforeAll(async () => {
  server = await peopleServer({ pool, url })
  const { head } = server.tree
  operator = await server.as(head, head.pathId, 1)
  agent = await server.as(server.tree.agent, server.tree.agent.pathId)
})
afterAll(() => server.close())

interface Price {
  readonly playCode: string
  readonly key: string
  readonly quote: unknown
  readonly floor: string
  readonly edge: string
  readonly open: boolean
}
interface Prices {
  readonly version: number
  readonly prices: Price[]
  readonly history?: { version: number; operatorName: string; changes: object[] }[]
}
const GAME = 3
const query = async (over: Record<string, unknown> = {}): Promise<Prices> =>
  (await server.post(operator, '/api/admin/odds/query', { gameId: GAME, pankou: 'A', playCode: 'TMA', ...over }))
    .data as Prices
const priceOf = async (key: string): Promise<Price | undefined> =>
  (await query()).prices.find((price) => price.key === key)
const set = (input: Record<string, unknown>) =>
  server.post(operator, '/api/admin/odds/set', { gameId: GAME, pankou: 'A', ...input })
const change = (over: Record<string, unknown> = {}) => ({ playCode: 'TMA', key: '07', ...over })

describe('odds of the operators', () => {
  it('are listed as set, each with the edge at the highest commission', async () => {
    const { prices } = await query()
    expect(prices).toHaveLength(49)
    // 1 - 47.285 / 49; on B 1.5% of turnover is paid back, at lower odds.
    const [first] = prices
    expect(first).toMatchObject({ playCode: 'TMA', key: '01', floor: '1.01', open: true })
    expect(Number(first?.edge)).toBeGreaterThan(0)
    const onB = (await query({ pankou: 'B' })).prices[0]
    expect(Number(onB?.edge)).toBeGreaterThan(0)
    expect(onB?.quote).not.toEqual(first?.quote)
    const all = await query({ playCode: undefined })
    expect(all.prices.length).toBeGreaterThan(800)
    expect((await server.post(operator, '/api/admin/odds/query', { gameId: 99, pankou: 'A' })).code).toBe(40401)
    const unknown = { gameId: GAME, pankou: 'A', playCode: 'NONE' }
    expect((await server.post(operator, '/api/admin/odds/query', unknown)).code).toBe(40401)
  })

  it('are marked where they favour the bettor, and have a history of every field', async () => {
    const { version } = await query()
    const before = await priceOf('07')
    const first = await set({
      version,
      prices: [change({ quote: '49.5', floor: '40' }), change({ key: '08', open: false })],
      bettorEdge: true,
    })
    expect(first).toMatchObject({ code: 200, data: { version: version + 1 } })
    expect(Number((await priceOf('07'))?.edge)).toBeLessThan(0)
    expect(await priceOf('08')).toMatchObject({ open: false })
    const { history } = await query({ history: true })
    expect(history).toEqual([
      {
        version: version + 1,
        at: server.now,
        operatorName: 'headco01',
        changes: [
          { playCode: 'TMA', key: '07', before: before?.quote, after: '49.5', floor: { before: '1.01', after: '40' } },
          { playCode: 'TMA', key: '08', open: { before: true, after: false } },
        ],
      },
    ])
    expect((await query({ history: true, playCode: 'TMB' })).history).toEqual([])
    expect((await query({ history: true, pankou: 'B' })).history).toEqual([])
  })

  it('can be restored to a version, which makes a new version', async () => {
    const { version } = await query()
    expect((await set({ version, prices: [change({ quote: '48', floor: null })] })).code).toBe(200)
    expect((await set({ version: version + 1, undoTo: version - 1 })).data).toEqual({ version: version + 2 })
    expect(await priceOf('07')).toMatchObject({ floor: '1.01' })
    expect(await priceOf('08')).toMatchObject({ open: true })
    expect((await query({ history: true })).history?.map((one) => one.version)).toEqual([
      version + 2,
      version + 1,
      version,
    ])
    // Nothing of pankou B has changed since; a future version does not exist; a stale version is refused first.
    const on = (pankou: string, input: Record<string, unknown>) => set({ pankou, ...input })
    expect((await on('B', { version: version + 2, undoTo: 1 })).code).toBe(42207)
    expect((await on('A', { version: version + 2, undoTo: version + 2 })).code).toBe(40001)
    expect((await on('A', { version: 1, undoTo: version + 9 })).code).toBe(40902)
    await raw.query(`update price_changes set operator_id = 0 where version = $1`, [version + 1])
    expect((await on('A', { version: version + 2, undoTo: 1 })).code).toBe(42207)
  })

  it('are refused in the written order and saved once for a requestId', async () => {
    const { version } = await query()
    const wrong = [change({ quote: '0.5' }), change({ quote: '0.5' })]
    expect((await set({ gameId: 99, version: 0, prices: wrong })).code).toBe(40401)
    expect((await set({ version: 0, prices: wrong })).code).toBe(40902)
    expect((await set({ version, prices: wrong })).code).toBe(40001)
    expect((await set({ version, prices: [change({ key: 'none' })] })).code).toBe(40401)
    expect((await set({ version, prices: [change({ quote: '1' })] })).code).toBe(40001)
    expect((await set({ version })).code).toBe(40001)
    expect((await set({ version, undoTo: 1, prices: [change()] })).code).toBe(40001)
    const once = { version, prices: [change({ quote: '46' })], requestId: 'odds-1' }
    expect((await set(once)).data).toEqual({ version: version + 1 })
    expect((await set(once)).data).toEqual({ version: version + 1 })
    expect((await query()).version).toBe(version + 1)
    expect((await set({ ...once, prices: [change({ quote: '45' })] })).code).toBe(40902)
  })
})

interface Settings {
  readonly version: number
  readonly ladder: object[]
  readonly commission: { groupId: GroupId; rates: Record<string, string> }[]
}
const settings = async (): Promise<Settings> =>
  (await server.post(operator, '/api/admin/pankou/setting/query', { gameId: GAME })).data as Settings
const GROUP = 301
const setRates = (input: Record<string, unknown>) =>
  server.post(operator, '/api/admin/pankou/commission/set', { gameId: GAME, ...input })
const rates = (C: string, groupId = GROUP) => [{ groupId, rates: { C } }]
/** Stored commission of a path on pankou C of the group. */
const ownRate = async (merchantId: MerchantId, pathId: PathId): Promise<number> => {
  const found = await rows<{ plays: Record<string, { commission: Record<string, number> }> }>(
    raw,
    'select plays from link_terms where merchant_id = $1 and path_id = $2 and game_id in (0, $3) order by game_id desc limit 1',
    [merchantId, pathId, GAME],
  )
  const plays = found[0]?.plays ?? {}
  return (plays[GROUP] ?? plays[0])?.commission['C'] ?? 0
}

describe('the commission of the pankou', () => {
  it('is listed with the odds ladder', async () => {
    const found = await settings()
    expect(found.ladder).toEqual([
      { pankou: 'A', oddsRatio: '100', enabled: true },
      { pankou: 'B', oddsRatio: '98.5', enabled: true },
      { pankou: 'C', oddsRatio: '97', enabled: true },
      { pankou: 'D', oddsRatio: '95.5', enabled: true },
    ])
    expect(found.commission.find(({ groupId }) => groupId === GROUP)?.rates).toEqual({
      A: '0',
      B: '1.5',
      C: '3',
      D: '4.5',
    })
    expect((await server.post(operator, '/api/admin/pankou/setting/query', { gameId: 99 })).code).toBe(40401)
  })

  it('is refused in the written order', async () => {
    const { version } = await settings()
    const twice = [...rates('9'), ...rates('9')]
    expect((await setRates({ gameId: 99, version: version + 7, commission: twice })).code).toBe(40401)
    expect(await setRates({ version: version + 7, commission: twice })).toMatchObject({
      code: 40902,
      data: { version, asked: version + 7 },
    })
    expect((await setRates({ version, commission: twice })).code).toBe(40001)
    expect((await setRates({ version, commission: rates('9', 101) })).code).toBe(40401)
    const above = await setRates({ version, commission: rates('3.001') })
    expect(above).toMatchObject({ code: 42202, data: { faults: [{ groupId: GROUP, pankou: 'C', bound: '3000' }] } })
    expect(above.message).toBe('C盘退水不能高于3%')
  })

  it('when lowered caps all paths of all merchants after a preview; when raised raises none', async () => {
    const { tree } = server
    const { version } = await settings()
    const below = await setRates({ version, commission: rates('1.2'), preview: true })
    const shown = below.data as { affected: { accountName: string; before: string; after: string }[]; confirm: string }
    // The branch has 2.5, 2, 1.5 and 1 percent; all other paths have what the head grants.
    expect(shown.affected.filter(({ accountName }) => accountName === 'genagt01')).toMatchObject([
      { before: '2', after: '1.2', field: 'commission.C', groupId: GROUP, gameId: GAME },
    ])
    const names = new Set(shown.affected.map(({ accountName }) => accountName))
    expect([...names].sort()).toEqual([
      'agent001',
      'agent002',
      'agent003',
      'genagt01',
      'mem0002',
      'merch001',
      'merch002',
    ])
    const config = () =>
      rows(raw, 'select id, config_version from merchants order by id').then((all) =>
        all.map((one) => one['config_version']),
      )
    const before = await config()
    expect(await setRates({ version, commission: rates('1.2') })).toMatchObject({ code: 42207, data: shown })
    expect((await setRates({ version, commission: rates('1.1'), confirm: shown.confirm })).code).toBe(40902)
    expect(await config()).toEqual(before)
    const confirmed = { version, commission: rates('1.2'), confirm: shown.confirm, requestId: 'rates-1' }
    expect(await setRates(confirmed)).toMatchObject({ code: 200, data: { version: version + 1 } })
    expect(await setRates(confirmed)).toMatchObject({ code: 200, data: { version: version + 1 } })
    expect((await settings()).commission.find(({ groupId }) => groupId === GROUP)?.rates['C']).toBe('1.2')
    expect(await ownRate(tree.general.merchantId, tree.general.pathId)).toBe(1200)
    expect(await ownRate(tree.otherAgent.merchantId, tree.otherAgent.pathId)).toBe(1200)
    expect(await ownRate(tree.member.merchantId, tree.member.pathId)).toBe(1000)
    expect(await config()).toEqual(before.map((one) => (one as bigint) + 1n))
    const capped = await row<{ n: number }>(
      raw,
      `select count(distinct path_id)::integer as n from change_log where action = 'termsCapped'`,
    )
    expect(capped.n).toBe(7)
    const log = await server.post(operator, '/api/common/actionlog/query', { action: 'pankouCommission' })
    expect(log.data).toMatchObject({ items: [{ action: '修改盘口退水', changes: [{ before: '3%', after: '1.2%' }] }] })

    expect((await setRates({ version: version + 1, commission: rates('3') })).code).toBe(200)
    expect(await ownRate(tree.general.merchantId, tree.general.pathId)).toBe(1200)
    // A merchant's own terms are still limited by the head's.
    const { merchantId, pathId } = tree.merchant
    const wish = { gameId: GameId(GAME), groups: [{ groupId: GroupId(GROUP), commission: { C: rate(3000n) } }] }
    const raised = await runTx(pool, {}, (tx) =>
      changeTerms(tx, { merchantId, pathId, games: [wish], operator: OPERATOR, at: server.now }),
    )
    expect(made(raised).version).toBeGreaterThan(0)
  })
})

describe('the logo of a merchant', () => {
  it('is shown to all paths below it, and answered for any path of the downline', async () => {
    const { tree } = server
    await raw.query(`update merchants set logo = 'data:image/png;base64,AA==' where id = $1`, [tree.agent.merchantId])
    const own = await server.get(agent, '/api/admin/merchant/get-logo')
    // A login name of a level above is never shown; a name set for display is shown to everybody.
    expect(own.data).toEqual({ name: '', logo: expect.stringMatching(/^\/logo\?m=[\w-]+&v=[\w-]{12}$/) })
    await raw.query(`update merchants set name = '星河' where id = $1`, [tree.agent.merchantId])
    expect((await server.get(agent, '/api/admin/merchant/get-logo')).data).toMatchObject({ name: '星河' })
    const head = await server.as(tree.head, tree.head.pathId)
    expect((await server.get(head, '/api/admin/merchant/get-logo')).data).toEqual({ name: 'headco01', logo: '' })
    const named = { agentPathsId: tree.otherAgent.pathId }
    expect((await server.get(head, '/api/admin/merchant/get-logo', named)).data).toEqual({ name: 'merch002', logo: '' })
    expect((await server.get(agent, '/api/admin/merchant/get-logo', named)).code).toBe(40401)
  })
})

describe('the highest commission', () => {
  it('when raised so that a price gives the bettor the edge asks with the price', async () => {
    const lower = await settings()
    const down = (await setRates({ version: lower.version, commission: rates('0'), preview: true })).data as {
      confirm: string
    }
    await setRates({ version: lower.version, commission: rates('0'), confirm: down.confirm })
    const before = (await query()).version
    // 49 at 48.5 and 3 percent is even; without commission it still leaves the house something.
    expect((await set({ pankou: 'C', version: before, prices: [change({ quote: '48.5' })] })).code).toBe(200)
    const { version } = await settings()
    const raised = { version, commission: rates('3') }
    const shown = (await setRates({ ...raised, preview: true })).data as { prices: object[]; confirm: string }
    expect(shown.prices).toEqual([
      { playCode: 'TMA', key: '07', name: '特码A 07', pankou: 'C', edge: expect.stringMatching(/^-/) },
    ])
    expect(await setRates(raised)).toMatchObject({ code: 42207, data: shown })
    expect((await setRates({ ...raised, confirm: shown.confirm })).code).toBe(200)
  })
})
