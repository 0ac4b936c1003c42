import { expect, test } from 'vitest'
import { type BulkChange, bulkPatch } from './bulk-model.ts'

const GROUPS = [{ id: 301 }, { id: 302 }]
const BASE: BulkChange = { gameId: 3, field: 'uplineShare', groupId: null, letter: 'B', value: '' }

test.each([
  [{ value: ' 12.5 ' }, { gameId: 3, uplineShare: '12.5' }],
  [
    { field: 'commission', value: '1.25' },
    {
      gameId: 3,
      plays: [
        { groupId: 301, commission: { B: '1.25' } },
        { groupId: 302, commission: { B: '1.25' } },
      ],
    },
  ],
  [
    { field: 'maxStake', groupId: 302, value: '20,000' },
    { gameId: 3, plays: [{ groupId: 302, maxStake: '20000' }] },
  ],
  [
    { field: 'maxFill', groupId: 301, value: ' ' },
    { gameId: 3, plays: [{ groupId: 301, maxFill: null }] },
  ],
] as const)('%j', (typed, patch) => expect(bulkPatch({ ...BASE, ...typed }, GROUPS)).toEqual(patch))
