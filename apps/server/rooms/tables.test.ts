import { describe, expect, it } from 'vitest'
import { ownerComplaints, tableUses, textsIn } from './tables.ts'

const sent = (file: string, text: string): string[] => ownerComplaints(new Map([[text, new Set([file])]]), [text])

describe('tables of a statement', () => {
  it.each([
    ['select 1 from wallets w where w.path_id = 1', [{ table: 'wallets', writes: false }]],
    [
      'select 1 from only "paths" p join accounts on true',
      [
        { table: 'paths', writes: false },
        { table: 'accounts', writes: false },
      ],
    ],
    [
      'delete from sessions s using accounts a',
      [
        { table: 'sessions', writes: true },
        { table: 'accounts', writes: false },
      ],
    ],
    ['with x as (update orders set stake = 0 returning id) select from orders', [{ table: 'orders', writes: true }]],
    [
      'insert into draws as d (id) values (1) on conflict (id) do update set at = 1',
      [{ table: 'draws', writes: true }],
    ],
    ['select 1 from wallets_of_old, x.orders -- from accounts\n /* join paths */', []],
    ['select id from t for no key update', []],
  ])('%s', (text, uses) => {
    expect(tableUses(text)).toEqual(uses)
  })
})

describe('texts of a source', () => {
  it('leaves out comments and keeps the texts inside templates', () => {
    const source = [
      "import { a } from './a.ts' // it's no text",
      '/** `from` a comment */',
      `const b = \`x \${c ? \`y \${'z'}\` : {}} \\\` w\``,
      'const d = "it\\"s"',
    ].join('\n')
    expect(textsIn(source)).toEqual(['./a.ts', 'z', 'y 0', 'x 0 \\` w', 'it\\"s'])
  })
})

describe('statements of a test run', () => {
  it('may name tables of the room that sends them', () => {
    expect(sent('ledger/store.ts', 'update wallets set balance = 0')).toEqual([])
  })

  it('may not name tables of another room', () => {
    expect(sent('groups/store.ts', 'update wallets set balance = 0')).toEqual([
      expect.stringContaining('groups/store.ts names wallets of ledger (writes)'),
    ])
  })

  it('may join tables that an entry of the room allows', () => {
    const fold = 'with x as (insert into postings select from orders) insert into payouts select 1'
    expect(sent('settlement/settle/settle.ts', fold)).toEqual([])
    expect(sent('settlement/settle/settle.ts', `${fold} from chat_groups`)).toHaveLength(1)
    expect(sent('reports/orders/store-orders.ts', fold)).toHaveLength(1)
  })

  it('may be carried by the files listed for it, within the limits of their writers', () => {
    expect(sent('exports/source.ts', 'select 1 from change_log')).toEqual([])
    expect(sent('exports/start.ts', 'select 1 from change_log')).toHaveLength(1)
    expect(sent('exports/source.ts', 'select 1 from change_log, x join wallets on true')).toHaveLength(1)
  })

  it('must be sent by a known file', () => {
    expect(ownerComplaints(new Map(), ['select 1 from wallets', 'select 1'])).toEqual([
      'sent by nobody known: select 1 from wallets',
    ])
  })

  it('are not checked when a test sends them', () => {
    expect(sent('groups/groups.pg.test.ts', 'delete from wallets')).toEqual([])
    expect(sent('book/testing/world.ts', 'delete from wallets')).toEqual([])
  })
})
