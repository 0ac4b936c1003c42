import { GroupId } from '@strata/domain/ids'
import { describe, expect, it } from 'vitest'
import {
  ceilingOf,
  changesOf,
  type Row,
  rateConflicts,
  rateProblem,
  remainingRates,
  requestOf,
  withRate,
  withRates,
} from './pankou-model.ts'

const row = (groupId: number, B: string, C = '3'): Row => ({
  groupId: GroupId(groupId),
  rates: { A: '0', B, C, D: '4.5' },
})
const ROWS = [row(301, '1.5'), row(302, '1.2')]
const [FIRST, SECOND] = ROWS as [Row, Row]

describe('rates being edited', () => {
  const edits = withRate(withRate(withRate({}, FIRST, 'B', '1.0'), SECOND, 'B', '1.20'), SECOND, 'D', '4')

  it('are only those that differ, and a request has them by group', () => {
    expect(
      changesOf(ROWS, edits).map(({ groupId, letter, before, after }) => [groupId, letter, before, after]),
    ).toEqual([
      [301, 'B', '1.5', '1.0'],
      [302, 'D', '4.5', '4'],
    ])
    expect(requestOf(changesOf(ROWS, edits))).toEqual([
      { groupId: 301, rates: { B: '1' } },
      { groupId: 302, rates: { D: '4' } },
    ])
  })

  it('are filled and pasted from the first pankou with commission on', () => {
    const made = [
      { row: 0, column: 0, value: '0.5' },
      { row: 1, column: 2, value: '4.50' },
      { row: 2, column: 0, value: '1' },
    ]
    expect(withRates(edits, ROWS, made)).toEqual({ '301:B': '0.5' })
  })

  it.each([
    ['1.5', null],
    ['0', null],
    ['1.501', '不能高于 1.5'],
    ['', '请填写 0 至 100 的数字，最多三位小数'],
    ['1.2345', '请填写 0 至 100 的数字，最多三位小数'],
    ['-1', '请填写 0 至 100 的数字，最多三位小数'],
  ])('%s on B: %s', (text, problem) => {
    expect(rateProblem('B', text)).toBe(problem)
  })

  it('beside those that somebody else saved: each is asked for, and the other one can be taken', () => {
    const now = [row(301, '0.8'), row(302, '1.2', '2')]
    const cells = rateConflicts({ opened: ROWS, now, edits, nameOf: String })
    expect(cells.map(({ what, opened, theirs, mine }) => [what, opened, theirs, mine])).toEqual([
      ['301 B 盘', '1.5', '0.8', '1.0'],
      ['302 C 盘', '3', '2', null],
    ])
    expect(remainingRates(edits, now, new Set())).toEqual({ '301:B': '1.0', '302:D': '4' })
    expect(remainingRates(edits, now, new Set(['301:B']))).toEqual({ '302:D': '4' })
  })

  it('end at the ladder', () => {
    expect(['A', 'B', 'C', 'D'].map((letter) => ceilingOf(letter as 'A'))).toEqual(['0', '1.5', '3', '4.5'])
  })
})
