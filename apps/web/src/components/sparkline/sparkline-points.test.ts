import { expect, test } from 'vitest'
import { linePoints } from './sparkline-points.ts'

test.each([
  [['0', '10', '5'], '0,26 56,2 112,14'],
  [['-5', '-10'], '0,2 112,26'],
  [['7', '7'], '0,14 112,14'],
  [[], ''],
] as const)('%j', (texts, points) => expect(linePoints(texts)).toBe(points))
