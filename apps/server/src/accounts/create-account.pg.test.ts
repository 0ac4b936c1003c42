import { sealPassword } from '@strata/contract/wrapper'
import type { GameId, MerchantId, PathId } from '@strata/domain/ids'
import { yuan } from '@strata/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answered, callApp, headersOf, type Person, signedIn } from '../access/testing/person.ts'
import { growSmallTree, type SmallTree, TRANSFER_PASSWORD, TREE_AT } from '../access/testing/small-tree.ts'
import { ledgerRoutes } from '../ledger/routes.ts'
import { readWallets } from '../ledger/store.ts'
import { TransferPasswords } from '../ledger/transfer-password.ts'
import { verifyLedger } from '../ledger/verify.ts'
import { createTestDatabase } from '../platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../platform/testing/test-platform.ts'
import { accountRoutes } from '../tree/account-routes.ts'
import { treeRoutes } from '../tree/routes.ts'
import { SnapshotCache } from '../tree/snapshot/merchant-snapshot.ts'
import { accountCalls } from './account-calls.ts'

const { pool, raw, url } = await createTestDatabase()
const now = TREE_AT + 60_000
const platform = createTestPlatform({ pool, url }, { clock: () => now })
const { appSecret } = platform.config
const ledger = { ...platform, appSecret, passwords: new TransferPasswords({ ...platform, appSecret }) }
const rechecked: number[] = []
const app = await createTestApp(platform)
treeRoutes(app, { ...platform, recheckStreams: (merchantId) => rechecked.push(merchantId) })
ledgerRoutes(app, ledger)
accountRoutes(app, ledger, accountCalls(ledger))
afterAll(() => app.close())

let tree: SmallTree
let people: { head: Person; merchant: Person; general: Person; agent: Person }
const as = (who: { accountId: number; pathId: PathId }) => signedIn(pool, { ...who, now })
beforeAll(async () => {
  tree = await growSmallTree(pool)
  people = {
    head: await as(tree.head),
    merchant: await as(tree.merchant),
    general: await as(tree.general),
    agent: await as(tree.agent),
  }
})

const seal = (password: string) => sealPassword({ password, appSecret, nowMs: now })
const call = (person: Person, path: string, input: Record<string, unknown>): Promise<Answered> =>
  callApp(app, { method: 'POST', path: `/api/${path}`, input, headers: headersOf(person) })

let requests = 0
const create = (person: Person, accountName: string, more: Record<string, unknown>, path = 'create') =>
  call(person, `agent/${path}`, { accountName, password: seal('Welcome2026'), requestId: `c${++requests}`, ...more })
const given = (credit: string) => ({ credit, transferPassword: seal(TRANSFER_PASSWORD) })
const idsOf = (answer: Answered) => {
  expect([answer.code, answer.message]).toEqual([200, '操作成功'])
  return answer.data as { agentPathsId: PathId; accountId: number }
}
const pathRow = async (id: number) =>
  (await raw.query('select role, parent_id, name, account_id, group_id, closed_at from paths where id = $1', [id]))
    .rows[0]
const log = async (pathId: PathId) =>
  (
    await raw.query<{ action: string }>('select action from change_log where path_id = $1 order by id', [pathId])
  ).rows.map(({ action }) => action)
const infos = async (person: Person, agentPathsId: PathId) =>
  ((await call(person, 'common/account/get-game-infos', { agentPathsId })).data as { games: Record<string, unknown>[] })
    .games[0]

