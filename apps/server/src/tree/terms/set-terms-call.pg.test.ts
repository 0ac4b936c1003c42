import { GameId, GroupId, type PathId } from '@strata/domain/ids'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type Answered, callApp, headersOf, type Person, signedIn } from '../../access/testing/person.ts'
import { growSmallTree, made, OPERATOR, type SmallTree, TREE_AT } from '../../access/testing/small-tree.ts'
import { merchantFillRoutes } from '../../admin/routes.ts'
import { runTx } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../../platform/testing/test-platform.ts'
import { downlineFillRoutes } from '../../replenishment/routes.ts'
import { createFlyOrder } from '../paths/create-path.ts'
import { treeRoutes } from '../routes.ts'
import { runBulk } from './change-terms-of-many.ts'

const { pool, raw, url } = await createTestDatabase()
const now = TREE_AT + 60_000
const platform = createTestPlatform({ pool, url }, { clock: () => now })
const app = await createTestApp(platform)
treeRoutes(app, { ...platform, recheckStreams: () => undefined })
downlineFillRoutes(app, platform)
merchantFillRoutes(app, platform)
afterAll(() => app.close())

let tree: SmallTree
let people: { head: Person; merchant: Person; general: Person; agent: Person }
beforeAll(async () => {
  tree = await growSmallTree(pool)
  const as = (who: { accountId: number; pathId: PathId }, roleType: 1 | 2 = 2) =>
    signedIn(pool, { ...who, now, roleType })
  people = {
    head: await as(tree.head, 1),
    merchant: await as(tree.merchant),
    general: await as(tree.general),
    agent: await as(tree.agent),
  }
})
beforeEach(() => raw.query('truncate change_log, replenishment_settings'))

const call = (person: Person, path: string, input: Record<string, unknown>): Promise<Answered> =>
  callApp(app, { method: 'POST', path: `/api/${path}`, input, headers: headersOf(person) })
const infos = async (person: Person, agentPathsId: PathId) =>
  (await call(person, 'common/account/get-game-infos', { agentPathsId })).data as {
    version: number
    games: { gameId: GameId; uplineShare: string; downlineCap: string; acceptType: number; scheduled?: object }[]
  }
const set = async (person: Person, pathId: PathId, games: unknown[], more: Record<string, unknown> = {}) => {
  const { version } = await infos(person, pathId)
  const input = { agentPathsId: pathId, version, games, ...more }
  return call(person, 'common/game/agent/set/v1', input)
}
const log = async () =>
  (
    await raw.query<{ target_name: string; action: string; changes: { field: string }[] }>(
      'select target_name, action, changes from change_log order by id',
    )
  ).rows.map(({ target_name: name, action, changes }) => [name, action, changes.map(({ field }) => field).join(' ')])
const versions = async () =>
  Object.fromEntries(
    (await raw.query<{ name: string; v: number }>('select name, terms_version as v from paths')).rows.map((row) => [
      row.name,
      row.v,
    ]),
  )

