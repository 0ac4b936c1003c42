import { describe, expect, it } from 'vitest'
import { PathId } from '../ids.ts'
import { effectiveStatus, mayCreate, ROLES, type Role, type Status, statusChange, upgradeToAgent } from './tree.ts'

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
    const all = Object.keys(ROLES).map((role) => Number(role) as Role)
    expect(all.filter((role) => mayCreate(creator, role))).toEqual([...created])
  })
  it('increase strictly downward', () => {
    for (const one of NODES) for (const two of NODES) if (mayCreate(one, two)) expect(two).toBeGreaterThan(one)
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

  const change = {
    operatorPath: PathId(2),
    targetPath: PathId(9),
    targetAncestors: [1, 2, 3].map(PathId),
    from: 1,
    to: 4,
  } as const
  it.each([
    ['by an ancestor', {}, null],
    ['back from frozen', { from: 4, to: 1 }, null],
    ['by oneself', { targetPath: PathId(2) }, 'ownPath'],
    ['by a stranger', { operatorPath: PathId(77) }, 'notBelow'],
    ['to the same status', { to: 1 }, 'unchanged'],
  ] as const)('%s', (_, over, refusal) => expect(statusChange({ ...change, ...over })).toBe(refusal))
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