describe('agent/create', () => {
  it('opens a merchant, an agent and a member one below the other, with funds', async () => {
    const merchant = idsOf(await create(people.head, 'newmerch1', { roleId: 1, fundMode: 'cash', ...given('1000') }))
    const { merchantId } = (
      await raw.query<{ merchantId: MerchantId }>('select merchant_id as "merchantId" from paths where id = $1', [
        merchant.agentPathsId,
      ])
    ).rows[0] as { merchantId: MerchantId }
    await raw.query(
      'update accounts set must_change_password = false, transfer_hash = a.h from (select transfer_hash as h from accounts where id = $2) a where id = $1',
      [merchant.accountId, tree.head.accountId],
    )
    const boss = await as({ accountId: merchant.accountId, pathId: merchant.agentPathsId })
    const terms = { games: [{ gameId: 0, uplineShare: '10', downlineCap: '40' }] }
    const agent = idsOf(await create(boss, 'newagent1', { roleId: 3, ...given('300'), terms, nickname: '新代理' }))
    expect(await infos(boss, agent.agentPathsId)).toMatchObject({ uplineShare: '10', downlineCap: '40' })
    expect(await log(agent.agentPathsId)).toEqual(['create', 'terms'])
    const member = idsOf(
      await create(
        boss,
        'newmember1',
        { parentPathsId: merchant.agentPathsId, pankou: 'B', ...given('20.5') },
        'create-member',
      ),
    )
    expect(await infos(boss, member.agentPathsId)).toMatchObject({ pankou: ['B'], uplineShare: '0', downlineCap: '0' })
    const wallets = await readWallets(
      raw,
      merchantId,
      [merchant, agent, member].map((one) => one.agentPathsId),
    )
    expect([...wallets.values()].map((wallet) => [wallet.fundMode, wallet.balance])).toEqual([
      ['cash', yuan(1000) - yuan(300) - yuan(41) / 2n],
      ['cash', yuan(300)],
      ['cash', yuan(41) / 2n],
    ])
    expect(await verifyLedger(pool, merchantId)).toBeNull()
  })

  it('creates all of it or nothing, and the same request only once', async () => {
    const count = async () => (await raw.query('select count(*)::integer as n from paths')).rows[0]
    const before = await count()
    expect((await create(people.agent, 'halfmade1', { pankou: 'A', ...given('1') }, 'create-member')).code).toBe(42201)
    const beyond = { games: [{ gameId: 0, uplineShare: '31' }] }
    expect((await create(people.general, 'halfmade2', { roleId: 3, terms: beyond })).code).toBe(42202)
    expect((await create(people.general, 'halfmade3', { roleId: 3, groupId: 77 })).code).toBe(40401)
    expect(await count()).toEqual(before)
    expect((await raw.query(`select from accounts where name like 'halfmade%'`)).rowCount).toBe(0)
    const first = await create(people.general, 'onceonly1', { roleId: 3, requestId: 'once' })
    const again = await create(people.general, 'onceonly1', { roleId: 3, requestId: 'once' })
    expect(again.data).toEqual(first.data)
  })

  it('accepts only groups of the caller and of its downline', async () => {
    const { merchantId } = tree.agent
    const groupOf = async (pathId: PathId) => {
      const made = await raw.query<{ id: number }>(
        `insert into chat_groups (merchant_id, id, path_id, name, channel, channel_id, pankou, game_ids, remark, status, created_at)
         values ($1, $2::integer + 7000, $2::integer, 'g', 'web', 'g' || $2::integer, 'C', '{}', '', 1, 1) returning id`,
        [merchantId, pathId],
      )
      return made.rows[0]?.id as number
    }
    const [above, own] = [await groupOf(tree.general.pathId), await groupOf(tree.agent.pathId)]
    const member = { pankou: 'A' }
    expect((await create(people.agent, 'grouped01', { ...member, groupId: above }, 'create-member')).code).toBe(40401)
    const made = idsOf(await create(people.agent, 'grouped02', { ...member, groupId: own }, 'create-member'))
    expect(await pathRow(made.agentPathsId)).toMatchObject({ group_id: own })
    const below = { ...member, parentPathsId: tree.agent.pathId, groupId: above }
    const led = idsOf(await create(people.general, 'grouped03', below, 'create-member'))
    expect(await pathRow(led.agentPathsId)).toMatchObject({ group_id: above })
    expect((await create(people.general, 'grouped04', { roleId: 3, groupId: own })).code).toBe(40401)
    expect((await create(people.general, 'grouped05', { roleId: 3, groupId: above })).code).toBe(200)
  })

  it('refuses with a Chinese reason what the caller may not create', async () => {
    const codes = [
      await create(people.agent, 'refused01', { roleId: 3 }),
      await create(people.agent, 'refused01', { roleId: 2 }),
      await create(people.merchant, 'refused01', { roleId: 1 }),
      await create(people.merchant, 'refused01', { roleId: 10003 }),
      await create(people.merchant, 'refused01', { roleId: 3, parentPathsId: tree.otherMerchant.pathId }),
      await create(people.general, 'agent001', { roleId: 3 }),
      await create(people.general, 'refused01', { roleId: 3, fundMode: 'cash' }),
      await create(people.general, 'refused01', { roleId: 3, credit: '1' }),
      await create(people.merchant, 'refused01', { roleId: 3, parentPathsId: tree.general.pathId, ...given('1') }),
      await create(people.general, 'refused01', { roleId: 3, password: seal('short') }),
      await create(people.general, 'refused01', { roleId: 3, existingAccount: 'agent001' }),
    ].map((answer) => answer.code)
    expect(codes).toEqual([42207, 42207, 42207, 42207, 40401, 40901, 40001, 40001, 40001, 40001, 40001])
  })

  it('gives an account a further path below another parent', async () => {
    const general = idsOf(await create(people.merchant, 'genagt09', { roleId: 2 }))
    const second = {
      roleId: 3,
      existingAccount: 'AGENT001',
      parentPathsId: general.agentPathsId,
      requestId: 'second',
    }
    const path = idsOf(await call(people.merchant, 'agent/create', second))
    expect(path.accountId).toBe(tree.agent.accountId)
    expect(await pathRow(path.agentPathsId)).toMatchObject({
      role: 3,
      name: 'agent001',
      parent_id: general.agentPathsId,
      account_id: tree.agent.accountId,
    })
    const asking = (more: Record<string, unknown>, person = people.merchant) =>
      call(person, 'agent/create', { ...second, requestId: `s${++requests}`, ...more })
    const codes = [
      await asking({}),
      await asking({ existingAccount: 'agent002' }),
      await asking({ existingAccount: 'genagt01' }),
      await asking({ existingAccount: 'agent003', parentPathsId: tree.general.pathId }),
    ].map((answer) => answer.code)
    expect(codes).toEqual([40901, 40401, 42207, 40901])
    // After sign-in the account has both paths.
    const other = await as({ accountId: tree.agent.accountId, pathId: path.agentPathsId })
    const page = await call(other, 'agent/query', {})
    expect([page.code, (page.data as { total: number }).total]).toEqual([200, 0])
  })

  it('opens a member only on a pankou that the parent has', async () => {
    const agent = idsOf(
      await create(people.merchant, 'onlyab01', {
        roleId: 3,
        terms: {
          games: [
            { gameId: 0, pankou: ['A', 'B'], replenishPankou: 'A' },
            { gameId: 2, pankou: ['A'], replenishPankou: 'A' },
          ],
        },
      }),
    )
    const below = (name: string, pankou: string) =>
      create(people.merchant, name, { parentPathsId: agent.agentPathsId, pankou }, 'create-member')
    expect((await below('onlyab02', 'C')).code).toBe(42202)
    const member = idsOf(await below('onlyab03', 'B'))
    const rows = await raw.query<{ game_id: GameId; pankou: string }>(
      'select game_id, pankou from link_terms where path_id = $1 order by game_id',
      [member.agentPathsId],
    )
    expect(rows.rows).toEqual([
      { game_id: 0, pankou: 'B' },
      { game_id: 2, pankou: 'A' },
    ])
  })
})

