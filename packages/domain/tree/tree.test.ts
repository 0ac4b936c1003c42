import { describe, expect, it } from 'vitest'
import {
  chainOf,
  effectiveStatus,
  isDescending,
  isRole,
  mayCreate,
  ROLES,
  type Role,
  type Status,
  statusChange,
  upgradeToAgent,
} from './tree.ts'

const NODES: Role[] = [0, 1, 2, 3]

describe('roles', () => {
  it.each([
    [0, [1, 10002, 10003]],
    [1, [2, 3, 10001, 10002, 10003]],
    [2, [3, 10001, 10002, 10003]],
    [3, [10001, 10002, 10003]],
    [10001, []],
    [10002, []],
    [10003, []],
  ] as const)('role %i creates exactly %j', (creator, created) => {
    const all = Object.keys(ROLES).map(Number).filter(isRole)
    expect(all.filter((role) => mayCreate(creator, role))).toEqual([...created])
  })
  it('rise strictly downward', () => {
    for (const one of NODES) for (const two of NODES) if (mayCreate(one, two)) expect(two).toBeGreaterThan(one)
    expect(isDescending([0, 1, 3, 10001])).toBe(true)
    expect(isDescending([0, 2, 2])).toBe(false)
  })
})

describe('status', () => {
  it.each<[Status[], Status]>([
    [[], 1],
    [[1, 1, 1], 1],
    [[1, 4, 1], 4],
    [[4, 1, 2], 2],
    [[2, 4], 2],
  ])('%j is in effect %i', (statuses, effective) => expect(effectiveStatus(statuses)).toBe(effective))

  const change = { operatorPath: 2, targetPath: 9, targetAncestors: [1, 2, 3], from: 1, to: 4 } as const
  it.each([
    ['by an ancestor', {}, null],
    ['back from frozen', { from: 4, to: 1 }, null],
    ['by oneself', { targetPath: 2 }, 'ownPath'],
    ['by a stranger', { operatorPath: 77 }, 'notBelow'],
    ['to what it is', { to: 1 }, 'unchanged'],
  ] as const)('%s', (_, over, refusal) => expect(statusChange({ ...change, ...over })).toBe(refusal))
})

describe('chains', () => {
  it('puts holders in their columns and leaves skipped ones empty', () => {
    expect(
      chainOf([
        { role: 3, path: 5 },
        { role: 0, path: 1 },
        { role: 1, path: 2 },
      ]),
    ).toEqual({ h: 1, m: 2, g: null, a: 5 })
  })
  it('is a fault without a head or with two of a role', () => {
    expect(() => chainOf([{ role: 1, path: 2 }])).toThrow('head')
    expect(() =>
      chainOf([
        { role: 0, path: 1 },
        { role: 1, path: 2 },
        { role: 1, path: 3 },
      ]),
    ).toThrow('two holders')
  })
})

describe('upgrade to agent', () => {
  it.each([
    [{ role: 10001, parentRole: 1, openBets: 0 }, null],
    [{ role: 10001, parentRole: 2, openBets: 0 }, null],
    [{ role: 10001, parentRole: 3, openBets: 0 }, 'parentMayNot'],
    [{ role: 10001, parentRole: 1, openBets: 1 }, 'openBets'],
    [{ role: 3, parentRole: 3, openBets: 1 }, 'notAMember'],
  ] as const)('%j', (path, refusal) => expect(upgradeToAgent(path)).toBe(refusal))
})