describe('game/agent/set/v1', () => {
  const lower = [{ gameId: 3, plays: [{ groupId: 301, commission: { C: '0.9' } }] }]

  it('previews the paths that a lowered term caps, and caps them all in one save after confirmation', async () => {
    const seen = await set(people.merchant, tree.general.pathId, lower, { preview: true })
    const { affected, confirm } = seen.data as { affected: Record<string, unknown>[]; confirm: string }
    expect(affected).toEqual([
      {
        agentPathsId: tree.agent.pathId,
        accountName: 'agent001',
        gameId: 3,
        groupId: 301,
        field: 'commission.C',
        before: '1.5',
        after: '0.9',
      },
      {
        agentPathsId: tree.member.pathId,
        accountName: 'mem0001',
        gameId: 3,
        groupId: 301,
        field: 'commission.C',
        before: '1',
        after: '0.9',
      },
      {
        agentPathsId: tree.sibling.pathId,
        accountName: 'agent003',
        gameId: 3,
        groupId: 301,
        field: 'commission.C',
        before: '2',
        after: '0.9',
      },
      {
        agentPathsId: tree.nephew.pathId,
        accountName: 'mem0002',
        gameId: 3,
        groupId: 301,
        field: 'commission.C',
        before: '2',
        after: '0.9',
      },
    ])
    expect(await log()).toEqual([])
    const before = await versions()
    const bare = await set(people.merchant, tree.general.pathId, lower)
    expect([bare.code, bare.data]).toEqual([42207, { affected, confirm }])
    const other = await set(people.merchant, tree.general.pathId, lower, { confirm: 'x' })
    expect(other.code).toBe(40902)
    expect(await versions()).toEqual(before)
    const saved = await set(people.merchant, tree.general.pathId, lower, { confirm, requestId: 'one' })
    expect(saved.code).toBe(200)
    const after = await versions()
    for (const name of ['genagt01', 'agent001', 'agent003', 'mem0001', 'mem0002'])
      expect([name, after[name]]).toEqual([name, (before[name] as number) + 1])
    expect(after['merch001']).toBe(before['merch001'])
    expect(await log()).toEqual([
      ['genagt01', 'terms', '3.301.commission.C'],
      ['agent001', 'termsCapped', '3.301.commission.C'],
      ['mem0001', 'termsCapped', '3.301.commission.C'],
      ['agent003', 'termsCapped', '3.301.commission.C'],
      ['mem0002', 'termsCapped', '3.301.commission.C'],
    ])
    const again = await call(people.merchant, 'common/game/agent/set/v1', {
      agentPathsId: tree.general.pathId,
      version: before['genagt01'],
      games: lower,
      confirm,
      requestId: 'one',
    })
    expect(again.data).toEqual(saved.data)
  })

  it('neither lists nor changes a fly-order account, whose link has no terms of its own', async () => {
    const { merchantId } = tree.merchant
    const name = 'flyout01'
    const at = { merchantId, parentId: tree.agent.pathId, at: now, operator: OPERATOR }
    const flyOrder = made(await runTx(pool, {}, (tx) => createFlyOrder(tx, { ...at, name, nickname: name })))
    await raw.query('truncate change_log')
    const cut = [
      { gameId: 3, plays: [{ groupId: 302, commission: { A: '0', B: '0', C: '0', D: '0' }, maxItem: '700' }] },
    ]
    const before = await versions()
    const seen = await set(people.merchant, tree.general.pathId, cut, { preview: true })
    const { affected, confirm } = seen.data as { affected: { accountName: string }[]; confirm: string }
    const capped = ['agent001', 'mem0001', 'agent003', 'mem0002']
    expect([...new Set(affected.map(({ accountName }) => accountName))]).toEqual(capped)
    expect((await set(people.merchant, tree.general.pathId, cut, { confirm })).code).toBe(200)
    expect((await versions())[name]).toBe(before[name])
    expect((await log()).map(([target]) => target)).toEqual(['genagt01', ...capped])
    await raw.query('update paths set closed_at = $3 where merchant_id = $1 and id = $2', [
      merchantId,
      flyOrder.pathId,
      now,
    ])
  })

  it('caps shares from one day on: the first without an order on any affected link', async () => {
    await raw.query(
      `insert into merchant_periods (merchant_id, period_id, game_id, day) values ($1, 9, 3, '2026-05-21')`,
      [tree.merchant.merchantId],
    )
    await raw.query('create table if not exists orders_test partition of orders default')
    await raw.query(
      `insert into orders (merchant_id, id, day, game_id, period_id, kind, bettor, play, item, pankou, pay_kind, odds, stake,
         s_h, s_m, s_g, s_a, r_m, r_g, r_a, r_b, lu_m, lu_g, lu_a, lu_b, ps_m, ps_g, ps_a, hc_h, hc_m, hc_g, hc_a, batch, at)
       values ($1, 1, '2026-05-21', 3, 9, 0, $2, 'P', 'I', 'A', 0, 19800, 1, 10000,0,0,0, 0,0,0,0, 0,0,0,0, 0,0,0, 0,0,0,0, 1, 1)`,
      [tree.merchant.merchantId, tree.member.pathId],
    )
    const games = [{ gameId: 0, downlineCap: '20' }]
    const seen = (await set(people.merchant, tree.general.pathId, games, { preview: true })).data as {
      affected: { accountName: string; field: string; after: string; fromDay?: string }[]
      confirm: string
    }
    const of = (name: string) =>
      seen.affected.filter((row) => row.accountName === name).map((row) => [row.field, row.after, row.fromDay])
    expect(of('agent001')).toEqual([['downlineCap', '0', '2026-05-22']])
    expect(of('mem0001')).toEqual([['uplineShare', '0', '2026-05-22']])
    const saved = await set(people.merchant, tree.general.pathId, games, { confirm: seen.confirm })
    expect(saved.code).toBe(200)
    const now = (await infos(people.merchant, tree.agent.pathId)).games.find(({ gameId }) => gameId === 0)
    expect([now?.downlineCap, now?.scheduled]).toEqual([
      '30',
      { uplineShare: '20', downlineCap: '0', remainder: 'head', fromDay: '2026-05-22' },
    ])
    // Until then the parent keeps its old cap, but a change of the child counts from today and must fit the coming
    // cap.
    const raised = await set(people.general, tree.agent.pathId, [{ gameId: 0, downlineCap: '1' }])
    expect(raised.code).toBe(42202)
  })

  it('begins no change of shares before the one that is scheduled, whose caps below begin with it', async () => {
    const saved = await set(people.merchant, tree.general.pathId, [{ gameId: 0, remainder: 'parent' }])
    expect(saved.code).toBe(200)
    const now = (await infos(people.merchant, tree.general.pathId)).games.find(({ gameId }) => gameId === 0)
    // The agent below holds up to 50% until the 22nd: more than the 20% that are left to the general agent then.
    expect([now?.downlineCap, now?.scheduled]).toEqual([
      '50',
      { uplineShare: '20', downlineCap: '20', remainder: 'parent', fromDay: '2026-05-22' },
    ])
  })

  it('is refused for the own path, an old version, unknown terms and values beyond the parent’s', async () => {
    expect((await set(people.agent, tree.agent.pathId, [])).code).toBe(42207)
    const stale = { agentPathsId: tree.agent.pathId, version: 0, games: [] }
    expect((await call(people.general, 'common/game/agent/set/v1', stale)).code).toBe(40902)
    expect(await set(people.general, tree.agent.pathId, [{ gameId: 3, plays: [{ groupId: 201 }] }])).toMatchObject({
      code: 40001,
      message: '该彩种没有这个玩法分组',
      data: { issues: [{ path: 'games.0.plays.0.groupId', field: '分组' }] },
    })
    const beyond = await set(people.general, tree.agent.pathId, [
      { gameId: 3, plays: [{ groupId: 301, commission: { A: '1' } }] },
    ])
    expect(beyond).toMatchObject({ code: 42202, data: { faults: [{ field: 'commission', pankou: 'A', bound: '0' }] } })
    expect(beyond.message).toBe('超出上级设定范围')
    const reversed = await set(people.general, tree.agent.pathId, [
      { gameId: 3, plays: [{ groupId: 301, minStake: '900', maxStake: '800' }] },
    ])
    expect(reversed).toMatchObject({
      code: 42202,
      message: '单注最低不得高于单注最高',
      data: { faults: [{ field: 'minStake', refusal: 'reversed' }] },
    })
    expect(await log()).toEqual([])
  })

  it('lets no path pass on a right to fly out that it does not have', async () => {
    const off = await set(people.head, tree.merchant.pathId, [], { isAllowPilotOut: false })
    expect(off.code).toBe(200)
    await set(people.merchant, tree.general.pathId, [], { isAllowPilotOut: false })
    expect((await set(people.merchant, tree.general.pathId, [], { isAllowPilotOut: true })).code).toBe(42202)
    expect((await set(people.head, tree.merchant.pathId, [], { isAllowPilotOut: true })).code).toBe(200)
    expect((await set(people.merchant, tree.general.pathId, [], { isAllowPilotOut: true })).code).toBe(200)
    expect((await set(people.agent, tree.member.pathId, [], { isAllowPilotOut: true })).code).toBe(42202)
  })
})

