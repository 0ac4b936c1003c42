import { expect, test } from 'vitest'
import { restored } from './held-terms.ts'
import type { TermsDraft } from './terms-model.ts'

const draft = (uplineShare: string, downlineCap: string): TermsDraft =>
  ({
    isAllowPilotOut: false,
    games: { 0: { enabled: true, uplineShare, downlineCap, remainder: 'head', pankou: ['A'], plays: {} } },
  }) as unknown as TermsDraft

test('a draft is restored unchanged over the same version, and on top of a newer one', () => {
  const held = { version: 4, base: draft('20', '30'), draft: draft('25', '30') }
  expect(restored(held, 4, draft('20', '30'))).toEqual(draft('25', '30'))
  // Another user has lowered the cap meanwhile.
  expect(restored(held, 5, draft('20', '15'))).toEqual(draft('25', '15'))
})
