import { GroupId } from '@strata/domain/ids'
import { describe, expect, test } from 'vitest'
import type { BoardRow } from '../board-state/board-model.ts'
import type { BoardTab } from '../board-state/board-tabs.ts'
import { replenishItems } from './replenish-items.ts'

const row = (playCode: string, itemCode: string, over: Partial<BoardRow> = {}): BoardRow => ({
  playCode,
  itemCode,
  itemName: itemCode,
  odds: '48.5',
  betCount: 1,
  betAmount: '10',
  held: '5',
  in: '0',
  out: '0',
  through: '0',
  pending: '0',
  net: '5',
  netAmount: '-100',
  warn: 0,
  ...over,
})
const plays = [
  { id: 1, code: 'TMA', name: '特码A' },
  { id: 2, code: 'TMB', name: '特码B' },
]
const special: BoardTab = {
  code: 'TM',
  name: '特码',
  groups: [{ id: GroupId(301), code: 'TM', name: '特码', plays }],
  call: 'special',
  sections: [{ title: '特码', plays: ['TMA', 'TMB'] }],
  oneByOne: false,
}

describe('items of the chosen rows', () => {
  test('a number of the special board is one item per play with a held stake, with the number’s result', () => {
    const behind = [row('TMA', '01', { net: '3' }), row('TMB', '01', { net: '2', odds: '42' }), row('TMA', '02')]
    const items = replenishItems({ tab: special, rows: [row('TMA', '01', { netAmount: '-777' })], behind }, ['TMA|01'])
    expect(items).toMatchObject([
      { playCode: 'TMA', net: '3', odds: '48.5', netAmount: '-777', outcome: '01', playName: '特码A' },
      { playCode: 'TMB', net: '2', odds: '42', netAmount: '-777', outcome: '01', playName: '特码B' },
    ])
  })

  test('a number without a held stake is one item', () => {
    const behind = [row('TMA', '01', { net: '0' }), row('TMB', '01', { net: '-2' })]
    expect(replenishItems({ tab: special, rows: [row('TMA', '01')], behind }, ['TMA|01'])).toHaveLength(1)
  })

  test('elsewhere a row is its own item; missing rows are left out', () => {
    const tab: BoardTab = { ...special, call: 'common', sections: [{ title: '特码A', plays: ['TMA'] }] }
    const items = replenishItems({ tab, rows: [row('TMA', '02')], behind: null }, ['TMA|02', 'TMA|09'])
    expect(items).toMatchObject([{ itemCode: '02', netAmount: '-100' }])
    expect(items[0]).not.toHaveProperty('outcome')
  })
})