describe('a link that forbids', () => {
  const auto = (gameId: GameId, enabled: boolean) =>
    raw.query(
      `insert into replenishment_settings (merchant_id, path_id, game_id, auto, fly_out) values ($1, $2, $3, $4, $4)`,
      [tree.merchant.merchantId, tree.agent.pathId, gameId, JSON.stringify([{ groupId: 301, enabled, unit: '10000' }])],
    )
  const stored = async () =>
    (
      await raw.query<{
        game_id: GameId
        version: number
        auto: { enabled: boolean }[]
        fly_out: { enabled: boolean }[]
      }>('select game_id, version, auto, fly_out from replenishment_settings order by game_id')
    ).rows.map((row) => [row.game_id, row.version, row.auto[0]?.enabled, row.fly_out[0]?.enabled])

  it('switches off automatic replenishment in that game only, and logs it', async () => {
    await set(people.general, tree.agent.pathId, [{ gameId: 3, acceptType: 1 }])
    await raw.query('truncate change_log')
    await auto(GameId(3), true)
    await auto(GameId(0), true)
    expect((await set(people.general, tree.agent.pathId, [{ gameId: 3, acceptType: 0 }])).code).toBe(200)
    expect(await stored()).toEqual([
      [0, 1, true, true],
      [3, 2, false, true],
    ])
    expect(await log()).toEqual([
      ['agent001', 'terms', '3.acceptType'],
      ['agent001', 'replenishmentAuto', '3.auto'],
    ])
    // Games that used the default row get one of their own, switched off.
    await set(people.general, tree.agent.pathId, [{ gameId: 1, acceptType: 1 }])
    await set(people.general, tree.agent.pathId, [{ gameId: 1, acceptType: 0 }])
    expect((await stored())[1]).toEqual([1, 1, false, true])
  })

  it('removes the fly-out settings together with the right', async () => {
    await auto(GameId(3), true)
    expect((await set(people.general, tree.agent.pathId, [], { isAllowPilotOut: false })).code).toBe(200)
    expect(await stored()).toEqual([[3, 2, true, false]])
    expect((await log()).map(([, action]) => action)).toEqual(['terms', 'replenishmentAuto'])
  })
})

