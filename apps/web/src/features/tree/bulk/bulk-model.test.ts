import { expect, test } from 'vitest'
import { type BulkChange, bulkPatch, bulkPatches, bulkPreview } from './bulk-model.ts'

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

const GAMES = [{ id: 3 as never, groups: [{ id: 301 as never }, { id: 302 as never }] }]

test('several changes become one patch for each game; the later value counts', () => {
  const changes: BulkChange[] = [
    { ...BASE, value: '5' },
    { ...BASE, field: 'commission', groupId: 301, value: '1' },
    { ...BASE, field: 'commission', groupId: 301, letter: 'C', value: '2' },
    { ...BASE, field: 'maxStake', value: '900' },
    { ...BASE, field: 'maxStake', groupId: 302, value: '800' },
  ]
  expect(bulkPatches(changes, GAMES)).toEqual([
    {
      gameId: 3,
      uplineShare: '5',
      plays: [
        { groupId: 301, commission: { B: '1', C: '2' }, maxStake: '900' },
        { groupId: 302, maxStake: '800' },
      ],
    },
  ])
})

const play = (groupId: number, maxStake: string, most: string, maxFill: string | null) => ({
  groupId,
  commission: { B: '1.5' },
  minStake: '1',
  maxStake,
  maxItem: '100',
  maxFill,
  bounds: {
    commission: { B: { min: '0', max: '2', why: '' } },
    minStake: { min: '1', max: '10', why: '' },
    maxStake: { min: '1', max: most, why: '' },
    maxItem: { min: '0', max: '100', why: '' },
    maxFill: { min: '0', max: null, why: '' },
  },
})
const TERMS = {
  version: 1,
  isAllowPilotOut: false,
  games: [
    {
      gameId: 3,
      uplineShare: '10',
      downlineCap: '20',
      plays: [play(301, '50', '500', null), play(302, '90', '400', '30')],
      bounds: { uplineShare: { min: '0', max: '30', why: '' }, downlineCap: { min: '0', max: '40', why: '' } },
    },
  ],
} as never

test.each<[Partial<BulkChange>, unknown]>([
  [{ value: '12' }, { old: ['10', '10'], range: ['0', '30'], outside: false }],
  [{ value: '31' }, { old: ['10', '10'], range: ['0', '30'], outside: true }],
  // The range that fits all groups.
  [
    { field: 'maxStake', value: '450' },
    { old: ['50', '90'], range: ['1', '400'], outside: true },
  ],
  [
    { field: 'maxStake', groupId: 301, value: '450' },
    { old: ['50', '50'], range: ['1', '500'], outside: false },
  ],
  [
    { field: 'maxFill', value: '' },
    { old: ['30', '不限'], range: ['0', null], outside: false },
  ],
  [{ field: 'commission', letter: 'D', value: '1' }, null],
])('the preview of %j', (typed, preview) => {
  expect(bulkPreview(TERMS, GAMES[0] as never, { ...BASE, ...typed })).toEqual(preview)
})
