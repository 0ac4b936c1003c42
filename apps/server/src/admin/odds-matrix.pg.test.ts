import { playOf, playsOfGame } from '@strata/domain/games/catalogue'
import { GameId, MerchantId } from '@strata/domain/ids'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { putSetting } from '../access/platform-settings.ts'
import { type PeopleServer, peopleServer } from '../access/testing/people-server.ts'
import type { Person } from '../access/testing/person.ts'
import { listPrices } from '../games/prices/list-prices.ts'
import { rows } from '../platform/db.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'

const { pool, raw, url } = await createTestDatabase()
let server: PeopleServer
let operator: Person
let second: Person
beforeAll(async () => {
  server = await peopleServer({ pool, url })
  const { head } = server.tree
  operator = await server.as(head, head.pathId, 1)
  second = await server.as(head, head.pathId, 1)
})
afterAll(() => server.close())

interface Row {
  readonly playCode: string
  readonly key: string
  readonly quotes: Record<string, unknown>
  readonly floor: string
  readonly chances: { wins: { tier: number; hits: number; probability: string }[]; refund: string }[]
  readonly offset?: string
  readonly drops?: { drop: string; floor: string }[]
}
interface Matrix {
  readonly version: number
  readonly prices: Row[]
  readonly commission: { groupId: number; rates: Record<string, string> }[]
  readonly merchants: { merchantId: number; name: string }[]
}
const GAME = 3
const matrix = async (over: Record<string, unknown> = {}): Promise<Matrix> =>
  (await server.post(operator, '/api/admin/odds/matrix', { gameId: GAME, ...over })).data as Matrix
const rowOf = async (key: string, over: Record<string, unknown> = {}, play = 'TMA'): Promise<Row | undefined> =>
  (await matrix(over)).prices.find((row) => row.playCode === play && row.key === key)
const set = (input: Record<string, unknown>, by = operator) =>
  server.post(by, '/api/admin/odds/set', { gameId: GAME, ...input })
const versions = async () =>
  (await server.post(operator, '/api/admin/odds/versions', { gameId: GAME })).data as {
    version: number
    earlier: number | null
    items: { version: number; count: number; restorable: boolean; operatorName: string; changes: object[] }[]
  }
const price = (pankou: string, quote: unknown, key = '07') => ({ playCode: 'TMA', key, pankou, quote })

