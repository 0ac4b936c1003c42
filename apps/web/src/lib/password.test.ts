import { passwordProblem, transferPasswordProblem } from '@strata/contract/rules'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makePassword, makeTransferPassword, passwordChecks } from './password.ts'

test('the list on screen always agrees with the rule of the contract', () => {
  const letters = fc.constantFrom(...'abcABC012中 -')
  fc.assert(
    fc.property(fc.array(letters, { maxLength: 18 }), (parts) => {
      const text = parts.join('')
      expect(passwordChecks(text).every(({ ok }) => ok)).toBe(passwordProblem(text) === null)
    }),
  )
})

test('a generated password follows the rules', () => {
  for (let round = 0; round < 50; round++)
    expect(passwordProblem(makePassword((bytes) => crypto.getRandomValues(bytes)))).toBeNull()
})

test('a generated transfer password has six digits', () => {
  for (let round = 0; round < 50; round++)
    expect(transferPasswordProblem(makeTransferPassword((bytes) => crypto.getRandomValues(bytes)))).toBeNull()
})
