import { expect, test } from 'vitest'
import { accountFaults, EMPTY_ACCOUNT } from './create-model.ts'

const fine = { ...EMPTY_ACCOUNT, accountName: 'agent09', password: 'Strata2026' }

test('a name and a password suffice', () => expect(accountFaults(fine)).toEqual({}))
test('an existing account needs no password', () =>
  expect(accountFaults({ ...fine, login: 'existing', password: '' })).toEqual({}))
test('an amount needs the transfer password', () => {
  expect(Object.keys(accountFaults({ ...fine, credit: '1,000' }))).toEqual(['transferPassword'])
  expect(accountFaults({ ...fine, credit: '1,000', transferPassword: '123456' })).toEqual({})
})
test('all faults are returned', () =>
  expect(
    Object.keys(accountFaults({ ...EMPTY_ACCOUNT, accountName: '1x', credit: '0', transferPassword: '1' })),
  ).toEqual(['accountName', 'password', 'credit', 'transferPassword']))
