import { expect, test } from 'vitest'
import { actionsOf } from './operator.ts'

test.each([
  [{ own: true, status: 1, validatorOn: true }, ['edit', 'sessions']],
  [{ own: false, status: 1, validatorOn: false }, ['edit', 'disable', 'freeze', 'password', 'sessions']],
  [{ own: false, status: 2, validatorOn: true }, ['edit', 'enable', 'freeze', 'password', 'validator', 'sessions']],
] as const)('actions of %o', (row, actions) => {
  expect(actionsOf(row)).toEqual(actions)
})
