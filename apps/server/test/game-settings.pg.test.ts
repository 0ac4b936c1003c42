import { setTimeout as sleep } from 'node:timers/promises'
import { NONCE_HEADER, signedHeaders } from '@strata/contract/signature'
import { GameId, PeriodId } from '@strata/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { GamesReader } from '../src/book/open-games/read-open-games.ts'
import { advancePeriods, planPeriods } from '../src/games/periods/plan-periods.ts'
import { takeBets } from '../src/intake/decide-batch.ts'
import { row, rows } from '../src/platform/db.ts'
import { createTestDatabase } from '../src/platform/testing/test-database.ts'
import { settleWholePeriod } from '../src/settlement/settle/settle.ts'
import { SnapshotCache } from '../src/tree/snapshot/merchant-snapshot.ts'
import { ChangeWorld } from './testing/changes.ts'

const DIGITS = GameId(1)
const CARS = GameId(2)
const database = await createTestDatabase()
const { raw, pool } = database
let world: ChangeWorld
beforeAll(async () => {
  world = await ChangeWorld.open(database)
})
afterAll(() => world.app.close())

const asked = <T>(id: string, input: object) => world.ask<T>(id, 'admin', { ...input })
const sent = (id: string, input: object) => world.send(id, { by: 'admin', input: { ...input } })
const advance = async () => {
  const deps = { pool, clock: () => world.now, onResult: async () => undefined }
  await planPeriods(deps)
  await advancePeriods(deps)
}
const openPeriod = (gameId: GameId) => world.open(gameId)

/** What intake answers to a bet of the member, at whatever odds. */
const intake = { snapshots: new SnapshotCache(), openGames: new GamesReader(() => world.now).open }
async function refusalOf(gameId: GameId, playCode: string, itemCode: string): Promise<string> {
  const { periodNo } = await openPeriod(gameId)
  const callId = world.next()
  const slip = { callId, betNo: `g${callId}`, account: 'mem0001', gameId, periodNo, playCode, itemCode }
  const deps = { pool, live: world.platform.live, clock: () => world.now, ...intake }
  const [answer] = await takeBets(deps, world.tree.merchant.merchantId, [
    { ...slip, pankou: undefined, stake: '1000', odds: '1' },
  ])
  return answer?.kind === 'refused' ? answer.refusal : String(answer?.kind)
}

interface Plays {
  readonly version: number
  readonly running: { readonly periodNo: string; readonly options: Record<string, unknown> } | null
  readonly plays: readonly {
    readonly playCode: string
    readonly stop: { readonly reason: string; readonly by: string } | null
    readonly orders: number
    readonly stake: string
  }[]
}
const playsOf = (gameId: GameId) => asked<Plays>('admin.playQuery', { gameId })

interface Rules {
  readonly gameId: GameId
  readonly periodNo: string | null
  readonly options: Record<string, unknown>
  readonly next: Record<string, unknown> | null
  readonly stops: readonly { readonly playCode: string; readonly reason: string }[]
}
const rulesOf = async (gameId: GameId): Promise<Rules> => {
  const all = await world.ask<Rules[]>('games.rulesInForce', 'agent', {})
  const found = all.find((one) => one.gameId === gameId)
  if (!found) throw new Error(`no rules of game ${gameId}`)
  return found
}

