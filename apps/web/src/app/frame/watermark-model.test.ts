import { expect, test } from 'vitest'
import { hasMoney, tileOf } from './watermark-model.ts'

test.each([
  ['/', true],
  ['/reports/delivery', true],
  ['/agent/accounts/index', true],
  ['/admin/merchant/index', true],
  ['/admin/game/fund-logs', true],
  ['/rule', false],
  ['/result', false],
  ['/profile/password', false],
])('%s has money: %s', (path, money) => expect(hasMoney(path)).toBe(money))

test('a name is text in the tile, whatever it is', () => {
  const tile = tileOf('a<b>&"c', '2026-11-23 15:30')
  expect(tile).toContain('a&lt;b&gt;&amp;&quot;c</text>')
  expect(tile).toContain('2026-11-23 15:30')
})
