import { PERMISSION } from '@strata/contract/permissions'
import { expect, test } from 'vitest'
import { sessionOver, sessionWithoutPath } from './held-paths.ts'
import type { SessionAccount, SessionPath } from './session.ts'

const path = (agentPathsId: number, permissionIds: readonly number[], isAllowPilotOut = true): SessionPath => ({
  agentPathsId,
  pathName: 'agent001',
  roleId: 3,
  rolesAbove: [0, 1, 2],
  nickname: '',
  isAllowPilotOut,
  permissionIds,
})
const account: SessionAccount = {
  accountId: 1,
  accountName: 'agent001',
  roleId: 3,
  mainAccountId: 0,
  maintenanceState: 0,
  isAllowPilotOut: true,
  accountType: 2,
  mustChangePassword: false,
  needSetPassword: false,
  lastLoginAt: null,
}
const held = {
  account,
  paths: [path(4, [PERMISSION.boards, PERMISSION.reports]), path(9, [PERMISSION.results])],
  currentPathId: 9,
  replenishType: 3,
}

test('an unchanged session stays as it is', () => {
  expect(
    sessionOver(held, [path(4, [PERMISSION.boards, PERMISSION.reports]), path(9, [PERMISSION.results])]),
  ).toBeNull()
})

test('permissions are those of the current path', () => {
  expect(
    sessionOver(held, [path(4, [PERMISSION.reports]), path(9, [PERMISSION.results, PERMISSION.accounts], false)]),
  ).toMatchObject({
    account: { accountName: 'agent001', isAllowPilotOut: false },
    replenishType: 3,
    currentPathId: 9,
    permissionIds: [PERMISSION.results, PERMISSION.accounts],
  })
})

test('a removed current path is replaced by the first one', () => {
  const first = { currentPathId: 4, permissionIds: [PERMISSION.reports], replenishType: null }
  expect(sessionOver(held, [path(4, [PERMISSION.reports])])).toMatchObject(first)
})

test('without an account or without any path nothing is decided here', () => {
  expect(sessionOver({ ...held, account: null }, [path(4, [])])).toBeNull()
  expect(sessionOver(held, [])).toBeNull()
})

test('a disabled path is replaced by the next one, until there is none', () => {
  const left = sessionWithoutPath(held)
  expect(left).toMatchObject({
    currentPathId: 4,
    permissionIds: [PERMISSION.boards, PERMISSION.reports],
    paths: [{ agentPathsId: 4 }],
  })
  expect(left && sessionWithoutPath(left)).toBeNull()
})
