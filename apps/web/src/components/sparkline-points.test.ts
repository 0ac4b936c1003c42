import { expect, test } from 'vitest'
import { linePoints } from './sparkline-points.ts'

test.each([
  [['0', '10', '5'], '0.0,26.0 56.0,2.0 112.0,14.0'],
  [['-5', '-10'], '0.0,2.0 112.0,26.0'],
  [['7', '7'], '0.0,14.0 112.0,14.0'],
  [[], ''],
] as const)('%j', (texts, points) => expect(linePoints(texts)).toBe(points))
