import { GroupId } from '@strata/domain/ids'
import { describe, expect, test } from 'vitest'
import {
  changesOf,
  conflictsOf,
  copiedRow,
  overwrites,
  problemsOf,
  remainingRows,
  type Settings,
  savedRow,
  saveRequests,
  type shownRow,
} from './settings-model.ts'

const settings = (over: Partial<Settings['self']> = {}, version = 3): Settings => ({
  version,
  self: {
    acceptType: 2,
    replenishPankou: 'A',
    acceptLimits: [{ groupId: GroupId(301), limit: '500' }],
    sendLimits: [],
    auto: [
      {
        groupId: GroupId(301),
        enabled: true,
        holdLimit: '4000',
        unit: '10',
        mode: 'stake',
        maxLoss: null,
        items: [{ playCode: 'TMA', itemCode: '08', holdLimit: '100' }],
      },
    ],
    manual: [],
    flyOut: [],
    ...over,
  },
  downline: [],
})
const GROUPS = [301, 302, 303]
const asked = (edits: Parameters<typeof shownRow>[1], over: Partial<Parameters<typeof saveRequests>[0]> = {}) => ({
  gameId: 3,
  settings: settings(),
  edits,
  pankou: null,
  agentPathsId: null,
  groupIds: GROUPS,
  ...over,
})

describe('rows', () => {
  test('a group without saved settings keeps everything', () => {
    expect(savedRow(settings(), 302)).toEqual({
      enabled: false,
      mode: 'stake',
      holdLimit: '',
      maxLoss: '',
      unit: '1',
      items: [],
      acceptLimit: '',
      sendLimit: '',
      manual: true,
      manualUnit: '0.01',
    })
  })

  test('another spelling of the same amount is no change', () => {
    expect(changesOf(settings(), { 301: { holdLimit: '4,000.00', acceptLimit: ' 500 ' } }, GROUPS)).toEqual([])
  })

  test('empty and zero differ: keep all, send all', () => {
    const changes = changesOf(settings(), { 301: { holdLimit: '' }, 302: { holdLimit: '0' } }, GROUPS)
    expect(changes.map(({ groupId, field }) => [groupId, field])).toEqual([
      [301, 'holdLimit'],
      [302, 'holdLimit'],
    ])
  })

  test('limits of items are compared regardless of their order', () => {
    const two = [
      { playCode: 'TMA', itemCode: '09', holdLimit: null },
      { playCode: 'TMA', itemCode: '08', holdLimit: '100' },
    ]
    expect(changesOf(settings(), { 301: { items: two } }, GROUPS)).toHaveLength(1)
    const saved = settings({ auto: settings().self.auto.map((auto) => ({ ...auto, items: two })) })
    expect(changesOf(saved, { 301: { items: two.toReversed() } }, GROUPS)).toEqual([])
  })
})

describe('invalid values', () => {
  test.each([
    [{ holdLimit: 'abc' }, { holdLimit: 'amount' }],
    [{ holdLimit: '-1' }, { holdLimit: 'amount' }],
    [{ acceptLimit: '1.234' }, { acceptLimit: 'amount' }],
    [{ unit: '' }, { unit: 'unit' }],
    [{ unit: '0' }, { unit: 'unit' }],
    [{ enabled: true, mode: 'loss' as const }, { maxLoss: 'lossNeeded' }],
    [{ enabled: false, mode: 'loss' as const }, {}],
    [{ holdLimit: '0', sendLimit: '1,000.50' }, {}],
  ])('%o', (over, problems) => {
    expect(problemsOf({ ...savedRow(settings(), 302), ...over })).toEqual(problems)
  })
})

