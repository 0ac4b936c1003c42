import { PERMISSION } from '@strata/contract/permissions'
import { expect, test } from 'vitest'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { BULK_PERMISSIONS, bulkKinds } from './bulk-kinds.ts'

const OWN = 7
const row = (parent: number, roleId: 3 | 10001 | 10002 = 3) => ({ roleId, parentPathsId: parent as never })
const ALL = new Set(BULK_PERMISSIONS)

test('direct children can be given money together, others say why not', () => {
  const why = (rows: Parameters<typeof bulkKinds>[0]) =>
    bulkKinds(rows, { ids: ALL, pathId: OWN }).find(({ kind }) => kind === 'funds')?.why
  expect(why([row(OWN), row(OWN, 10001)])).toBeNull()
  expect(why([row(OWN), row(8)])).toBe(treeText.bulkRows.why.notDirect)
  expect(why([row(OWN), row(OWN, 10002)])).toBe(treeText.bulkRows.why.noWallet)
})

test('only what the caller may do is offered', () => {
  const holder = { ids: new Set([PERMISSION.status]), pathId: OWN }
  expect(bulkKinds([row(OWN)], holder)).toEqual([{ kind: 'status', why: null }])
})