describe('the matrix of prices', () => {
  it('has the probabilities of the year of its prices, which change before the year does', async () => {
    const wins = async () => (await rowOf('YANG', {}, 'TX'))?.chances[0]?.wins[0]?.probability
    const before = await wins()
    await putSetting(raw, 'games.pricedLunarYear', 2027)
    try {
      expect([before, await wins()]).toEqual(['4/49', '5/49'])
    } finally {
      await putSetting(raw, 'games.pricedLunarYear', 2026)
    }
  })

  it('has every price of the game on four pankou, with exact probabilities and the commission', async () => {
    const found = await matrix()
    const expected = playsOfGame('6HC').flatMap((play) => play.prices.map(({ key }) => `${play.code} ${key}`))
    expect(found.prices.map(({ playCode, key }) => `${playCode} ${key}`)).toEqual(expected)
    expect(found.prices[0]).toMatchObject({
      playCode: 'TMA',
      key: '01',
      quotes: { A: '48.5', B: '47.772', C: '47.045', D: '46.317' },
      floor: '1.01',
      chances: [{ wins: [{ tier: 0, hits: 1, probability: '1/49' }], refund: '0' }],
    })
    expect((await rowOf('*', {}, 'LM_3Z2'))?.chances[0]?.wins).toHaveLength(2)
    expect(found.commission.find(({ groupId }) => groupId === 301)?.rates).toEqual({
      A: '0',
      B: '1.5',
      C: '3',
      D: '4.5',
    })
    expect(found.merchants.map(({ merchantId }) => merchantId)).toEqual([1, 2])
    expect((await server.post(operator, '/api/admin/odds/matrix', { gameId: 99 })).code).toBe(40401)
    expect((await server.post(operator, '/api/admin/odds/matrix', { gameId: GAME, merchantId: 99 })).code).toBe(40401)
  })

  it('is saved on several pankou at once, and a second operator with the old version gets both versions', async () => {
    const { version } = await matrix()
    const saved = await set({ version, prices: [price('A', '46'), price('C', '44')] })
    expect(saved).toMatchObject({ code: 200, data: { version: version + 1 } })
    expect((await rowOf('07'))?.quotes).toMatchObject({ A: '46', B: '47.772', C: '44' })
    const late = await set({ version, prices: [price('A', '45')] }, second)
    expect(late).toMatchObject({
      code: 40902,
      data: { asked: version, version: version + 1, operatorName: 'headco01', at: server.now },
    })
    expect((await set({ version: version + 1, prices: [{ playCode: 'TMA', key: '07', quote: '45' }] })).code).toBe(
      40001,
    )
  })

  it('lists every bad row and saves none of them', async () => {
    const { version } = await matrix()
    const prices = [price('A', '45'), price('B', '0.5'), price('C', { X: '2' }), price('D', '40', '99')]
    const refused = await set({ version, prices })
    expect(refused).toMatchObject({
      code: 40001,
      data: {
        issues: [
          { path: 'prices.1', message: '赔率格式不正确' },
          { path: 'prices.2', message: '赔率格式不正确' },
          { path: 'prices.3', message: '玩法或投注项不存在' },
        ],
      },
    })
    expect((await matrix()).version).toBe(version)
  })

  it('asks again before a price gives the bettor an edge, also when it comes back by an undo', async () => {
    const { version } = await matrix()
    const before = (await rowOf('07'))?.quotes
    // 49.000 pays back exactly what is staked; on D 4.5% of turnover is paid on top.
    const prices = [price('A', '49'), price('D', '46.8'), price('B', '40')]
    const refused = await set({ version, prices })
    expect(refused).toMatchObject({ code: 42210, message: '2处赔率让投注者占优，请核对并再次确认' })
    expect(refused.data).toEqual({
      prices: [
        { playCode: 'TMA', key: '07', pankou: 'A', edge: '0.0000' },
        { playCode: 'TMA', key: '07', pankou: 'D', edge: '-0.0103' },
      ],
    })
    expect((await rowOf('07'))?.quotes).toEqual(before)
    expect((await set({ version, prices, bettorEdge: true })).code).toBe(200)
    expect((await set({ version: version + 1, prices: [price('A', '46'), price('D', '43')] })).code).toBe(200)
    const undo = { version: version + 2, undoTo: version + 1 }
    expect((await set(undo)).code).toBe(42210)
    expect((await set({ ...undo, bettorEdge: true })).data).toEqual({ version: version + 3 })
    expect((await rowOf('07'))?.quotes).toMatchObject({ A: '49', B: '40', D: '46.8' })
    expect((await set({ version: version + 3, undoTo: version })).data).toEqual({ version: version + 4 })
    expect((await rowOf('07'))?.quotes).toEqual(before)
  })

  it('has floors and what is on sale, which the history and an undo cover', async () => {
    const { version } = await matrix()
    const four = (over: object, key = '21') =>
      ['A', 'B', 'C', 'D'].map((pankou) => ({ playCode: 'TMA', key, pankou, ...over }))
    const refused = await set({ version, prices: four({ floor: '47.5' }) })
    expect(refused).toMatchObject({ code: 40001, message: '赔率不能低于最低赔率47.5' })
    expect((await set({ version, prices: four({ floor: '40', open: false }) })).code).toBe(200)
    expect(await rowOf('21')).toMatchObject({ floor: '40', open: false })
    const [latest] = (await versions()).items
    const before = { floor: { before: '1.01', after: '40' }, open: { before: true, after: false } }
    expect(latest?.changes).toEqual(
      ['A', 'B', 'C', 'D'].map((pankou) => ({ playCode: 'TMA', key: '21', pankou, ...before })),
    )
    expect((await set({ version: version + 1, prices: [price('A', '39', '21')] })).code).toBe(40001)
    // A price and its floor in one save.
    const both = { ...price('A', '39', '21'), floor: '38' }
    expect((await set({ version: version + 1, prices: [both] })).code).toBe(200)
    expect((await set({ version: version + 2, undoTo: version })).data).toEqual({ version: version + 3 })
    expect(await rowOf('21')).toMatchObject({ floor: '1.01', open: true, quotes: { A: '48.5' } })
  })

  it('has a history over all pankou with what can be restored', async () => {
    const found = await versions()
    expect(found.items[0]).toMatchObject({ version: found.version, restorable: false, operatorName: 'headco01' })
    expect(found.items[1]).toMatchObject({ restorable: true })
    expect(found.items.at(-1)?.changes).toEqual([
      { playCode: 'TMA', key: '07', pankou: 'A', before: '48.5', after: '46' },
      { playCode: 'TMA', key: '07', pankou: 'C', before: '47.045', after: '44' },
    ])
    expect(found.earlier).toBe((found.items.at(-1)?.version ?? 0) - 1)
    const [middle] = found.items.slice(1)
    await raw.query('update price_changes set operator_id = 0 where version = $1', [middle?.version])
    const after = await versions()
    expect(after.earlier).toBeNull()
    expect(after.items.filter(({ restorable }) => restorable).map(({ version }) => version)).toEqual([middle?.version])
  })
})

const offset = (by: string, key = '11') => ({ playCode: 'TMA', key, offset: by })
const setOffset = (input: Record<string, unknown>) =>
  server.post(operator, '/api/admin/odds/offset/set', { gameId: GAME, merchantId: 1, ...input })
const listed = async (merchantId: number, key: string) =>
  (await listPrices(pool, { gameId: GameId(GAME), pankou: 'B', merchantId: MerchantId(merchantId) }))?.prices.find(
    (one) => one.playCode === 'TMA' && one.key === key,
  )?.quote