describe('saving', () => {
  test('a changed list is sent whole, unchanged lists are left out', () => {
    const { auto, manual } = saveRequests(asked({ 302: { enabled: true, holdLimit: '0' } }))
    expect(manual).toBeNull()
    expect(auto).toEqual({
      gameId: 3,
      version: 3,
      auto: [
        settings().self.auto[0],
        { groupId: 302, enabled: true, holdLimit: '0', unit: '1', mode: 'stake', maxLoss: null, items: [] },
      ],
    })
  })

  test('limits, manual units and the pankou go to their own lists', () => {
    const { auto, manual } = saveRequests(
      asked({ 301: { acceptLimit: '' }, 303: { sendLimit: '20', manualUnit: '5' } }, { pankou: 'B' }),
    )
    expect(auto).toEqual({
      gameId: 3,
      version: 3,
      acceptLimits: [{ groupId: 301, limit: null }],
      sendLimits: [{ groupId: 303, limit: '20' }],
    })
    expect(manual).toEqual({
      gameId: 3,
      replenishPankou: 'B',
      manual: [{ groupId: 303, enabled: true, unit: '5' }],
    })
  })

  test('the head names the merchant', () => {
    const { auto } = saveRequests(asked({ 302: { acceptLimit: '9' } }, { agentPathsId: 12 }))
    expect(auto).toMatchObject({ agentPathsId: 12 })
  })

  test('without a change nothing is sent', () => {
    expect(saveRequests(asked({ 301: { holdLimit: '4000' } }, { pankou: 'A' }))).toEqual({ auto: null, manual: null })
  })
})

describe('another user has saved first', () => {
  const now = settings(
    {
      acceptLimits: [{ groupId: GroupId(301), limit: '800' }],
      auto: settings().self.auto.map((auto) => ({ ...auto, holdLimit: '3000' })),
    },
    4,
  )

  test('their changes are shown beside the edits, and no edit is lost', () => {
    const edits = { 301: { holdLimit: '2000' }, 302: { enabled: true } }
    const conflicts = conflictsOf({ opened: settings(), now, edits, groupIds: GROUPS })
    expect(conflicts.map(({ groupId, field, mine }) => [groupId, field, mine?.[field]])).toEqual([
      [301, 'holdLimit', '2000'],
      [301, 'acceptLimit', undefined],
      [302, 'enabled', true],
    ])
    expect(changesOf(now, edits, GROUPS).map(({ groupId, field }) => [groupId, field])).toEqual([
      [301, 'holdLimit'],
      [302, 'enabled'],
    ])
  })

  test.each([
    ['what they changed was typed over', { 301: { holdLimit: '2000' } }, null, true],
    ['the same was typed', { 301: { holdLimit: '3,000.00' } }, null, false],
    ['something else was typed', { 301: { unit: '5' }, 302: { holdLimit: '7' } }, null, false],
    ['another pankou was chosen', {}, 'C', true],
    ['the same pankou was chosen', {}, 'B', false],
    ['nothing was typed', {}, null, false],
  ] as const)('whether saving would overwrite theirs: %s', (_name, edits, pankou, is) => {
    const moved = { ...now, self: { ...now.self, replenishPankou: 'B' as const } }
    const asked = { opened: settings(), now: moved, edits, pankou, groupIds: GROUPS }
    expect(overwrites(asked)).toBe(is)
    // After theirs becomes the base version, nothing is overwritten unseen.
    expect(overwrites({ ...asked, opened: moved })).toBe(false)
  })

  test('their version is taken field by field', () => {
    const edits = { 301: { holdLimit: '2000', unit: '5' }, 302: { enabled: true } }
    expect(remainingRows(edits, new Set(['301:holdLimit', '302:enabled']))).toEqual({ 301: { unit: '5' } })
    expect(remainingRows(edits, new Set())).toEqual(edits)
  })
})

test('a copied row has no limits of single items', () => {
  const copied = copiedRow(savedRow(settings(), 301))
  expect(copied).toMatchObject({ enabled: true, holdLimit: '4,000', acceptLimit: '500' })
  expect(copied).not.toHaveProperty('items')
})
