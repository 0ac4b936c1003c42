import { expect, test } from 'vitest'
import { growthExponent, plotSvg } from './plot.ts'

test.each([
  [0, [1, 4, 16].map((x) => [x, 7] as const)],
  [1, [1, 4, 16].map((x) => [x, 3 * x] as const)],
  [2, [10, 100].map((x) => [x, x * x] as const)],
])('the exponent of growth is %d', (exponent, points) => {
  expect(growthExponent(points)).toBeCloseTo(exponent, 10)
})

test('one size has no exponent', () => {
  expect(growthExponent([[5, 1]])).toBeNaN()
})

test('a plot has a line and a name for each series, within its box and well formed', () => {
  const svg = plotSvg({
    title: 'a < b',
    xTitle: 'orders',
    yTitle: 'ms',
    series: [
      {
        name: 'one',
        points: [
          [1e6, 5],
          [4e6, 20],
          [16e6, 80],
        ],
      },
      { name: 'two', points: [[1e6, 300]] },
    ],
  })
  expect(svg).toContain('a &lt; b')
  expect(svg).toContain('one (^1.00)')
  expect(svg).toContain('>two<')
  expect(svg.match(/<circle/g)).toHaveLength(4)
  for (const [, x, y] of svg.matchAll(/cx="([\d.]+)" cy="([\d.]+)"/g)) {
    expect(Number(x)).toBeGreaterThanOrEqual(70)
    expect(Number(x)).toBeLessThanOrEqual(510)
    expect(Number(y)).toBeGreaterThanOrEqual(40)
    expect(Number(y)).toBeLessThanOrEqual(370)
  }
})

test('nothing to plot is refused', () => {
  expect(() => plotSvg({ title: '', xTitle: '', yTitle: '', series: [] })).toThrow('nothing to plot')
})