describe('a play that is stopped', () => {
  const stop = (playCodes: string[], reason: string) => sent('admin.playStop', { gameId: DIGITS, playCodes, reason })

  test('refuses bets from the next batch on, with the other plays open; what was taken stays', async () => {
    const { periodNo } = await openPeriod(DIGITS)
    await world.bet(DIGITS, periodNo, 'B1_LM', 'DA')
    expect(await refusalOf(DIGITS, 'B1_LM', 'DA')).toBe('oddsChanged')
    const told: unknown[] = []
    world.platform.live.subscribe((event) => {
      if (event.type === 'odds') told.push(event.data)
    })
    expect((await stop(['B1_LM', 'B2_LM'], '走地异常')).data).toMatchObject({ stopped: ['B1_LM', 'B2_LM'] })
    expect(await refusalOf(DIGITS, 'B1_LM', 'DA')).toBe('notOnSale')
    expect(await refusalOf(DIGITS, 'B2_LM', 'XIAO')).toBe('notOnSale')
    expect(await refusalOf(DIGITS, 'B3_LM', 'DA')).toBe('oddsChanged')
    expect(told).toMatchObject([{ gameId: DIGITS, periodNo: null }])
    const { plays } = await playsOf(DIGITS)
    expect(plays.find(({ playCode }) => playCode === 'B1_LM')).toMatchObject({
      stop: { reason: '走地异常', by: 'headco01' },
      orders: 1,
      stake: '1000',
    })
    expect((await rulesOf(DIGITS)).stops.map(({ playCode, reason }) => [playCode, reason])).toEqual([
      ['B1_LM', '走地异常'],
      ['B2_LM', '走地异常'],
    ])
  })

  test('is off the price list and marked on the boards, whose version moves', async () => {
    const { prices } = await world.ask<{ prices: { playCode: string; open: boolean }[] }>('games.oddsQuery', 'agent', {
      gameId: DIGITS,
      pankou: 'A',
    })
    const openOf = (play: string) => new Set(prices.filter(({ playCode }) => playCode === play).map(({ open }) => open))
    expect([...openOf('B1_LM')]).toEqual([false])
    expect([...openOf('B3_LM')]).toEqual([true])
    const board = () =>
      world.ask<{ version: number; rows: { playCode: string; stop?: string }[] }>('book.common', 'agent', {
        gameId: DIGITS,
        playCodes: ['B1_LM', 'B5_LM'],
      })
    const before = await board()
    const stopOf = ({ rows: of }: Awaited<ReturnType<typeof board>>, code: string) =>
      new Set(of.filter(({ playCode }) => playCode === code).map(({ stop: reason }) => reason))
    expect([...stopOf(before, 'B1_LM'), ...stopOf(before, 'B5_LM')]).toEqual(['走地异常', undefined])
    await stop(['B5_LM'], '再停一项')
    const after = await board()
    expect([...stopOf(after, 'B5_LM')]).toEqual(['再停一项'])
    expect(after.version % 4096).not.toBe(before.version % 4096)
  })

  test('stays as it is when it is stopped again, without a line in the log', async () => {
    const { version } = await playsOf(DIGITS)
    const lines = () => row<{ n: number }>(raw, 'select count(*)::integer as n from change_log')
    const before = await lines()
    expect((await stop(['B1_LM'], '另一原因')).data).toEqual({ version, stopped: [] })
    expect(await lines()).toEqual(before)
    expect((await stop(['NONE'], '没有')).code).toBe(40401)
  })

  test('goes on sale again only from what the operator saw', async () => {
    const { version } = await playsOf(DIGITS)
    const resume = (seen: number) =>
      sent('admin.playResume', { gameId: DIGITS, playCodes: ['B1_LM'], version: seen, reason: '已恢复' })
    const refused = await resume(version - 1)
    expect([refused.code, refused.data]).toEqual([40902, { version }])
    expect(await refusalOf(DIGITS, 'B1_LM', 'DA')).toBe('notOnSale')
    expect((await resume(version)).data).toEqual({ version: version + 1, resumed: ['B1_LM'] })
    expect(await refusalOf(DIGITS, 'B1_LM', 'DA')).toBe('oddsChanged')
    expect(await refusalOf(DIGITS, 'B2_LM', 'DA')).toBe('notOnSale')
    const [line] = await rows<{ changes: unknown; target_name: string }>(
      raw,
      `select changes, target_name from change_log where action = 'playStop' order by id desc limit 1`,
    )
    expect(line).toMatchObject({
      target_name: '时时彩',
      changes: [{ before: '停售：走地异常', after: '在售：已恢复' }],
    })
  })

  test('of 正码 is no leg of 过关 either', async () => {
    const SIX = GameId(3)
    expect(await refusalOf(SIX, 'GG', 'ZM1:DA+ZM2:DA')).toBe('oddsChanged')
    await asked('admin.playStop', { gameId: SIX, playCodes: ['ZM1'], reason: '核对' })
    expect(await refusalOf(SIX, 'GG', 'ZM1:DA+ZM2:DA')).toBe('notOnSale')
    expect(await refusalOf(SIX, 'GG', 'ZM2:DA+ZM3:DA')).toBe('oddsChanged')
  })
})

