import { PERMISSION } from '@strata/contract/permissions'
import type { Role } from '@strata/domain/tree'
import { expect, test } from 'vitest'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { ACTIONS, rowActions } from './row-actions.ts'

const ALL = new Set([
  PERMISSION.accounts,
  PERMISSION.createAccounts,
  PERMISSION.terms,
  PERMISSION.funds,
  PERMISSION.status,
  PERMISSION.passwords,
])
const OWN = 7
const may = (
  roleId: 1 | 2 | 3 | 10001 | 10002,
  parentRole: Role | null = 1,
  ids: ReadonlySet<number> = ALL,
  pathId = OWN,
) =>
  rowActions({ roleId, parentPathsId: OWN as never }, { ids, parentRole, pathId })
    .filter(({ why }) => why === null)
    .map(({ action }) => action)

test('an agent: everything except the upgrade', () =>
  expect(may(3)).toEqual(ACTIONS.filter((action) => action !== 'upgrade')))
test('a member cannot sign in: no password, no login log', () =>
  expect(may(10001)).toEqual(['edit', 'transfer', 'recover', 'status', 'upgrade', 'clone', 'funds', 'changeLog']))
test('a member under an agent cannot be upgraded', () => expect(may(10001, 3)).not.toContain('upgrade'))
test('a fly-order account has no wallet', () => expect(may(10002)).not.toContain('transfer'))
test('money moves to direct children only, and the others say why', () => {
  expect(may(3, 2, ALL, 8)).toEqual(ACTIONS.filter((action) => !['upgrade', 'transfer', 'recover'].includes(action)))
  const states = rowActions({ roleId: 3, parentPathsId: OWN as never }, { ids: ALL, parentRole: 2, pathId: 8 })
  expect(states.filter(({ why }) => why === treeText.why.notDirect).map(({ action }) => action)).toEqual([
    'transfer',
    'recover',
  ])
})
test('a row of a search is not copied from here', () => expect(may(3, null)).not.toContain('clone'))
test('only actions with a held permission are shown', () => {
  expect(may(3, 1, new Set([PERMISSION.accounts]))).toEqual(['edit', 'funds', 'loginLog', 'changeLog'])
  expect(
    rowActions({ roleId: 3, parentPathsId: OWN as never }, { ids: new Set(), parentRole: 1, pathId: OWN }),
  ).toEqual([])
})
