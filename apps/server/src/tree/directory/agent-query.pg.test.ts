import { CODES } from '@strata/contract/errors'
import type { PathId } from '@strata/domain/ids'
import { yuan } from '@strata/domain/money'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callApp, headersOf, type Person, signedIn } from '../../access/testing/person.ts'
import { growSmallTree, made, OPERATOR, type SmallTree, TREE_AT } from '../../access/testing/small-tree.ts'
import { accountCalls } from '../../accounts/account-calls.ts'
import { ledgerRoutes } from '../../ledger/routes.ts'
import { transferDown } from '../../ledger/transfer.ts'
import { TransferPasswords } from '../../ledger/transfer-password.ts'
import { runTx } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { createTestApp, createTestPlatform } from '../../platform/testing/test-platform.ts'
import { accountRoutes } from '../account-routes.ts'
import { createMembers } from '../paths/create-path.ts'
import { treeRoutes } from '../routes.ts'

const { pool, raw, url } = await createTestDatabase()
let now = TREE_AT + 60_000
const platform = createTestPlatform({ pool, url }, { clock: () => now })
const { appSecret } = platform.config
const ledger = { ...platform, appSecret, passwords: new TransferPasswords({ ...platform, appSecret }) }
const app = await createTestApp(platform)
treeRoutes(app, { ...platform, recheckStreams: () => undefined })
ledgerRoutes(app, ledger)
accountRoutes(app, ledger, accountCalls(ledger))
afterAll(() => app.close())

interface Row {
  readonly agentPathsId: PathId
  readonly accountName: string
  readonly [field: string]: unknown
}
interface Page {
  readonly items: readonly Row[]
  readonly total: number
}

let tree: SmallTree
let people: { head: Person; merchant: Person; general: Person; agent: Person }

beforeAll(async () => {
  tree = await growSmallTree(pool)
  const { merchantId, pathId: parentId } = tree.agent
  const members = Array.from({ length: 25 }, (_, i) => ({
    name: `list${String(i).padStart(4, '0')}`,
    nickname: `客户${i % 3}`,
  }))
  const batch = { at: TREE_AT + 1, operator: OPERATOR, merchantId, parentId, pankou: 'A' as const, members }
  const paths = made(await runTx(pool, {}, (tx) => createMembers(tx, batch)))
  const down = (from: PathId | null, to: PathId, amount: number) =>
    runTx(pool, {}, (tx) => {
      const head = { at: TREE_AT, day: '2026-05-20' }
      return transferDown(tx, { merchantId, parentId: from, childId: to, kind: 'credit', head }, yuan(amount))
    })
  await down(null, tree.merchant.pathId, 10_000)
  await down(tree.merchant.pathId, tree.general.pathId, 5_000)
  await down(tree.general.pathId, tree.agent.pathId, 2_000)
  for (const [place, path] of paths.entries()) await down(tree.agent.pathId, path.pathId, ((place * 7) % 25) + 1)
  const as = (who: { accountId: number; pathId: PathId }) => signedIn(pool, { ...who, now })
  people = {
    head: await as(tree.head),
    merchant: await as(tree.merchant),
    general: await as(tree.general),
    agent: await as(tree.agent),
  }
})

const ask = async (person: Person, input: Record<string, unknown> = {}): Promise<Page> => {
  const answer = await callApp(app, { method: 'POST', path: '/api/agent/query', input, headers: headersOf(person) })
  expect([answer.code, answer.message]).toEqual([200, '操作成功'])
  return answer.data as Page
}
const names = (page: Page) => page.items.map((row) => row.accountName)

