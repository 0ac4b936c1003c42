import { PERMISSION } from '@strata/contract/permissions'
import type { Role } from '@strata/domain/tree'
import { expect, test } from 'vitest'
import { ACTIONS, rowActions } from './row-actions.ts'

const ALL = new Set([
  PERMISSION.accounts,
  PERMISSION.createAccounts,
  PERMISSION.terms,
  PERMISSION.funds,
  PERMISSION.status,
  PERMISSION.passwords,
])
const may = (roleId: 1 | 2 | 3 | 10001 | 10002, parentRole: Role | null = 1, ids: ReadonlySet<number> = ALL) =>
  rowActions({ roleId }, { ids, parentRole })
    .filter(({ why }) => why === null)
    .map(({ action }) => action)

test('an agent: everything except the upgrade', () =>
  expect(may(3)).toEqual(ACTIONS.filter((action) => action !== 'upgrade')))
test('a member cannot sign in: no password, no login log', () =>
  expect(may(10001)).toEqual(['edit', 'transfer', 'recover', 'status', 'upgrade', 'funds', 'changeLog']))
test('a member under an agent cannot be upgraded', () => expect(may(10001, 3)).not.toContain('upgrade'))
test('a fly-order account has no wallet', () => expect(may(10002)).not.toContain('transfer'))
test('only actions with a held permission are shown', () => {
  expect(may(3, 1, new Set([PERMISSION.accounts]))).toEqual(['edit', 'funds', 'loginLog', 'changeLog'])
  expect(rowActions({ roleId: 3 }, { ids: new Set(), parentRole: 1 })).toEqual([])
})