describe('game/agent/set/many', () => {
  const start = (person: Person, ids: number[], more: Record<string, unknown>) =>
    call(person, 'common/game/agent/set/many', { agentPathsIds: ids, ...more })
  const progress = async (person: Person, bulkId: string) =>
    (await call(person, 'common/game/agent/set/many/query', { bulkId })).data
  const run = (bulkId: string) => runBulk(platform, tree.merchant.merchantId, BigInt(bulkId))
  const games = [{ gameId: 4, plays: [{ groupId: 401, maxItem: '777' }] }]

  it('changes each account separately, reports its progress and why some were not changed', async () => {
    const heard: unknown[] = []
    const stop = platform.live.subscribe(({ type, data }) => void (type === 'bulk' && heard.push(data)))
    const ids = [tree.agent.pathId, tree.sibling.pathId]
    await set(people.general, tree.agent.pathId, games)
    // The agent's member has more than the new limit; nobody below the sibling has, once its own member is lowered.
    await set(people.merchant, tree.nephew.pathId, games)
    const lower = [{ gameId: 4, plays: [{ groupId: 401, maxItem: '700' }] }]
    await set(people.general, tree.nephew.pathId, lower)
    const started = await start(people.general, ids, { games: lower, requestId: 'bulk' })
    const { bulkId } = started.data as { bulkId: string }
    expect(started.data).toEqual({ bulkId, total: 2 })
    expect(await progress(people.general, bulkId)).toMatchObject({ state: 'running', done: 0 })
    expect((await call(people.merchant, 'common/game/agent/set/many/query', { bulkId })).code).toBe(40401)
    await run(bulkId)
    await run(bulkId)
    expect(await progress(people.general, bulkId)).toEqual({
      bulkId,
      state: 'done',
      done: 2,
      total: 2,
      failed: [{ agentPathsId: tree.agent.pathId, accountName: 'agent001', reason: '下级的设定高于此值，未同时下调' }],
    })
    expect((await log()).filter(([name, action]) => name === 'agent003' && action === 'terms')).toHaveLength(1)
    const again = (await start(people.general, ids, { games: lower, capBelow: true })).data as { bulkId: string }
    await run(again.bulkId)
    expect(await progress(people.general, again.bulkId)).toMatchObject({ state: 'done', failed: [] })
    await expect
      .poll(() => heard)
      .toContainEqual({
        accountId: tree.general.accountId,
        bulkId: again.bulkId,
        done: 2,
        total: 2,
        failed: 0,
        state: 'done',
      })
    stop()
  })

  it('is refused for the own path and for paths outside the downline', async () => {
    expect((await start(people.general, [tree.general.pathId], { games })).code).toBe(42207)
    expect((await start(people.general, [tree.agent.pathId, tree.otherAgent.pathId], { games })).code).toBe(40401)
  })
})

