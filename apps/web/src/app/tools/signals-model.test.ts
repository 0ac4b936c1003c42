import { expect, test } from 'vitest'
import { nextSignal, readSignals } from './signals-model.ts'

test.each([
  [null, 'off'],
  ['{"signal":"on"}', 'on'],
  ['{"signal":"quiet"}', 'quiet'],
  ['{"signal":"loud"}', 'off'],
  ['not json', 'off'],
  ['null', 'off'],
])('%s is read as %s', (stored, signal) => expect(readSignals(stored).signal).toBe(signal))

test('a press leads through all three and back', () =>
  expect([nextSignal('off'), nextSignal('quiet'), nextSignal('on')]).toEqual(['quiet', 'on', 'off']))
