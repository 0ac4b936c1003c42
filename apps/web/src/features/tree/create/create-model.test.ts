import { CODES } from '@strata/contract/errors'
import { expect, test } from 'vitest'
import { accountFaults, EMPTY_ACCOUNT, FIELD_CODES, refusedFields } from './create-model.ts'

const fine = { ...EMPTY_ACCOUNT, accountName: 'agent09', password: 'Strata2026' }

test('a name and a password suffice', () => expect(accountFaults(fine)).toEqual({}))
test('an existing account needs no password', () =>
  expect(accountFaults({ ...fine, login: 'existing', password: '' })).toEqual({}))
test('an amount may have separators', () => expect(accountFaults({ ...fine, credit: '1,000' })).toEqual({}))
test('all faults are returned', () =>
  expect(Object.keys(accountFaults({ ...EMPTY_ACCOUNT, accountName: '1x', credit: '0' }))).toEqual([
    'accountName',
    'password',
    'credit',
  ]))

test.each([
  [{ code: CODES.exists, message: '账号已存在', data: null }, { accountName: '账号已存在' }],
  [{ code: CODES.balanceTooLow, message: '余额不足', data: null }, { credit: '余额不足' }],
  [
    { code: CODES.badParameter, message: '密码', data: { issues: [{ path: 'password', message: '太短' }] } },
    { password: '太短' },
  ],
  [{ code: CODES.beyondTerm, message: '超出', data: { issues: [{ path: 'terms.games', message: '超出' }] } }, {}],
  [{ code: CODES.frozen, message: '冻结', data: undefined }, {}],
])('%j jumps to its field', (refusal, fields) => expect(refusedFields(refusal)).toEqual(fields))

test('the codes that are no toast are those of a field, and of the transfer password', () => {
  const fields = Object.values(CODES).filter(
    (code) => Object.keys(refusedFields({ code, message: 'x', data: null })).length > 0,
  )
  expect(new Set(FIELD_CODES)).toEqual(new Set([CODES.transferPassword, ...fields]))
})