describe('a rule option', () => {
  test('changes from the next period on: the period on sale is settled by the options that it began with', async () => {
    const period = await openPeriod(DIGITS)
    const outcomes: string[] = []
    const settle = async (of: { id: number; periodNo: string; drawAt: number }) => {
      // 龙虎 of a tie: 万 and 个 are equal.
      const bet = await world.bet(DIGITS, of.periodNo, 'LH', 'LONG')
      world.now = of.drawAt
      await advance()
      const wish = { gameId: DIGITS, periodNo: of.periodNo, result: [5, 1, 2, 3, 5] }
      await asked('settlement.drawEnter', wish)
      await world.ask('settlement.drawConfirm', 'second', wish)
      const live = world.platform.live
      const deps = { pool, clock: () => world.now, live, onTouched: async () => undefined }
      await settleWholePeriod(deps, PeriodId(of.id))
      const [order] = await rows<{ result: number }>(
        raw,
        `select o.result from outcomes o join orders d on d.merchant_id = o.merchant_id and d.period_id = o.period_id and d.play = o.play and d.item = o.item
          where d.id = $1`,
        [bet],
      )
      outcomes.push(['lose', 'win', 'refund'][order?.result ?? -1] ?? '')
    }
    const games = await asked<{ gameId: GameId; version: number }[]>('admin.gameQuery', {})
    const version = games.find(({ gameId }) => gameId === DIGITS)?.version ?? 0
    const set = (of: number, value: string) =>
      sent('admin.gameUpdate', { gameId: DIGITS, version: of, options: { m5_lhTie: value } })
    expect((await set(version, 'refund')).code).toBe(200)
    expect(await set(version, 'lose')).toMatchObject({
      code: 40902,
      data: { version: version + 1, asked: version },
    })
    expect((await playsOf(DIGITS)).running).toMatchObject({ periodNo: period.periodNo, options: { m5_lhTie: 'lose' } })
    expect(await rulesOf(DIGITS)).toMatchObject({
      periodNo: period.periodNo,
      options: { m5_lhTie: 'lose' },
      next: { m5_lhTie: 'refund' },
    })
    await settle(period)
    const later = await openPeriod(DIGITS)
    expect(later.id).not.toBe(period.id)
    expect(await rulesOf(DIGITS)).toMatchObject({ options: { m5_lhTie: 'refund' }, next: null })
    await settle(later)
    expect(outcomes).toEqual(['lose', 'refund'])
  })
})

