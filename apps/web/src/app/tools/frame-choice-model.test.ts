import { expect, test } from 'vitest'
import { readFrame } from './frame-choice-model.ts'

const PLAIN = { tabs: true, density: 'standard', lockMinutes: 0 }

test.each([
  [null, PLAIN],
  ['null', PLAIN],
  ['not json', PLAIN],
  ['{"tabs":false}', { ...PLAIN, tabs: false }],
  ['{"density":"loose","lockMinutes":10}', { tabs: true, density: 'loose', lockMinutes: 10 }],
  ['{"density":"huge","lockMinutes":7,"tabs":"no"}', PLAIN],
])('%s is read', (stored, choice) => expect(readFrame(stored)).toEqual(choice))
