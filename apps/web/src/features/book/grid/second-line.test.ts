import fc from 'fast-check'
import { expect, test } from 'vitest'
import { textWidth } from './grid-layout.ts'
import { type Extra, secondLine } from './second-line.ts'

const out: Extra = { full: '补出 99,999,999', short: '出9999万' }
const taken: Extra = { full: '补入 99,999,999', short: '入9999万' }
const waiting: Extra = { full: '待确认 99,999,999', short: '待9999万' }

test.each<[string, readonly Extra[], number | null, readonly string[], boolean]>([
  ['nothing', [], 10, [], true],
  ['whole where it fits', [out], 100, [out.full], true],
  ['short where it does not', [out], 80, [out.short], false],
  ['two short ones beside each other', [taken, out], 130, [taken.short, out.short], false],
  ['three in a wide cell', [taken, out, waiting], 400, [taken.full, out.full, waiting.full], true],
  ['the first two of three and a sign', [taken, out, waiting], 135, [taken.short, out.short, '…'], false],
  ['whatever it is where it may wrap', [taken, out, waiting], null, [taken.full, out.full, waiting.full], true],
])('the second line of a cell: %s', (_name, extras, linePx, parts, whole) => {
  expect(secondLine(extras, linePx)).toEqual({ parts, whole })
})

test('a line is never wider than its room once that holds a short text and the sign', () => {
  const extra = fc.constantFrom(out, taken, waiting)
  fc.assert(
    fc.property(fc.uniqueArray(extra), fc.integer({ min: 80, max: 400 }), (extras, linePx) => {
      const { parts } = secondLine(extras, linePx)
      const used = parts.reduce((sum, part) => sum + textWidth(part, 12), 8 * Math.max(0, parts.length - 1))
      expect(used).toBeLessThanOrEqual(linePx)
    }),
  )
})
