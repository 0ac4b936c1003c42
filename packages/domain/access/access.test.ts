import { describe, expect, it } from 'vitest'
import {
  callRefusal,
  flattenPermissions,
  prunePermissions,
  subAccountPermissions,
  usablePermissions,
  withParents,
} from './access.ts'

const tree = [
  { frontElementId: 70000, children: [{ frontElementId: 70001 }, { frontElementId: 70002 }] },
  { frontElementId: 50000, children: [] },
]
const set = (...ids: number[]) => new Set(ids)

describe('permission sets', () => {
  it('flattens and prunes', () => {
    expect(flattenPermissions(tree)).toEqual(set(70000, 70001, 70002, 50000))
    expect(prunePermissions(tree, set(70000, 70002))).toEqual([
      { frontElementId: 70000, children: [{ frontElementId: 70002 }] },
    ])
    expect(prunePermissions(tree, set(70001))).toEqual([])
  })
  it('an action needs its page', () => {
    expect(withParents(set(70001, 50000), new Map([[70001, 70000]]))).toEqual(set(50000))
    expect(withParents(set(70001, 70000), new Map([[70001, 70000]]))).toEqual(set(70001, 70000))
  })
  it('a sub-account loses what its main account lost', () => {
    expect(subAccountPermissions(set(1, 2), set(2, 3))).toEqual(set(2))
  })
  it('frozen keeps what reads and its own', () => {
    const kinds = { 1: 'read', 2: 'write', 3: 'own' } as const
    const kindOf = (id: number) => kinds[id as 1]
    expect(usablePermissions(set(1, 2, 3), 4, kindOf)).toEqual(set(1, 3))
    expect(usablePermissions(set(1, 2, 3), 2, kindOf)).toEqual(set())
    expect(usablePermissions(set(1, 2, 3), 1, kindOf)).toEqual(set(1, 2, 3))
  })
})

describe('calls', () => {
  it.each([
    [1, [1], true, null],
    [1, [9], true, 'noPermission'],
    [1, [9, 1], false, null],
    [1, [], true, null],
    [4, [1], false, null],
    [4, [1], true, 'frozen'],
    [4, [9], true, 'noPermission'],
    [2, [9], true, 'disabled'],
    [2, [], false, 'disabled'],
  ] as const)('status %i, ids %j, changes %s: %s', (status, anyOf, changes, refusal) => {
    expect(callRefusal({ ids: set(1), status }, { anyOf, changes })).toBe(refusal)
  })
})