describe('a result source', () => {
  let key = ''
  const create = (over: object = {}) =>
    sent('admin.sourceCreate', {
      sourceCode: 'feed-a',
      sourceName: '甲来源',
      gameIds: [CARS],
      allowedIps: [],
      ...over,
    })
  const call = async (
    path: 'publish' | 'trial',
    body: object,
    over: { key?: string; code?: string; nonce?: string } = {},
  ) => {
    const target = `/api/rec/draw/${path}`
    const text = JSON.stringify(body)
    const signed = { code: over.code ?? 'feed-a', key: over.key ?? key, nowMs: world.now, method: 'POST' as const }
    const nonce = over.nonce === undefined ? {} : { nonce: over.nonce }
    const headers = signedHeaders({ ...signed, target, body: text, ...nonce })
    const answer = await world.app.inject({
      method: 'POST',
      url: target,
      headers: { 'content-type': 'application/json', ...headers },
      payload: text,
    })
    return answer.json() as { code: number; message: string; data: Record<string, unknown> | null }
  }
  interface Source {
    readonly sourceCode: string
    readonly version: number
    readonly heardAt: number | null
    readonly oldKeyUntil: number | null
    readonly lastResult: { readonly periodNo: string; readonly delayMs: number } | null
    readonly usualDelayMs: number | null
    readonly trial: { readonly problem: string | null; readonly ip: string } | null
  }
  const source = async (code = 'feed-a'): Promise<Source> => {
    const found = (await asked<Source[]>('admin.sourceQuery', {})).find((one) => one.sourceCode === code)
    if (!found) throw new Error(code)
    return found
  }
  /** Events of a merchant are gathered for up to a tenth of a second. */
  const heard = () => sleep(200)
  const update = async (fields: object) => {
    const wish = { sourceCode: 'feed-a', version: (await source()).version, ...fields }
    const answer = await sent('admin.sourceUpdate', wish)
    await heard()
    return answer
  }
  const BALLS = [3, 1, 2, 4, 5, 6, 7, 8, 9, 10]
  const written = () =>
    rows(raw, 'select (select count(*) from draws) as draws, (select count(*) from draw_entries) as entries')

  beforeAll(async () => {
    await raw.query(`update games set result_source = 'feed' where id = $1`, [CARS])
    await raw.query(`update periods set commitment = null where game_id = $1 and state in ('scheduled', 'open')`, [
      CARS,
    ])
  })
  beforeEach(() => advance())

  test('is registered with a key that is shown once; codes of the system and taken ones are refused', async () => {
    expect((await create({ sourceCode: 'manual' })).message).toContain('系统保留')
    expect((await create({ gameIds: [99] })).code).toBe(40001)
    const made = await create({ requestId: 'source-1' })
    key = (made.data as { key: string }).key
    await heard()
    expect(key).toMatch(/^[\w-]{43}$/)
    expect((await create({ requestId: 'source-1' })).data).toEqual({ key })
    expect((await create()).code).toBe(40901)
    expect(await row(raw, `select secret like '%${key}%' as plain from result_sources where code = 'feed-a'`)).toEqual({
      plain: false,
    })
    const [alert] = await rows(raw, `select text from alerts order by id desc limit 1`)
    expect(alert).toEqual({ text: 'headco01登记了结果来源“feed-a”' })
    expect(await source()).toMatchObject({ heardAt: null, lastResult: null, trial: null })
  })

  test('makes a trial call, which is judged like a result and leaves nothing', async () => {
    const { periodNo, drawAt } = await openPeriod(CARS)
    const before = await written()
    const body = { gameId: CARS, periodNo, result: BALLS }
    expect((await call('trial', body)).data).toMatchObject({ would: 'tooEarly', result: BALLS })
    expect((await call('trial', { ...body, result: BALLS.with(0, 1) })).message).toBe('开奖号码不能重复')
    expect((await source()).trial).toMatchObject({ problem: '开奖号码不能重复', ip: '127.0.0.1' })
    expect((await call('trial', { ...body, gameId: 1 })).code).toBe(40401)
    expect((await call('trial', { ...body, periodNo: 'none' })).code).toBe(40401)
    world.now = drawAt
    await advance()
    expect((await call('trial', body)).data).toMatchObject({ would: 'accepted' })
    await raw.query('update games set sources_needed = 2 where id = $1', [CARS])
    expect((await call('trial', body)).data).toMatchObject({ would: 'waiting' })
    await raw.query('update games set sources_needed = 1 where id = $1', [CARS])
    expect(await written()).toEqual(before)
    expect(await row(raw, `select state from periods where period_no = $1 and game_id = $2`, [periodNo, CARS])).toEqual(
      {
        state: 'closed',
      },
    )
    expect(await source()).toMatchObject({ heardAt: world.now, trial: { problem: null }, lastResult: null })
  })

  test('publishes; its delay counts from the draw time, also after it said the same again', async () => {
    const { periodNo, drawAt } = await openPeriod(CARS)
    world.now = drawAt + 2_500
    await advance()
    const body = { gameId: CARS, periodNo, result: BALLS }
    expect((await call('publish', body, { key: 'x'.repeat(43) })).code).toBe(40301)
    expect((await call('publish', body)).data).toMatchObject({ state: 'accepted' })
    world.now += 20_000
    expect((await call('publish', body)).data).toMatchObject({ state: 'accepted' })
    expect((await call('trial', { ...body, result: BALLS.toReversed() })).data).toMatchObject({ would: 'differs' })
    expect(await source()).toMatchObject({ lastResult: { periodNo, delayMs: 2_500 }, usualDelayMs: 2_500 })
  })

  test('is refused from an address that is not on its list, and a call with a used nonce is refused', async () => {
    const { periodNo } = await openPeriod(CARS)
    const body = { gameId: CARS, periodNo, result: BALLS }
    expect((await update({ allowedIps: ['203.0.113.7'] })).code).toBe(200)
    const refused = await call('publish', body)
    expect([refused.code, refused.message]).toEqual([40301, '当前IP不在允许范围内'])
    expect((await call('trial', body)).code).toBe(40301)
    expect((await source()).trial).toMatchObject({ problem: '当前IP不在允许范围内' })
    expect((await update({ allowedIps: ['127.0.0.1'] })).code).toBe(200)
    const nonce = 'n'.repeat(20)
    expect(NONCE_HEADER).toBe('X-Nonce')
    expect((await call('trial', body, { nonce })).code).toBe(200)
    expect((await call('trial', body, { nonce })).code).toBe(40009)
  })

  test('gets a new key: the old one ends at once, or after the hours that were given', async () => {
    const { periodNo } = await openPeriod(CARS)
    const body = { gameId: CARS, periodNo, result: BALLS }
    const rotate = async (oldKeyHours: number) => {
      const { version } = await source()
      const wish = { sourceCode: 'feed-a', version, oldKeyHours }
      expect((await sent('admin.sourceRotate', { ...wish, version: version - 1 })).code).toBe(40902)
      const made = await asked<{ key: string; version: number }>('admin.sourceRotate', wish)
      await heard()
      return made
    }
    const first = key
    key = (await rotate(1)).key
    expect([(await call('trial', body)).code, (await call('trial', body, { key: first })).code]).toEqual([200, 200])
    expect((await source()).oldKeyUntil).toBe(world.now + 3_600_000)
    const second = key
    key = (await rotate(0)).key
    expect([(await call('trial', body)).code, (await call('trial', body, { key: second })).code]).toEqual([200, 40301])
    expect((await call('trial', body, { key: first })).code).toBe(40301)
    expect((await source()).oldKeyUntil).toBeNull()
  })

  test('of another one signs nothing, and one that is switched off signs nothing at all', async () => {
    const { periodNo } = await openPeriod(CARS)
    const body = { gameId: CARS, periodNo, result: BALLS }
    const other = (await create({ sourceCode: 'feed-b', sourceName: '乙来源' })).data as { key: string }
    await heard()
    expect((await call('publish', body, { code: 'feed-b' })).code).toBe(40301)
    expect((await call('publish', body, { code: 'feed-a', key: other.key })).code).toBe(40301)
    expect((await call('trial', body, { code: 'feed-b', key: other.key })).code).toBe(200)
    expect((await update({ enabled: false })).code).toBe(200)
    expect((await call('trial', body)).code).toBe(40301)
    expect((await call('publish', body)).code).toBe(40301)
    expect((await update({ enabled: true })).code).toBe(200)
    expect((await call('trial', body)).code).toBe(200)
  })
})
