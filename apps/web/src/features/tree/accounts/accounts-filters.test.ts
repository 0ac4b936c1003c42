import type { Role } from '@strata/domain/tree'
import { describe, expect, test } from 'vitest'
import { changedAddress, readAccountFilters, readOpenLog, rolesBelow } from './accounts-filters.ts'

const read = (text: string) => readAccountFilters(new URLSearchParams(text))

describe('the address of the accounts page', () => {
  test('empty: everything below the signed-in path', () =>
    expect(read('')).toEqual({
      at: null,
      tab: 'all',
      below: false,
      keyword: '',
      status: null,
      groupId: null,
      sort: null,
      pageIndex: 1,
      pageSize: 20,
      made: null,
    }))
  test('all filters', () =>
    expect(read('at=7&role=2&atName=gen01&tab=10001&q=abc&status=4&group=3&sort=balance&dir=0&page=2&size=50')).toEqual(
      {
        at: { agentPathsId: 7, roleId: 2, name: 'gen01' },
        tab: 10001,
        below: false,
        keyword: 'abc',
        status: 4,
        groupId: 3,
        sort: { columnName: 'balance', direction: 0 },
        pageIndex: 2,
        pageSize: 50,
        made: null,
      },
    ))
  test('invalid values are left out', () =>
    expect(read('at=x&tab=9&status=3&sort=name&page=0&size=33&page=-1')).toMatchObject({
      at: null,
      tab: 'all',
      status: null,
      sort: null,
      pageIndex: 1,
      pageSize: 20,
      made: null,
    }))
  test('a changed filter starts at the first page', () => {
    const held = new URLSearchParams('q=a&page=3')
    expect(String(changedAddress(held, { status: 2 }))).toBe('q=a&status=2')
    expect(String(changedAddress(held, { page: 4 }))).toBe('q=a&page=4')
    expect(String(changedAddress(held, { q: '' }))).toBe('')
  })
})

test.each([
  ['log=loginLog&logOf=7&logName=gen01&logPage=3', { which: 'loginLog', agentPathsId: 7, name: 'gen01', pageIndex: 3 }],
  ['log=changeLog&logOf=7&logPage=9999', { which: 'changeLog', agentPathsId: 7, name: '', pageIndex: 500 }],
  ['log=changeLog', null],
  ['log=edit&logOf=7', null],
  ['', null],
])('the log opened by %s', (text, log) => expect(readOpenLog(new URLSearchParams(text))).toEqual(log))

test.each<[Role, Role[]]>([
  [0, [1]],
  [1, [2, 3, 10001, 10002]],
  [2, [3, 10001, 10002]],
  [3, [10001, 10002]],
])('below role %i', (role, below) => expect(rolesBelow(role)).toEqual(below))

test('the mark of a new account goes with the next change', () => {
  const held = new URLSearchParams('made=9&tab=3')
  expect(changedAddress(held, { page: 2 }).get('made')).toBeNull()
  expect(changedAddress(held, { create: null, made: 12 }).get('made')).toBe('12')
})
