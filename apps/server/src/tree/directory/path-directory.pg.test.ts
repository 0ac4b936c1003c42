import type { PathId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import { beforeAll, describe, expect, it } from 'vitest'
import { growSmallTree, made, OPERATOR, type SmallTree, TREE_AT } from '../../access/testing/small-tree.ts'
import { runTx } from '../../platform/db.ts'
import { createTestDatabase } from '../../platform/testing/test-database.ts'
import { createMembers } from '../paths/create-path.ts'
import { setStatus } from '../paths/store-paths.ts'
import { PathDirectories, type PathFilter } from './path-directory.ts'
import { type AgentSort, findAgentPage } from './store-agent-query.ts'

const { pool, raw } = await createTestDatabase()
const DAY = '2026-05-20'
const MANY = 6000
let tree: SmallTree
let directories: PathDirectories

beforeAll(async () => {
  tree = await growSmallTree(pool)
  directories = new PathDirectories(pool)
  const { merchantId } = tree.merchant
  const add = (parentId: PathId, prefix: string, count: number) => {
    const members = Array.from({ length: count }, (_, i) => ({
      name: `${prefix}${String(i).padStart(5, '0')}`,
      nickname: `客户${i % 97}`,
    }))
    const batch = { at: TREE_AT, operator: OPERATOR, merchantId, parentId, pankou: 'C' as const, members }
    return runTx(pool, { timeoutMs: 60_000 }, async (tx) => made(await createMembers(tx, batch)))
  }
  await add(tree.merchant.pathId, 'many', MANY)
  await add(tree.agent.pathId, 'some', 300)
  await raw.query(`update wallets set quota = path_id::bigint * 7919 % 1009, balance = path_id::bigint * 104729 % 1013`)
  await raw.query(
    'update paths set created_at = id::bigint * 7919 % 997, status = case when id % 7 = 0 then 4 else 1 end',
  )
  await raw.query('update share_terms set upline_share = path_id % 5 where game_id = 0 and path_id > 100')
  await raw.query(`insert into share_terms (merchant_id, path_id, game_id, from_day, upline_share, downline_cap, remainder)
                   select merchant_id, id, 0, '2026-05-21', 9, 0, 'head' from paths where id % 3 = 0 and role = 10001`)
  await raw.query('update accounts set last_login_at = id % 13 where id % 11 = 0')
  await raw.query('vacuum analyze')
})

interface Truth {
  id: number
  accountName: string
  createdAt: bigint
  lastLoginAt: bigint
  credit: bigint
  balance: bigint
  uplineShare: number
}

/** The same list by one plain SQL statement. */
async function truth(where: string): Promise<Truth[]> {
  const found = await raw.query<Truth>(
    `select p.id, lower(p.name) collate "C" as "accountName", p.created_at as "createdAt",
            coalesce(a.last_login_at, -1) as "lastLoginAt", w.quota as credit, w.balance,
            (select upline_share from share_terms s
              where s.merchant_id = p.merchant_id and s.path_id = p.id and s.game_id = 0 and s.from_day <= $2
              order by s.from_day desc limit 1) as "uplineShare"
       from paths p join accounts a on a.id = p.account_id join wallets w on w.merchant_id = p.merchant_id and w.path_id = p.id
      where p.merchant_id = $1 and ${where} order by p.id`,
    [tree.merchant.merchantId, DAY],
  )
  return found.rows
}

const SORTS: (AgentSort | null)[] = [
  null,
  'accountName',
  'createdAt',
  'lastLoginAt',
  'credit',
  'balance',
  'cash',
  'uplineShare',
]

describe('the directory', () => {
  const filters = (): [string, PathFilter, string][] => {
    const { pathId: m } = tree.merchant
    const { pathId: g } = tree.general
    const { pathId: a } = tree.agent
    return [
      ['children of the merchant', { under: m, underRole: 1, deep: false }, `p.parent_id = ${m}`],
      [
        'frozen members',
        { under: m, underRole: 1, deep: false, status: 4, roleId: 10001 },
        `p.parent_id = ${m} and p.status = 4`,
      ],
      ['a keyword anywhere', { under: m, underRole: 1, deep: true, keyword: '客户7' }, `p.nickname like '客户7%'`],
      ['a keyword of most', { under: m, underRole: 1, deep: true, keyword: 'MANY0' }, `p.name like 'many0%'`],
      [
        'a keyword below a general agent',
        { under: g, underRole: 2, deep: true, keyword: 'some' },
        `p.name like 'some%'`,
      ],
      ['children of an agent', { under: a, underRole: 3, deep: false }, `p.parent_id = ${a}`],
      ['nobody', { under: m, underRole: 1, deep: true, keyword: 'zz' }, 'false'],
    ]
  }

  it.each(SORTS)('sorts every filter by %s like one plain statement', async (by) => {
    const { merchantId } = tree.merchant
    const directory = await directories.current(merchantId)
    for (const [name, filter, where] of filters()) {
      const all = await truth(where)
      // In a merchant without cash, sorting by cash is sorting by id.
      const key = by === 'cash' || by === null ? 'id' : by
      const sorted = all.toSorted((one, two) => (one[key] < two[key] ? -1 : one[key] > two[key] ? 1 : one.id - two.id))
      for (const descending of [false, true]) {
        const ids = (descending ? sorted.toReversed() : sorted).map(({ id }) => id)
        for (const [offset, limit] of [
          [0, 20],
          [40, 100],
        ] as const) {
          const page = await findAgentPage(pool, directory, merchantId, filter, {
            by,
            descending,
            limit,
            offset,
            day: DAY,
          })
          expect([name, page.total, page.ids]).toEqual([name, all.length, ids.slice(offset, offset + limit)])
        }
      }
    }
  })

  it('counts the matches of each role, whatever role is asked', async () => {
    const { merchantId, pathId } = tree.merchant
    const directory = await directories.current(merchantId)
    const found = await raw.query<{ role: Role; n: number }>(
      `select role, count(*)::integer as n from paths
        where merchant_id = $1 and chain_m = $2 and id <> $2 and closed_at is null group by role`,
      [merchantId, pathId],
    )
    const roles = new Map(found.rows.map(({ role, n }) => [role, n]))
    expect(roles.size).toBeGreaterThan(1)
    for (const [roleId, n] of roles) {
      const matches = directory.match({ under: pathId, underRole: 1, deep: true, roleId })
      expect([matches.total, matches.roles]).toEqual([n, roles])
    }
  })

  it('contains everything committed before a read, whatever the order in which transactions began', async () => {
    const { merchantId } = tree.merchant
    const frozen = async (id: PathId) => {
      const directory = await directories.current(merchantId)
      const matches = directory.match({ under: tree.agent.pathId, underRole: 3, deep: false, status: 4 })
      return directory.has(matches, id)
    }
    const one = tree.member.pathId
    await setStatus(pool, merchantId, one, 1)
    expect(await frozen(one)).toBe(false)
    // A transaction that begins first and commits last: a read in between must not cause it to be missed.
    const slow = await pool.connect()
    await slow.query('begin')
    await slow.query('update paths set changed = pg_current_xact_id(), status = 4 where merchant_id = $1 and id = $2', [
      merchantId,
      one,
    ])
    await setStatus(pool, merchantId, tree.sibling.pathId, 4)
    expect(await frozen(one)).toBe(false)
    await slow.query('commit')
    slow.release()
    expect(await frozen(one)).toBe(true)
    await Promise.all(
      Array.from({ length: 20 }, async (_, n) => {
        await setStatus(pool, merchantId, one, n % 2 === 0 ? 1 : 4)
        await directories.current(merchantId)
      }),
    )
    await setStatus(pool, merchantId, one, 4)
    expect(await frozen(one)).toBe(true)
  })
})

describe('query plans', () => {
  const plan = async (text: string): Promise<string> => {
    const found = await raw.query<{ 'QUERY PLAN': string }>(`explain ${text}`)
    return found.rows.map((line) => line['QUERY PLAN']).join('\n')
  }

  it('read the first paths by quota and by share from an index, without a sort', async () => {
    const quota = await plan(
      `select path_id from wallets where merchant_id = ${tree.merchant.merchantId} order by quota desc, path_id desc limit 100`,
    )
    expect(quota).toMatch(/Index (Only )?Scan Backward using wallets_quota/)
    expect(quota).not.toMatch(/Sort|Seq Scan/)
    const shares = await plan(
      `select path_id from share_terms where merchant_id = ${tree.merchant.merchantId} and game_id = 0
        order by upline_share, path_id limit 100`,
    )
    expect(shares).toMatch(/using share_terms_upline/)
    expect(shares).not.toMatch(/Sort|Seq Scan/)
  })

  it('read changed paths by the index of changes', async () => {
    const now = await raw.query<{ id: string }>('select pg_current_xact_id()::text as id')
    const changes = await plan(
      `select id from paths
        where merchant_id = ${tree.merchant.merchantId} and changed >= '${now.rows[0]?.id}'::text::xid8`,
    )
    expect(changes).toMatch(/paths_changed/)
  })
})
