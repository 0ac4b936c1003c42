import { must } from '@strata/domain/must'
import { expect, test } from 'vitest'

test.each([0, '', false])('returns %j', (value) => expect(must(value, 'a value')).toBe(value))

test.each([undefined, null])('throws for %s and names what is missing', (value) =>
  expect(() => must(value, 'the parent')).toThrow('the parent is missing'),
)