describe('agent/upgrade-to-agent', () => {
  const upgrade = (person: Person, pathId: PathId, cap: string) =>
    call(person, 'agent/upgrade-to-agent', {
      agentPathsId: pathId,
      games: [{ gameId: 0, downlineCap: cap }],
      requestId: `u${++requests}`,
    })

  it('ends the member’s path and opens an agent’s, with terms and all the money', async () => {
    const { merchantId } = tree.merchant
    await raw.query('update wallets set balance = $2, quota = $2 where path_id = $1', [tree.general.pathId, yuan(100)])
    const terms = { games: [{ gameId: 0, uplineShare: '15', plays: [{ groupId: 301, commission: { D: '1.25' } }] }] }
    const member = idsOf(
      await create(people.general, 'riser001', { pankou: 'D', terms, ...given('60') }, 'create-member'),
    )
    await raw.query('update wallets set balance = balance + 75000 where path_id = $1', [member.agentPathsId])
    await raw.query('update wallets set open_stake = 1 where path_id = $1', [member.agentPathsId])
    expect((await upgrade(people.general, member.agentPathsId, '10')).code).toBe(42207)
    await raw.query('update wallets set open_stake = 0 where path_id = $1', [member.agentPathsId])
    expect((await upgrade(people.general, member.agentPathsId, '36')).code).toBe(42202)
    const agent = idsOf(await upgrade(people.general, member.agentPathsId, '35'))
    expect(agent.accountId).toBe(member.accountId)
    expect(await pathRow(member.agentPathsId)).toMatchObject({ closed_at: BigInt(now) })
    expect(await pathRow(agent.agentPathsId)).toMatchObject({
      role: 3,
      parent_id: tree.general.pathId,
      closed_at: null,
    })
    const game = await infos(people.general, agent.agentPathsId)
    expect(game).toMatchObject({ uplineShare: '15', downlineCap: '35', pankou: ['D'], replenishPankou: 'D' })
    const wallets = await readWallets(raw, merchantId, [member.agentPathsId, agent.agentPathsId])
    expect([...wallets.values()].map(({ quota, balance }) => [quota, balance])).toEqual([
      [0n, 0n],
      [yuan(60), yuan(67) + yuan(1) / 2n],
    ])
    const sums = await raw.query(
      'select sum(amount)::text as sum, count(*)::integer as n from ledger_entries where remark = $1',
      ['升级代理'],
    )
    expect(sums.rows).toEqual([{ sum: '0', n: 4 }])
    expect(await log(agent.agentPathsId)).toEqual(['upgrade'])
    // An ended path takes part in nothing any more.
    const late = [
      await upgrade(people.general, member.agentPathsId, '1'),
      await call(people.general, 'common/funds/agent/transfer', {
        agentPathsId: member.agentPathsId,
        kind: 'credit',
        amount: '1',
        transferPassword: seal(TRANSFER_PASSWORD),
        requestId: 'late',
      }),
    ].map(({ code }) => code)
    expect(late).toEqual([40401, 40401])
    const snapshot = await new SnapshotCache().current(pool, merchantId, { names: ['riser001'] })
    expect(snapshot.member('riser001')).toBeUndefined()
  })

  it('is only for members directly under a merchant or general agent', async () => {
    expect((await upgrade(people.agent, tree.member.pathId, '0')).code).toBe(42207)
    expect((await upgrade(people.general, tree.sibling.pathId, '0')).code).toBe(42207)
    expect((await upgrade(people.general, tree.general.pathId, '0')).code).toBe(42207)
  })
})