describe('agent/query', () => {
  it('lists the next level with money, terms, counts and the trail from the viewer', async () => {
    const page = await ask(people.general)
    expect(page.total).toBe(2)
    expect(page.items[0]).toEqual({
      agentPathsId: tree.agent.pathId,
      accountId: tree.agent.accountId,
      accountName: 'agent001',
      nickname: '',
      roleId: 3,
      memberFlag: false,
      subCount: 2,
      parentPathsId: tree.general.pathId,
      trail: [{ agentPathsId: tree.general.pathId, accountName: 'genagt01' }],
      status: 1,
      effectiveStatus: 1,
      fundMode: 'credit',
      credit: '2000',
      balance: '1675',
      cash: '0',
      downlineCount: { agents: 0, members: 26 },
      pankou: ['A', 'B', 'C', 'D'],
      uplineShare: '20',
      createdAt: TREE_AT,
      lastLoginAt: null,
      online: true,
    })
  })

  it('shows the head all merchants, and the children of any path that it opens', async () => {
    expect(names(await ask(people.head))).toEqual(['merch001', 'merch002'])
    const below = await ask(people.head, { parentPathsId: tree.otherMerchant.pathId })
    expect(names(below)).toEqual(['agent002'])
    expect(below.items[0]?.['trail']).toEqual([
      { agentPathsId: 1, accountName: 'headco01' },
      { agentPathsId: tree.otherMerchant.pathId, accountName: 'merch002' },
    ])
  })

  it('finds the members of a group on every level below', async () => {
    const grouped = [tree.general.pathId, tree.agent.pathId, tree.member.pathId]
    await raw.query('update paths set group_id = 77, changed = pg_current_xact_id() where id = any($1)', [grouped])
    const page = await ask(people.merchant, { groupId: 77 })
    expect(page.items.map((row) => row.agentPathsId)).toEqual(grouped)
    expect(names(await ask(people.agent, { groupId: 77 }))).toEqual(['mem0001'])
    await raw.query('update paths set group_id = null, changed = pg_current_xact_id() where group_id = 77')
    expect((await ask(people.merchant, { groupId: 77 })).total).toBe(0)
  })

  it('returns every account exactly once over all pages', async () => {
    const seen = new Set<number>()
    for (const pageIndex of [1, 2, 3]) {
      const page = await ask(people.agent, {
        pageIndex,
        pageSize: 10,
        sortInfo: { columnName: 'uplineShare', direction: 1 },
      })
      expect(page.total).toBe(26)
      for (const row of page.items) seen.add(row.agentPathsId)
    }
    expect(seen.size).toBe(26)
  })

  it.each(['accountName', 'createdAt', 'lastLoginAt', 'credit', 'balance', 'cash', 'uplineShare'])(
    'sorts by %s',
    async (columnName) => {
      const [up, down] = await Promise.all(
        [0, 1].map((direction) => ask(people.agent, { pageSize: 100, sortInfo: { columnName, direction } })),
      )
      expect(names(up as Page)).toEqual(names(down as Page).toReversed())
      const values = (up as Page).items.map((row) => {
        const value = row[columnName]
        return typeof value === 'string' && /^\d/.test(value) ? Number(value) : (value ?? 0)
      }) as (string | number)[]
      expect(values).toEqual(values.toSorted((one, two) => (one < two ? -1 : one > two ? 1 : 0)))
    },
  )

  it('filters by role, status, and by a keyword in the whole downline', async () => {
    expect((await ask(people.agent, { roleId: 10001 })).total).toBe(26)
    expect((await ask(people.agent, { status: 4 })).total).toBe(0)
    expect(names(await ask(people.merchant, { keyword: 'LIST0003' }))).toEqual(['list0003'])
    expect((await ask(people.merchant, { keyword: '客户1', pageSize: 100 })).total).toBe(8)
    expect((await ask(people.merchant, { keyword: '%' })).total).toBe(0)
    expect((await ask(people.merchant, { keyword: 'agent002' })).total).toBe(0)
    expect((await ask(people.head, { keyword: 'merch002' })).total).toBe(1)
  })

  it('finds one account by its id on any level below', async () => {
    const { pathId } = tree.member
    const page = await ask(people.merchant, { agentPathsId: pathId, keyword: 'nobody', status: 4 })
    expect([page.total, names(page)]).toEqual([1, ['mem0001']])
    expect(page.items[0]?.['trail']).toEqual([
      { agentPathsId: tree.merchant.pathId, accountName: 'merch001' },
      { agentPathsId: tree.general.pathId, accountName: 'genagt01' },
      { agentPathsId: tree.agent.pathId, accountName: 'agent001' },
    ])
    expect(names(await ask(people.head, { agentPathsId: tree.otherMerchant.pathId }))).toEqual(['merch002'])
    expect((await ask(people.merchant, { agentPathsId: pathId, pageIndex: 2 })).items).toEqual([])
  })

  it('does not find the caller itself or a closed account by id, and refuses one outside the downline', async () => {
    const { pathId } = tree.member
    expect((await ask(people.merchant, { agentPathsId: tree.merchant.pathId })).total).toBe(0)
    await raw.query('update paths set closed_at = $2, changed = pg_current_xact_id() where id = $1', [pathId, TREE_AT])
    expect((await ask(people.merchant, { agentPathsId: pathId })).total).toBe(0)
    await raw.query('update paths set closed_at = null, changed = pg_current_xact_id() where id = $1', [pathId])
    const input = { agentPathsId: tree.otherMerchant.pathId }
    const answer = await callApp(app, {
      method: 'POST',
      path: '/api/agent/query',
      input,
      headers: headersOf(people.merchant),
    })
    expect(answer.code).toBe(CODES.notFound)
  })

  it('shows the strictest status from the head down', async () => {
    await raw.query('update paths set changed = pg_current_xact_id(), status = 4 where id = $1', [tree.general.pathId])
    const [row] = (await ask(people.merchant, { parentPathsId: tree.general.pathId })).items
    expect([row?.['status'], row?.['effectiveStatus']]).toEqual([1, 4])
    await raw.query('update paths set changed = pg_current_xact_id(), status = 1 where id = $1', [tree.general.pathId])
  })
})

describe('balance', () => {
  const balance = (person: Person, query: string) =>
    callApp(app, { method: 'GET', path: `/api/agent/balance${query}`, headers: headersOf(person) })

  it('is the caller’s own or a downline’s', async () => {
    const own = { credit: '2000', balance: '1675', cash: '0', openStake: '0', fundMode: 'credit' }
    expect((await balance(people.agent, '')).data).toEqual(own)
    expect((await balance(people.head, `?agentPathsId=${tree.agent.pathId}`)).data).toEqual(own)
    expect((await balance(people.head, '')).data).toMatchObject({ balance: '0' })
  })

  it('renews a session only after a click', async () => {
    const seen = async () =>
      (
        await raw.query<{ seen_at: bigint }>('select max(seen_at) as seen_at from sessions where account_id = $1', [
          tree.agent.accountId,
        ])
      ).rows[0]
    const before = await seen()
    now += 60_000
    await balance(people.agent, '')
    await callApp(app, {
      method: 'GET',
      path: '/api/agent/balance?isclick=true',
      headers: { ...headersOf(people.agent), 'x-auto': '1' },
    })
    expect(await seen()).toEqual(before)
    await balance(people.agent, '?isclick=true')
    expect(await seen()).toEqual({ seen_at: BigInt(now) })
  })
})
