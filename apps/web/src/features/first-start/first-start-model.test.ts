import { expect, test } from 'vitest'
import { BLANK, faultsOf, otpauthOf, tokenOf } from './first-start-model.ts'

const FINE = {
  platformName: '天元',
  headName: '天元集团',
  account: 'founder1',
  password: 'Welcome2026',
  again: 'Welcome2026',
}

test('every field of a blank form is asked for', () => {
  expect(Object.keys(faultsOf(BLANK))).toEqual(['platformName', 'headName', 'account', 'password'])
})

test.each([
  [{}, []],
  [{ platformName: '  ' }, ['platformName']],
  [{ headName: '' }, ['headName']],
  [{ account: '1founder' }, ['account']],
  [{ password: 'short', again: 'short' }, ['password']],
  [{ again: 'Welcome2027' }, ['again']],
])('with %o wrong: %o', (change, wrong) => {
  expect(Object.keys(faultsOf({ ...FINE, ...change }))).toEqual(wrong)
})

test('the picture holds the platform’s name, account and secret', () => {
  const address = new URL(otpauthOf(FINE, 'ABCDEFGH'))
  expect(address.searchParams.get('secret')).toBe('ABCDEFGH')
  expect(address.searchParams.get('issuer')).toBe('天元')
  expect(decodeURIComponent(address.pathname)).toContain('天元:founder1')
})

test.each([
  [`#${'a'.repeat(43)}`, 'a'.repeat(43)],
  [`#${'a'.repeat(42)}`, null],
  [`#${'a'.repeat(42)}!`, null],
  ['', null],
])('the token of %s', (hash, token) => {
  expect(tokenOf(hash)).toBe(token)
})
