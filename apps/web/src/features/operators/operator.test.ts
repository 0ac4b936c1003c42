import { expect, test } from 'vitest'
import { actionsOf, ipsOf, ipsProblem } from './operator.ts'

test.each([
  [{ own: true, status: 1, validatorOn: true }, ['edit', 'sessions']],
  [{ own: false, status: 1, validatorOn: false }, ['edit', 'disable', 'freeze', 'password', 'sessions']],
  [{ own: false, status: 2, validatorOn: true }, ['edit', 'enable', 'freeze', 'password', 'validator', 'sessions']],
] as const)('actions of %o', (row, actions) => {
  expect(actionsOf(row)).toEqual(actions)
})

test('addresses stand in lines or between commas', () => {
  expect(ipsOf(' 10.0.0.1\n10.0.0.2，10.0.0.3 ')).toEqual(['10.0.0.1', '10.0.0.2', '10.0.0.3'])
  expect(ipsOf('')).toEqual([])
})

test('a wrong address is named', () => {
  expect(ipsProblem('10.0.0.1\n10.0.0.999')).toContain('10.0.0.999')
  expect(ipsProblem('10.0.0.1')).toBeNull()
})
