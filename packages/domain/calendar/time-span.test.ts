import { expect, it } from 'vitest'
import { placeInSpan } from './time-span.ts'

it.each([
  [10, 20, 9, 'before'],
  [10, 20, 10, 'within'],
  [10, 20, 19, 'within'],
  [10, 20, 20, 'after'],
  [10, null, 9, 'before'],
  [10, null, 99, 'within'],
  [null, 20, 0, 'within'],
  [null, null, 0, 'within'],
] as const)('%s to %s at %i', (from, until, now, place) => expect(placeInSpan({ from, until }, now)).toBe(place))
