import { expect, test, vi } from 'vitest'

// The module reads the browser's address when it loads; the tested rule does not need it.
vi.stubGlobal('window', { location: { protocol: 'http:', hostname: 'localhost', port: '' } })
const { worstOf } = await import('./use-home.ts')

const row = (name: string, worst: string | null, warn = 0) => ({ name, code: name, worst, warn })

test('the worst of all groups, compared as amounts and not as texts', () => {
  expect(worstOf([row('a', '-90'), row('b', '-1000.5', 2), row('c', null)])).toEqual({
    amount: '-1000.5',
    group: 'b',
    code: 'b',
    warn: 2,
  })
})

test('none without bets', () => {
  expect(worstOf([row('a', null)])).toBeNull()
  expect(worstOf([])).toBeNull()
})
