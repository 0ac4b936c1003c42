import { describe, expect, test } from 'vitest'
import type { Terms } from '../terms/terms-model.ts'
import { type Allowed, MAX_ROWS, readAccountTable, TITLES } from './account-table.ts'
import { type Sources, wishOf } from './import-terms.ts'

const allowed: Allowed = { roles: [3, 10001], letters: ['A', 'B'] }
const read = (...rows: string[][]) => readAccountTable([[...TITLES], ...rows], allowed)

describe('a table of accounts', () => {
  test('has a line for each account, by its titles in any order', () => {
    const rows = [['级别', '盘口', '账号'], ['会员', 'b', ' mem0001 '], [], ['代理', '', 'agent09']]
    expect(readAccountTable(rows, allowed)).toEqual({
      lines: [
        {
          row: 2,
          accountName: 'mem0001',
          nickname: '',
          contact: '',
          roleId: 10001,
          pankou: 'B',
          uplineShare: null,
          downlineCap: null,
        },
        {
          row: 4,
          accountName: 'agent09',
          nickname: '',
          contact: '',
          roleId: 3,
          pankou: null,
          uplineShare: null,
          downlineCap: null,
        },
      ],
      faults: [],
    })
    expect(read(['agent09', '甲', '', '代理', '', '5%', '10.50']).lines[0]).toMatchObject({
      nickname: '甲',
      uplineShare: '5',
      downlineCap: '10.5',
    })
    expect(read(['agent09', '', 'mail:a@example.com', '代理', '', '', '']).lines[0]?.contact).toBe('mail:a@example.com')
    expect(read(['agent09', '', '长'.repeat(65), '代理', '', '', '']).faults).toMatchObject([
      { row: 2, column: 'contact' },
    ])
  })

  test('names every fault by row and column, and takes nothing', () => {
    const { lines, faults } = read(
      ['agent09', '', '', '代理', '', '', ''],
      ['1x', '', '', '代理', '', '', ''],
      ['AGENT09', '', '', '代理', 'A', '101', '1.234'],
      ['mem0001', '', '', '会员', 'C', '', '5'],
      ['mem0002', '长'.repeat(33), '', '总代理', '', '', ''],
    )
    expect(lines).toEqual([])
    expect(faults.map(({ row, column }) => [row, column])).toEqual([
      [3, 'accountName'],
      [4, 'pankou'],
      [4, 'uplineShare'],
      [4, 'downlineCap'],
      [4, 'accountName'],
      [5, 'pankou'],
      [5, 'downlineCap'],
      [6, 'nickname'],
      [6, 'roleId'],
    ])
    for (const { why } of faults) expect(why).toMatch(/[\u4e00-\u9fff]/)
  })

  test('may leave out the role where there is only one', () => {
    const rows = [
      ['账号', '盘口'],
      ['mem0001', 'A盘'],
    ]
    expect(readAccountTable(rows, { ...allowed, roles: [10001] }).lines).toMatchObject([{ roleId: 10001, pankou: 'A' }])
    expect(readAccountTable(rows, allowed).faults).toMatchObject([{ row: 2, column: 'roleId' }])
  })

  test('is refused without titles and with too many rows', () => {
    expect(readAccountTable([['agent09']], allowed).faults).toMatchObject([{ row: 1, column: null }])
    const rows = Array.from({ length: MAX_ROWS + 1 }, (_, place) => [`agent${1000 + place}`, '', '', '代理'])
    expect(read(...rows).faults).toMatchObject([{ row: MAX_ROWS + 2, column: null }])
    expect(read(...rows.slice(1)).lines).toHaveLength(MAX_ROWS)
  })
})

const bound = { min: '0', max: '100', why: '' }
const game = (more: object) => ({
  gameId: 0,
  enabled: true,
  uplineShare: '10',
  downlineCap: '60',
  remainder: 'head',
  pankou: ['A', 'B'],
  replenishPankou: 'A',
  acceptType: 0,
  plays: [],
  bounds: { uplineShare: bound, downlineCap: bound, pankou: ['A', 'B'], acceptType: [0] },
  ...more,
})
const termsOf = (...games: object[]) =>
  ({ agentPathsId: 1, version: 1, isAllowPilotOut: false, games }) as unknown as Terms
const sources: Sources = {
  parent: termsOf(game({}), game({ gameId: 3 })),
  parentRole: 2,
  games: [
    { id: 0, groups: [] },
    { id: 3, groups: [] },
  ] as unknown as Sources['games'],
  likeAgent: termsOf(game({ uplineShare: '7', downlineCap: '30' })),
  likeMember: null,
}

test('rows of one kind name the same terms, which name every game', () => {
  const { lines } = read(
    ['agent09', '', '', '代理', '', '', ''],
    ['mem0001', '', '', '会员', 'A', '3', ''],
    ['agent10', '', '', '代理', '', '4', '20'],
    ['mem0002', '', '', '会员', 'B', '', ''],
  )
  const { terms, items, shown } = wishOf(lines, sources)
  expect(items.map((item) => [item.terms, item.pankou, item.uplineShare, item.downlineCap])).toEqual([
    [0, undefined, undefined, undefined],
    [1, 'A', '3', undefined],
    [0, undefined, '4', '20'],
    [2, 'B', undefined, undefined],
  ])
  expect(terms[0]?.games).toMatchObject([
    { gameId: 0, uplineShare: '7', downlineCap: '30' },
    { gameId: 3, uplineShare: '7', downlineCap: '30' },
  ])
  expect(terms[1]?.games).toEqual([{ gameId: 0 }, { gameId: 3 }])
  expect(shown.map(({ uplineShare, downlineCap }) => [uplineShare, downlineCap])).toEqual([
    ['7', '30'],
    ['3', ''],
    ['4', '20'],
    ['0', ''],
  ])
})
