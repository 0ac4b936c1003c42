import { PERMISSION } from '@strata/contract/permissions'
import type { BetSlip, Quote } from '@strata/domain/book/intake'
import { AccountId, GameId, GroupId, MerchantId, PathId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import { beforeEach, describe, expect, test } from 'vitest'
import { itemBoard } from '../../book/boards/board.ts'
import { GamesReader } from '../../book/open-games/read-open-games.ts'
import { callerAt, createSmallDatabase, NOW, PERIOD_NO, SMALL } from '../../book/testing/small-database.ts'
import { takeBets } from '../../intake/decide-batch.ts'
import { rows } from '../../platform/db.ts'
import { LiveHub, type NumberedEvent } from '../../platform/live.ts'
import { createLog } from '../../platform/log.ts'
import { Refusal } from '../../platform/refusal.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { setAutoConfig } from '../../replenishment/automatic/change-settings.ts'
import { queryWarnings, setWarnings } from '../../replenishment/automatic/warning-lines.ts'
import { SnapshotCache } from '../../tree/snapshot/merchant-snapshot.ts'
import { LineWatch } from './watch.ts'

const { pool, raw } = await createTestDatabase()
await createSmallDatabase(raw, 12, 2)

/** The steps are so long that every run of a new watch is a first one. */
let clock = NOW
const live = new LiveHub(createLog('silent'))
const deps = {
  pool,
  live,
  clock: () => clock,
  snapshots: new SnapshotCache(),
  openGames: new GamesReader(() => clock).open,
}
const heard: NumberedEvent[] = []
live.subscribe((event) => {
  if (event.type === 'alert') heard.push(event)
})

const TM = GroupId(301)
const agent = callerAt(SMALL.agent, { permissionIds: new Set([PERMISSION.replenishSettings]) })
let count = 0
const slip = (stake: string, odds: Quote, itemCode: string): BetSlip => ({
  callId: ++count,
  betNo: `w${count}`,
  account: 'mem0001',
  gameId: GameId(3),
  periodNo: PERIOD_NO,
  playCode: 'TMA',
  itemCode,
  pankou: undefined,
  odds,
  stake,
})
async function bet(stake: string, itemCode = '01', merchantId: MerchantId = SMALL.merchant): Promise<void> {
  const [asked] = await takeBets(deps, merchantId, [slip(stake, '1', itemCode)])
  const quote = asked?.kind === 'refused' ? asked.quote : undefined
  const [answer] = await takeBets(deps, merchantId, [slip(stake, quote ?? '1', itemCode)])
  if (answer?.kind !== 'accepted') throw new Error(JSON.stringify(answer))
}
const version = async (): Promise<number> => {
  const answer = await queryWarnings(deps, agent, { gameId: GameId(3) })
  if (answer instanceof Refusal) throw new Error(answer.name)
  return answer.version
}
const set = async (amount: string | null, loss: string | null) =>
  setWarnings(deps, agent, { gameId: GameId(3), version: await version(), items: [{ groupId: TM, amount, loss }] })
const alerts = () =>
  rows<{ path_id: PathId; kind: string; text: string }>(
    raw,
    'select path_id, kind, text from alerts where merchant_id = 1 order by id',
  )

beforeEach(async () => {
  clock += 1
  heard.length = 0
  await raw.query('truncate alerts, orders, order_keys, exposures, replenishment_settings')
  await raw.query('update merchants set config_version = config_version + 1')
})

describe('warning limits', () => {
  test('are saved by version, changed group by group and logged with both values', async () => {
    expect(await version()).toBe(0)
    expect(await set('1000', null)).toEqual({ version: 1 })
    const odd = { gameId: GameId(3), version: 1, items: [{ groupId: GroupId(315), amount: null, loss: '50000' }] }
    expect(await setWarnings(deps, agent, odd)).toEqual({ version: 2 })
    const answer = await queryWarnings(deps, agent, { gameId: GameId(3) })
    expect(answer).toMatchObject({ version: 2 })
    expect((answer as { items: unknown[] }).items).toEqual(
      expect.arrayContaining([
        { groupId: TM, amount: '1000', loss: null },
        { groupId: GroupId(302), amount: null, loss: null },
        { groupId: GroupId(315), amount: null, loss: '50000' },
      ]),
    )
    const logged = await rows<{ changes: unknown }>(
      raw,
      `select changes from change_log where merchant_id = 1 and action = 'warnings' order by id`,
    )
    expect(logged[0]?.changes).toMatchObject([{ before: '无', after: '1000' }])
  })

  test('are refused with an old version, for another game, and with a group twice', async () => {
    const refused = async (caller: typeof agent, over: object) => {
      const input = { gameId: GameId(3), version: 0, items: [{ groupId: TM, amount: '1', loss: null }], ...over }
      const answer = await setWarnings(deps, caller, input)
      return answer instanceof Refusal ? answer.name : answer
    }
    expect(await refused(agent, { version: 7 })).toBe('changed')
    expect(await refused(agent, { gameId: 1 })).toBe('notFound')
    const twice = { groupId: TM, amount: '1', loss: null }
    expect(await refused(agent, { items: [twice, twice] })).toBe('badParameter')
    expect(await rows(raw, 'select 1 from replenishment_settings')).toEqual([])
  })
})

describe('alerts', () => {
  test('are raised once for an item when its net reaches the limit, to the path that set it', async () => {
    await set('1000', null)
    const watch = new LineWatch(deps)
    await watch.run()
    await bet('3000')
    // 30 percent of 3,000 is 900: below the line.
    await expect.poll(() => watch.run().then(async () => (await alerts()).length)).toBe(0)
    await bet('1000')
    await expect.poll(() => watch.run().then(async () => (await alerts()).length)).toBe(1)
    expect(await alerts()).toEqual([
      {
        path_id: SMALL.agent,
        kind: 'warningAmount',
        text: expect.stringMatching(new RegExp(`${PERIOD_NO}期 .*01：净额 1200 达到预警 1000`)),
      },
    ])
    await expect.poll(() => heard.length).toBe(1)
    expect(heard[0]?.data).toMatchObject({ pathId: SMALL.agent, kind: 'warningAmount', unread: 1 })
    await bet('1000')
    await bet('1000', '01', MerchantId(2))
    await watch.run()
    // A new process, with empty memory, raises nothing again.
    expect(await new LineWatch(deps).run()).toBe(0)
    expect(await alerts()).toHaveLength(1)
    await bet('4000', '02')
    await expect.poll(() => watch.run().then(async () => (await alerts()).length)).toBe(2)
  })

  test('watch the head’s part of one merchant’s book, on its board and in its own list', async () => {
    const ref = {
      id: SMALL.merchantPath,
      merchantId: SMALL.merchant,
      parentId: PathId(1),
      role: ROLE.merchant,
      accountId: AccountId(11),
      name: 'm',
    }
    const targets = new Map([[SMALL.merchantPath, { ...ref, lineage: [SMALL.merchantPath] }]])
    const head = callerAt(PathId(1), { permissionIds: new Set([PERMISSION.replenishSettings]), targets })
    const mine = { gameId: GameId(3), agentPathsId: SMALL.merchantPath }
    const line = { ...mine, version: 0, items: [{ groupId: TM, amount: '1000', loss: null }] }
    expect(await setWarnings(deps, head, line)).toEqual({ version: 1 })
    expect(await queryWarnings(deps, head, mine)).toMatchObject({ version: 1 })
    expect(await queryWarnings(deps, head, { gameId: GameId(3) })).toMatchObject({ version: 0 })
    await bet('5000')
    await bet('5000', '02', MerchantId(2))
    const watch = new LineWatch(deps)
    expect(await watch.run()).toBe(1)
    expect(await watch.run()).toBe(0)
    const own = await rows(raw, 'select path_id, kind, text from alerts where merchant_id = 0')
    expect(own).toEqual([
      { path_id: 1, kind: 'warningAmount', text: expect.stringMatching(/^demo 六合彩 .*01：净额 1500 达到预警 1000$/) },
    ])
    expect(await alerts()).toEqual([])
    const board = async (over: object) => {
      const asked = { gameId: GameId(3), periodNo: PERIOD_NO, groupId: TM, amount: 'net' as const, ...over }
      const answer = await itemBoard(deps, head, asked, 'common')
      if (answer instanceof Refusal) throw new Error(answer.name)
      return answer.rows.filter(({ warn }) => warn !== 0).map(({ itemCode }) => itemCode)
    }
    expect([await board({ agentPathsId: SMALL.merchantPath }), await board({})]).toEqual([['01'], []])
  })

  test('are still watched after the head has set lines over the sum of its merchants', async () => {
    const head = callerAt(PathId(1), { permissionIds: new Set([PERMISSION.replenishSettings]), targets: new Map() })
    const told: NumberedEvent[] = []
    const off = live.subscribe((event) => {
      if (event.type === 'board' && event.merchantId === MerchantId(0)) told.push(event)
    })
    const watch = new LineWatch(deps)
    await watch.run()
    const lines = { gameId: GameId(3), version: 0, items: [{ groupId: TM, amount: '1000', loss: null }] }
    expect(await setWarnings(deps, head, lines)).toEqual({ version: 1 })
    await bet('5000')
    await expect.poll(() => told.length).toBeGreaterThan(0)
    off()
    expect(await watch.run()).toBe(1)
  })
  test('watch the head’s sum over all merchants: once, under its own version, on its board of the sum alone', async () => {
    const targets = new Map()
    const head = callerAt(PathId(1), { permissionIds: new Set([PERMISSION.replenishSettings]), targets })
    const lines = { gameId: GameId(3), version: 0, items: [{ groupId: TM, amount: '2000', loss: null }] }
    expect(await setWarnings(deps, head, lines)).toEqual({ version: 1 })
    const again = await setWarnings(deps, head, lines)
    expect(again instanceof Refusal && again.name).toBe('changed')
    expect(await queryWarnings(deps, head, { gameId: GameId(3) })).toMatchObject({
      version: 1,
      items: expect.arrayContaining([{ groupId: TM, amount: '2000', loss: null }]),
    })
    // Each merchant's part is 1,500: below the line, but not their sum.
    await bet('5000')
    expect(await new LineWatch(deps).run()).toBe(0)
    await bet('5000', '01', MerchantId(2))
    await bet('5000', '02', MerchantId(2))
    const watch = new LineWatch(deps)
    expect([await watch.run(), await watch.run(), await new LineWatch(deps).run()]).toEqual([1, 0, 0])
    expect(await rows(raw, 'select path_id, kind, text from alerts')).toEqual([
      {
        path_id: 1,
        kind: 'warningAmount',
        text: expect.stringMatching(/^全部商户 六合彩 .*01：净额 3000 达到预警 2000$/),
      },
    ])
    const asked = { gameId: GameId(3), periodNo: PERIOD_NO, groupId: TM, amount: 'net' as const }
    const answer = await itemBoard(deps, head, asked, 'common')
    if (answer instanceof Refusal) throw new Error(answer.name)
    expect(answer.rows.filter(({ warn }) => warn !== 0).map(({ itemCode }) => itemCode)).toEqual(['01'])
  })

  test('report the loss that a number would cause, and check a limit that is set later', async () => {
    await bet('1000', '07')
    await set(null, '10000')
    expect(await new LineWatch(deps).run()).toBe(1)
    expect(await alerts()).toMatchObject([{ kind: 'warningLoss', text: expect.stringContaining('07：开出将亏损 1') }])
  })

  test('report what an automatic limit could not send up', async () => {
    const group = { groupId: TM, enabled: true, holdLimit: '100', unit: '10', mode: 'stake', maxLoss: null, items: [] }
    const input = { gameId: GameId(3), version: 0, auto: [{ ...group, mode: 'stake' as const }] }
    await setAutoConfig(deps, agent, input)
    await raw.query(
      `insert into replenishment_settings (merchant_id, path_id, game_id, accept_limits, send_limits)
       values (1, $1, 3, $2, $2)`,
      [SMALL.general, { [TM]: '500000' }],
    )
    await raw.query('update merchants set config_version = config_version + 1')
    await bet('1000')
    expect(await new LineWatch(deps).run()).toBe(1)
    // 300 held, 100 kept, 200 to send: 50 accepted by the parent and 50 through it.
    expect(await alerts()).toMatchObject([
      { path_id: SMALL.agent, kind: 'holdUnmet', text: expect.stringContaining('超出控额 100 未能补出') },
    ])
  })
})
