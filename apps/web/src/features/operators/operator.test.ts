import { expect, test } from 'vitest'
import { actionsOf, changesOf, overTheirs, type Profile, profileConflicts } from './operator.ts'

test.each([
  [{ own: true, status: 1, validatorOn: true }, ['edit', 'sessions']],
  [{ own: false, status: 1, validatorOn: false }, ['edit', 'disable', 'freeze', 'password', 'sessions']],
  [{ own: false, status: 2, validatorOn: true }, ['edit', 'enable', 'freeze', 'password', 'validator', 'sessions']],
] as const)('actions of %o', (row, actions) => {
  expect(actionsOf(row)).toEqual(actions)
})

const seen: Profile = { nickname: '甲', contact: '', allowedIps: ['10.0.0.1'], moduleIds: [1, 2, 3] }

test('only what was typed is sent, with what it was', () => {
  expect(changesOf(seen, { ...seen, moduleIds: [3, 2, 1] })).toEqual({ fields: {}, seen: {} })
  expect(changesOf(seen, { ...seen, nickname: '乙', moduleIds: [1, 2] })).toEqual({
    fields: { nickname: '乙', moduleIds: [1, 2] },
    seen: { nickname: '甲', moduleIds: [1, 2, 3] },
  })
})

test('what a second operator granted and took away stays beside what was typed', () => {
  const typed = { ...seen, moduleIds: [1, 2, 3, 5] }
  const theirs = { ...seen, nickname: '丙', moduleIds: [1, 3, 4] }
  const merged = overTheirs(seen, theirs, typed)
  expect(merged).toEqual({ ...seen, nickname: '丙', moduleIds: [1, 3, 4, 5] })
  expect(overTheirs(seen, theirs, { ...seen, moduleIds: [1, 2] }).moduleIds).toEqual([1, 4])
  const cells = profileConflicts({ opened: seen, theirs, typed: merged }, (id) => `权限${id}`)
  expect(cells.map(({ key, opened, theirs: their, mine }) => [key, opened, their, mine])).toEqual([
    ['nickname', '甲', '丙', null],
    ['moduleIds', '权限1、权限2、权限3', '权限1、权限3、权限4', '权限1、权限3、权限4、权限5'],
  ])
})