describe('account/updatestatus', () => {
  const set = (person: Person, pathId: PathId, status: number, more: Record<string, unknown> = {}) =>
    call(person, 'common/account/updatestatus', { agentPathsId: pathId, status, ...more })
  const live = async (accountId: number) =>
    (await raw.query('select from sessions where account_id = $1 and ended_at is null', [accountId])).rowCount

  it('ends sessions and streams of everybody below at once, with the reason', async () => {
    const below = await as(tree.sibling)
    const before = await live(tree.agent.accountId)
    rechecked.length = 0
    expect((await set(people.merchant, tree.general.pathId, 2, { reason: '欠款' })).code).toBe(200)
    expect(await live(tree.sibling.accountId)).toBe(0)
    expect(await live(tree.general.accountId)).toBe(0)
    // agent001 has another path, which stays open.
    expect(await live(tree.agent.accountId)).toBe(before)
    expect(rechecked).toEqual([tree.merchant.merchantId])
    expect((await call(below, 'agent/query', {})).status).toBe(401)
    const snapshot = await new SnapshotCache().current(pool, tree.merchant.merchantId, { names: ['mem0001'] })
    expect(snapshot.member('mem0001')?.status).toBe(2)
    const entry = await raw.query<{ changes: unknown }>(`select changes from change_log where action = 'status'`)
    expect(entry.rows[0]?.changes).toEqual([
      { field: 'status', label: '状态', before: '正常', after: '停用' },
      { field: 'reason', label: '原因', before: null, after: '欠款' },
    ])
    expect((await set(people.merchant, tree.general.pathId, 1)).code).toBe(200)
  })

  it('leaves a frozen path only its own pages', async () => {
    const sibling = await as(tree.sibling)
    expect((await set(people.merchant, tree.sibling.pathId, 4)).code).toBe(200)
    expect((await call(sibling, 'common/account/get-game-infos', { agentPathsId: tree.sibling.pathId })).code).toBe(200)
    expect((await call(sibling, 'agent/query', {})).code).toBe(40301)
    expect((await create(sibling, 'frozen001', { pankou: 'A' }, 'create-member')).code).toBe(40007)
    expect((await set(people.merchant, tree.sibling.pathId, 1)).code).toBe(200)
  })

  it('is set by operators for merchants, and for nobody below', async () => {
    const operator = await signedIn(pool, { ...tree.head, roleType: 1, now })
    expect((await set(operator, tree.general.pathId, 4)).code).toBe(42207)
    expect((await set(operator, tree.merchant.pathId, 4)).code).toBe(200)
    expect((await set(operator, tree.merchant.pathId, 1)).code).toBe(200)
  })

  it('cannot be set by the account itself', async () => {
    expect((await set(people.merchant, tree.merchant.pathId, 4)).code).toBe(42207)
    expect((await set(people.agent, tree.sibling.pathId, 2)).code).toBe(40401)
  })
})
