import { describe, expect, it } from 'vitest'
import { placementOf, shardComplaints } from './shards.ts'
import { spreadStatements } from './spread-statements.ts'
import { tableKinds } from './table-kinds.ts'

describe('a statement of one merchant', () => {
  it.each([
    'select 1 from wallets w where w.merchant_id = $1',
    'select 1 from wallets where merchant_id = ($1::integer[])[1]',
    'select 1 from merchants m join paths p on p.merchant_id = m.id where m.id = $1',
    'select 1 from orders o left join voids v using (merchant_id) where o.merchant_id = $1::integer',
    'insert into wallets (merchant_id, path_id) values ($1, $2)',
    'insert into wallets (path_id, merchant_id) select t.id, $2::integer from unnest($1::integer[]) as t (id)',
    'with x as materialized (select * from orders o where o.merchant_id = $1) insert into payouts (merchant_id, amount) select $1, y.a from x y',
    'update wallets w set balance = 0 from paths p where p.merchant_id = w.merchant_id and w.merchant_id = $1',
    'select (select day from merchant_periods mp where mp.merchant_id = $1) from periods where id = $2 for update',
  ])('goes to one machine: %s', (text) => {
    expect(placementOf(text)).toMatchObject({ isSpread: false, faults: [] })
  })
})

describe('a statement of several merchants', () => {
  it.each([
    'select 1 from wallets',
    'select 1 from wallets where merchant_id = any($1)',
    'select 1 from wallets w where w.path_id in (select id from paths where merchant_id = $1)',
    'select 1 from wallets where merchant_id = $1 union all select 1 from wallets',
    'select 1 from merchants m join paths p on p.merchant_id = m.id',
    'insert into wallets (merchant_id, path_id) select m.id, 1 from merchants m',
    'update merchants set config_version = config_version + 1',
    'delete from exports where expires_at <= $1',
  ])('goes to many machines: %s', (text) => {
    expect(placementOf(text)).toMatchObject({ isSpread: true, faults: [] })
  })

  it('may not lock rows', () => {
    const text = 'select id from merchants order by id for no key update'
    expect(placementOf(text).faults).toEqual(['locks rows of several merchants'])
  })
})

describe('kinds of tables', () => {
  it('say nothing of a statement that touches reference and local tables alone', () => {
    const text = 'select 1 from sessions s join accounts a on a.id = s.account_id for update'
    expect(placementOf(text)).toMatchObject({ isSpread: false, faults: [] })
  })

  it('keep a local table out of joins with distributed ones', () => {
    const text = 'select 1 from sessions s join paths p on p.account_id = s.account_id where p.merchant_id = $1'
    expect(placementOf(text).faults).toEqual(['joins a local table with a distributed one'])
  })

  it('keep a reference and a distributed table from being written by one statement', () => {
    const text = 'with a as (insert into accounts (name) values ($2)) insert into paths (merchant_id) values ($1)'
    expect(placementOf(text).faults).toEqual(['writes a reference and a distributed table at once'])
  })

  it('keep a reference table from being locked by a statement that writes a distributed one', () => {
    const text = `with a as (select 1 from accounts where id = $2 for share)
                  update paths set status = 4 where merchant_id = $1 and exists (select from a)`
    expect(placementOf(text).faults).toEqual(['locks rows of a reference table while it writes'])
  })

  it('do not take the name of an expression for a table', () => {
    const text = 'with paths as (select 1 as id) select id from paths'
    expect(placementOf(text)).toMatchObject({ refs: [], isSpread: false })
  })
})

describe('recorded statements', () => {
  const sent = (file: string, text: string): string[] => shardComplaints(new Map([[text, new Set([file])]]))

  it('may go to several machines from a listed file, for its tables', () => {
    expect(sent('groups/store.ts', 'select 1 from chat_groups where merchant_id = any($1)')).toEqual([])
    expect(sent('groups/store.ts', 'select 1 from wallets where merchant_id = any($1)')).toEqual([
      'groups/store.ts asks every machine for wallets: select 1 from wallets where merchant_id = any($1)',
    ])
    expect(sent('intake/store.ts', 'select 1 from chat_groups where merchant_id = any($1)')).toHaveLength(1)
  })

  it('may be anything in a test', () => {
    expect(sent('groups/groups.pg.test.ts', 'select 1 from wallets for update')).toEqual([])
  })

  it('are allowed by entries with a reason, one for each file, for distributed tables', () => {
    const files = spreadStatements.map(({ file }) => file)
    expect(new Set(files).size).toBe(files.length)
    for (const { tables, reason } of spreadStatements) {
      expect(reason).not.toBe('')
      for (const table of tables) expect([table, tableKinds.get(table)]).toEqual([table, 'distributed'])
    }
  })
})