describe('fill limits', () => {
  const matrix = async (person: Person, parentPathsId?: number) =>
    (
      await call(person, 'common/replenishment/max-fill/query', {
        gameId: 3,
        ...(parentPathsId === undefined ? {} : { parentPathsId }),
      })
    ).data as {
      bounds: { groupId: GroupId; maxFill: string | null }[]
      items: { accountName: string; version: number; maxFill: { groupId: GroupId; maxFill: string | null }[] }[]
    }
  const fill = (groupId: GroupId, maxFill: string | null) => [{ groupId, maxFill }]

  it('are read and written for all children in one call, with paths below capped after a preview', async () => {
    const before = await matrix(people.merchant)
    expect(before.items.map(({ accountName }) => accountName)).toEqual(['genagt01'])
    const item = { agentPathsId: tree.general.pathId, version: before.items[0]?.version, gameId: 3 }
    const items = [
      { ...item, maxFill: fill(GroupId(301), '500') },
      { ...item, maxFill: fill(GroupId(302), '0') },
    ]
    const set = (more: object) => call(people.merchant, 'common/replenishment/xx-set', { items, ...more })
    const preview = (await set({ preview: true })).data as { affected: Record<string, unknown>[]; confirm: string }
    const capped = (accountName: string, groupId: number, after: string) => ({
      agentPathsId: expect.any(Number),
      accountName,
      gameId: 3,
      groupId,
      field: 'maxFill',
      before: '',
      after,
    })
    expect(preview.affected).toEqual(
      expect.arrayContaining([
        capped('agent001', 301, '500'),
        capped('agent001', 302, '0'),
        capped('agent003', 301, '500'),
      ]),
    )
    expect(await set({})).toMatchObject({ code: 42207, data: preview })
    expect(await set({ confirm: 'other' })).toMatchObject({ code: 40902, data: preview })
    expect(await matrix(people.merchant)).toEqual(before)
    const done = await set({ confirm: preview.confirm })
    expect(done.data).toEqual({
      items: [{ agentPathsId: tree.general.pathId, version: (before.items[0]?.version as number) + 1 }],
    })
    const after = await matrix(people.general)
    const of = (list: { groupId: GroupId; maxFill: string | null }[] = []) =>
      list.filter(({ groupId }) => groupId < 303).map(({ maxFill }) => maxFill)
    expect(of(after.bounds)).toEqual(['500', '0'])
    expect(after.items.map(({ maxFill }) => of(maxFill))).toEqual([
      ['500', '0'],
      ['500', '0'],
    ])
  })

  it('of one account in several items carry one version', async () => {
    const { items } = await matrix(people.general)
    const item = { agentPathsId: tree.agent.pathId, gameId: 3, maxFill: fill(GroupId(301), '10') }
    const version = items[0]?.version as number
    const twice = [
      { ...item, version },
      { ...item, version: version + 1 },
    ]
    const wrong = await call(people.general, 'common/replenishment/xx-set', { items: twice })
    expect(wrong).toMatchObject({ code: 40001, message: expect.stringContaining('同一账号的版本须相同') })
    expect((await matrix(people.general)).items).toEqual(items)
  })

  it('are saved all or not at all', async () => {
    const { items } = await matrix(people.general)
    const [one, two] = items.map(({ version }) => version)
    const wrong = await call(people.general, 'common/replenishment/xx-set', {
      items: [
        { agentPathsId: tree.agent.pathId, version: one, gameId: 3, maxFill: fill(GroupId(301), '10') },
        { agentPathsId: tree.sibling.pathId, version: two, gameId: 3, maxFill: fill(GroupId(301), '501') },
      ],
    })
    expect(wrong).toMatchObject({ code: 42202, data: { agentPathsId: tree.sibling.pathId } })
    expect((await matrix(people.general)).items).toEqual(items)
  })

  it('of merchants are set by the head', async () => {
    const { items, bounds } = await matrix(people.head)
    expect(items.map(({ accountName }) => accountName)).toEqual(['merch001', 'merch002'])
    expect(new Set(bounds.map(({ maxFill }) => maxFill))).toEqual(new Set([null]))
    const set = (pathId: PathId, version: number | undefined, more: object = {}) =>
      call(people.head, 'admin/merchant/max-fill', {
        items: [{ agentPathsId: pathId, version, gameId: 3, maxFill: fill(GroupId(303), '9') }],
        ...more,
      })
    const { data } = await set(tree.otherMerchant.pathId, items[1]?.version, { preview: true })
    const { confirm } = data as { confirm: string }
    expect((await set(tree.otherMerchant.pathId, items[1]?.version)).code).toBe(42207)
    expect((await set(tree.otherMerchant.pathId, items[1]?.version, { confirm })).code).toBe(200)
    expect((await set(tree.agent.pathId, 1)).code).toBe(42207)
  })
})
