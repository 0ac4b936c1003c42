import { playsOfGame } from '@strata/domain/games/catalogue'
import { itemName } from '@strata/domain/games/item'
import { describe, expect, test } from 'vitest'
import { type Board, type BoardRow, mergeCombinations, rowKey } from '../board-state/board-model.ts'
import { calledOf, partsOf } from './combination-model.ts'

const partNames = (game: '5M' | '6HC' | 'PC', playCode: string, itemCode: string): (string | number)[] => {
  const play = playsOfGame(game).find(({ code }) => code === playCode)
  if (!play) throw new Error(playCode)
  const row = { playCode, itemCode, itemName: itemName(play, itemCode) }
  return partsOf(game, row).map(({ number, name }) => number ?? name)
}

describe('the parts of a combination', () => {
  test.each([
    ['6HC', 'LM_3QZ', '01+02+49', [1, 2, 49]],
    ['6HC', 'BZ5', '01+02+03+04+05', [1, 2, 3, 4, 5]],
    ['6HC', 'TPZ1', '07', [7]],
    ['6HC', 'LX2', 'SHU+MA', ['鼠', '马']],
    ['6HC', 'LW3', '0+1+9', ['0尾', '1尾', '9尾']],
    ['6HC', 'HX', 'SHU+NIU+HU', ['鼠', '牛', '虎']],
    ['6HC', 'GG', 'ZM1:DA+ZM4:RED', ['正码1 大', '正码4 红波']],
    ['5M', 'DW3_Q3', '077', [0, 7, 7]],
    ['5M', 'ZX6_H3', '1+2+3+4', [1, 2, 3, 4]],
    ['PC', 'B3', '0+13+27', [0, 13, 27]],
  ] as const)('%s %s %s', (game, play, item, expected) => {
    expect(partNames(game, play, item)).toEqual(expected)
  })
})

const row = (itemCode: string, net: string): BoardRow => ({
  playCode: 'LM_2QZ',
  itemCode,
  itemName: itemCode,
  odds: '65',
  betCount: 1,
  betAmount: net,
  held: net,
  in: '0',
  out: '0',
  through: '0',
  pending: '0',
  net,
  netAmount: '0',
  warn: 0,
})
const totals = { betCount: 0, betAmount: '0', held: '0', in: '0', out: '0', through: '0', pending: '0', net: '0' }
const board = (version: number, rows: readonly BoardRow[], order: readonly string[]): Board => ({
  period: { periodNo: '1', state: 'open', openAt: 1, closeAt: 2, hedgeCloseAt: 3, drawAt: 4, serverNow: 1 },
  rows,
  totals: { ...totals, best: null, worst: null },
  version,
  combinations: { matching: order.length, order: order.map((item) => `LM_2QZ ${item}`), plays: [], numbers: [] },
})

test.each([
  ['6HC', 'TMA', '07', '07', '07'],
  ['PK', 'R1', '1', '1号', '1'],
  ['5M', 'B1_LM', 'DA', '大', '大'],
  ['6HC', 'LM_2QZ', '01+12', '01,12', '01 12'],
  ['6HC', 'LX2', 'SHU+MA', '鼠,马', '鼠 马'],
])('%s %s %s %s is called %s, as it is shown', (game, playCode, itemCode, name, called) => {
  expect(calledOf(game, { playCode, itemCode, itemName: name })).toBe(called)
})

describe('updates of the top combinations', () => {
  const held = board(1, [row('01+02', '30'), row('02+03', '20')], ['01+02', '02+03'])

  test('are shown in the new order, without those that have left the top', () => {
    const merged = mergeCombinations(held, board(2, [row('03+04', '40')], ['03+04', '01+02']))
    expect(merged?.rows.map(rowKey)).toEqual(['LM_2QZ|03+04', 'LM_2QZ|01+02'])
    expect(merged?.rows[1]).toBe(held.rows[0])
  })

  test('need the whole list if an unknown one is in the top', () => {
    expect(mergeCombinations(held, board(2, [], ['01+02', '09+10']))).toBeNull()
  })
})
