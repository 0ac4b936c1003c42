import { GroupId, PathId } from '@strata/domain/ids'
import { describe, expect, test } from 'vitest'
import { automaticOf, countOf, resumeFlyOut, resumeReplenishment } from './automatic-model.ts'

const rules = { holdLimit: '10', unit: '1', mode: 'stake', maxLoss: null, items: [] } as const
const [on, off] = [301, 302].map(GroupId).map((groupId, at) => ({ groupId, enabled: at === 0, ...rules })) as [
  { groupId: GroupId; enabled: boolean } & typeof rules,
  { groupId: GroupId; enabled: boolean } & typeof rules,
]
const settings = (auto: readonly (typeof on)[]) => ({
  version: 4,
  self: {
    acceptType: 3 as const,
    replenishPankou: 'A' as const,
    acceptLimits: [],
    sendLimits: [],
    auto: auto.map((one) => ({ ...one, items: [] })),
    manual: [],
    flyOut: [],
  },
  downline: [],
})
const flying = (auto: readonly (typeof on)[]) => ({
  version: 4,
  auto: auto.map((one) => ({ ...one, items: [], pilotId: PathId(8) })),
  downline: [],
})

describe('what is on', () => {
  test.each([
    [true, true, { auto: [301], flyOut: [301] }],
    [true, false, { auto: [301], flyOut: [] }],
    [false, true, { auto: [], flyOut: [301] }],
    [false, false, { auto: [], flyOut: [] }],
  ])('may replenish %s, may fly out %s', (auto, flyOut, expected) => {
    const found = automaticOf(settings([on, off]), flying([on, off]), { auto, flyOut })
    expect(found).toEqual(expected)
    expect(countOf(found)).toBe(expected.auto.length + expected.flyOut.length)
  })

  test('nothing before the settings are loaded', () =>
    expect(automaticOf(undefined, undefined, { auto: true, flyOut: true })).toEqual({ auto: [], flyOut: [] }))
})

describe('switching on again', () => {
  const both = [on, off].map((one) => ({ ...one, enabled: false })) as [typeof on, typeof off]

  test('switches on only what was stopped, with the version that was read', () => {
    const asked = resumeReplenishment(3, settings(both), [301])
    expect(asked).toMatchObject({ gameId: 3, version: 4 })
    expect(asked?.auto?.map(({ groupId, enabled }) => [groupId, enabled])).toEqual([
      [301, true],
      [302, false],
    ])
  })

  test('names the merchant where the head flies out', () => {
    expect(resumeFlyOut({ gameId: 3, merchant: 12 }, flying(both), [302])).toMatchObject({
      agentPathsId: PathId(12),
      auto: [
        { groupId: GroupId(301), enabled: false, pilotId: PathId(8) },
        { groupId: GroupId(302), enabled: true, pilotId: PathId(8) },
      ],
    })
    expect(resumeFlyOut({ gameId: 3, merchant: null }, flying(both), [302])).not.toHaveProperty('agentPathsId')
  })

  test('does nothing if the groups are on again or gone', () => {
    expect(resumeReplenishment(3, settings([on]), [301])).toBeNull()
    expect(resumeReplenishment(3, settings(both), [])).toBeNull()
    expect(resumeFlyOut({ gameId: 3, merchant: null }, flying([]), [301])).toBeNull()
  })
})
