import { expect, test, vi } from 'vitest'

// The module reaches the browser's address when it is loaded; the rule under test does not.
vi.stubGlobal('window', { location: { protocol: 'http:', hostname: 'localhost', port: '' } })
const { worstOf } = await import('./use-home.ts')

const row = (name: string, worst: string | null, warn = 0) => ({ name, code: name, worst, warn })

test('the worst of all groups, by amount and not by its text', () => {
  expect(worstOf([row('a', '-90'), row('b', '-1000.5', 2), row('c', null)])).toEqual({
    amount: '-1000.5',
    group: 'b',
    code: 'b',
    warn: 2,
  })
})

test('without bets there is none', () => {
  expect(worstOf([row('a', null)])).toBeNull()
  expect(worstOf([])).toBeNull()
})