describe('differences of a merchant', () => {
  it('lower what its members see, are shown in its matrix alone, and are removed by 0', async () => {
    const { version } = await matrix()
    const full = await listed(2, '11')
    expect((await setOffset({ version, offsets: [offset('0.772'), offset('1', '12')] })).data).toEqual({
      version: version + 1,
    })
    expect(await listed(1, '11')).toBe('47')
    expect(await listed(2, '11')).toBe(full)
    expect(await rowOf('11', { merchantId: 1 })).toMatchObject({ offset: '0.772', quotes: { B: '47.772' } })
    expect(await rowOf('11', { merchantId: 2 })).not.toHaveProperty('offset')
    expect((await setOffset({ version: version + 1, offsets: [offset('0')] })).code).toBe(200)
    expect(await listed(1, '11')).toBe(full)
    expect(await rowOf('12', { merchantId: 1 })).toMatchObject({ offset: '1' })
    const log = await rows(raw, `select target_name, changes from change_log where action = 'oddsOffset' order by id`)
    expect(log).toHaveLength(2)
    expect(log[1]).toMatchObject({ changes: [{ label: '特码A 11 差额', before: '-0.772', after: '0' }] })
  })

  it('have a history of their own with the way back to each version', async () => {
    const history = async (merchantId = 1) =>
      (await server.post(operator, '/api/admin/odds/versions', { gameId: GAME, merchantId })).data as {
        version: number
        earlier: number | null
        items: { version: number; restorable: boolean; changes: object[] }[]
      }
    const { version } = await matrix()
    expect((await history()).items).toHaveLength(2)
    const second = { version, offsets: [offset('0.5', '12'), offset('0.25', '13')] }
    expect((await setOffset(second)).data).toEqual({ version: version + 1 })
    // A saved price in between is a version too, but not one of this merchant.
    expect((await set({ version: version + 1, prices: [price('A', '46.5', '13')] })).code).toBe(200)
    const found = await history()
    expect(found).toMatchObject({ version: version + 2, earlier: (found.items.at(-1)?.version ?? 0) - 1 })
    expect(found.items[0]).toMatchObject({
      version: version + 1,
      operatorName: 'headco01',
      restorable: false,
      count: 2,
      changes: [
        { playCode: 'TMA', key: '12', offset: { before: '1', after: '0.5' } },
        { playCode: 'TMA', key: '13', offset: { before: '0', after: '0.25' } },
      ],
    })
    expect(found.items.slice(1).every(({ restorable }) => restorable)).toBe(true)
    expect((await history(2)).items).toEqual([])
    const undo = (to: number, at = version + 2) => setOffset({ version: at, undoTo: to })
    expect((await undo(version, version)).code).toBe(40902)
    expect((await undo(version + 2)).code).toBe(40001)
    expect((await undo(version + 1)).code).toBe(42207)
    expect((await setOffset({ version: version + 2, undoTo: version, offsets: [offset('1')] })).code).toBe(40001)
    expect((await undo(version)).data).toEqual({ version: version + 3 })
    expect(await rowOf('12', { merchantId: 1 })).toMatchObject({ offset: '1' })
    expect(await rowOf('13', { merchantId: 1 })).not.toHaveProperty('offset')
    // The price that was saved in between stays.
    expect((await rowOf('13'))?.quotes).toMatchObject({ A: '46.5' })
    // Before all of them there was no difference.
    expect((await undo(found.earlier ?? 0, version + 3)).data).toEqual({ version: version + 4 })
    expect(await rowOf('12', { merchantId: 1 })).not.toHaveProperty('offset')
  })

  it('are refused in the written order, and nothing is saved', async () => {
    const { version } = await matrix()
    const wrong = [offset('1', '99'), offset('1', '99')]
    expect((await setOffset({ gameId: 99, version: 0, offsets: wrong })).code).toBe(40401)
    expect((await setOffset({ merchantId: 99, version: 0, offsets: wrong })).code).toBe(40401)
    expect((await setOffset({ version: 0, offsets: wrong })).code).toBe(40902)
    expect((await setOffset({ version, offsets: wrong })).code).toBe(40001)
    expect((await setOffset({ version, offsets: [offset('1'), offset('1', '99')] })).code).toBe(40401)
    expect((await setOffset({ version, offsets: [offset('-1')] })).code).toBe(40001)
    expect((await matrix()).version).toBe(version)
    expect(await rowOf('11', { merchantId: 1 })).not.toHaveProperty('offset')
  })
})

it('a save of 1,000 prices is one version with every price in its history', async () => {
  const { version, prices } = await matrix()
  const changes = prices.flatMap((row) => {
    const play = playOf('6HC', row.playCode)
    if (play?.payoutKind !== 'single') return []
    return ['A', 'B', 'C', 'D'].map((pankou) => ({
      playCode: row.playCode,
      key: row.key,
      pankou,
      quote: '1.011',
    }))
  })
  const saved = await set({ version, prices: changes.slice(0, 1000) })
  expect(saved.data).toEqual({ version: version + 1 })
  const [latest] = (await versions()).items
  expect(latest).toMatchObject({ version: version + 1, count: 1000 })
  expect(latest?.changes).toHaveLength(200)
})
