import { GroupId, PathId } from '@strata/domain/ids'
import { describe, expect, test } from 'vitest'
import {
  bulkEdit,
  type Child,
  countChanges,
  countProblems,
  downlineConflicts,
  downlineItems,
  overwritesChildren,
  remainingChildren,
} from './downline-model.ts'

const child = (agentPathsId: PathId, over: Partial<Child> = {}): Child => ({
  agentPathsId,
  accountName: `agent00${agentPathsId}`,
  version: 7,
  acceptType: 1,
  maxFill: [
    { groupId: GroupId(301), maxFill: '50000' },
    { groupId: GroupId(302), maxFill: null },
  ],
  ...over,
})
const CHILDREN = [child(PathId(1)), child(PathId(2), { acceptType: 3 })]

describe('settings of the downline', () => {
  test('only changes are sent, with each child’s own version', () => {
    const edits = { 1: { acceptType: 2, maxFill: { 301: '50,000.00', 302: '0' } }, 2: { acceptType: 3 } }
    expect(countChanges(CHILDREN, edits)).toBe(2)
    expect(downlineItems(3, CHILDREN, edits)).toEqual([
      { agentPathsId: 1, version: 7, gameId: 3, acceptType: 2, maxFill: [{ groupId: 302, maxFill: '0' }] },
    ])
  })

  test('an emptied limit is no limit', () => {
    expect(downlineItems(3, CHILDREN, { 2: { maxFill: { 301: '' } } })).toEqual([
      { agentPathsId: 2, version: 7, gameId: 3, maxFill: [{ groupId: 301, maxFill: null }] },
    ])
  })

  test('invalid values are counted and never sent', () => {
    const edits = { 1: { maxFill: { 301: 'x' } } }
    expect(countProblems(CHILDREN, edits)).toBe(1)
    expect(() => downlineItems(3, CHILDREN, edits)).toThrow()
  })

  test('a bulk change keeps other edits', () => {
    const edits = bulkEdit({ 1: { maxFill: { 302: '9' } } }, [1, 2], { acceptType: 0, fill: '100', groupIds: [301] })
    expect(edits).toEqual({
      1: { acceptType: 0, maxFill: { 301: '100', 302: '9' } },
      2: { acceptType: 0, maxFill: { 301: '100' } },
    })
    expect(bulkEdit({}, [1], { acceptType: null, fill: null, groupIds: [301] })).toEqual({ 1: {} })
  })

  test('another user’s save is shown beside the edits, cell by cell', () => {
    const theirs = child(PathId(1), {
      version: 8,
      acceptType: 3,
      maxFill: [
        { groupId: GroupId(301), maxFill: '700' },
        { groupId: GroupId(302), maxFill: '800' },
      ],
    })
    const edits = { 1: { acceptType: 2, maxFill: { 301: '6,000', 302: '800.00' } }, 2: { maxFill: { 301: '9' } } }
    const groups = [
      { id: 301, name: '特码' },
      { id: 302, name: '正码' },
    ]
    const now = [theirs, child(PathId(2), { acceptType: 3 })]
    expect(downlineConflicts({ opened: CHILDREN, now, edits, groups })).toEqual([
      { key: '1:type', what: 'agent001 补货方式', opened: '补给本级', theirs: '超额补上级', mine: '补给上级' },
      { key: '1:301', what: 'agent001 特码 补货上限', opened: '50,000', theirs: '700', mine: '6,000' },
    ])
    expect(downlineConflicts({ opened: CHILDREN, now, edits: {}, groups })).toHaveLength(3)
    expect(remainingChildren(edits, new Set(['1:type', '1:301', '1:302']))).toEqual({ 2: { maxFill: { 301: '9' } } })
    expect(remainingChildren(edits, new Set(['1:301']))).toEqual({
      ...edits,
      1: { acceptType: 2, maxFill: { 302: '800.00' } },
    })
  })

  test('a save that would overwrite another user’s needs a choice, other saves do not', () => {
    const theirs = child(PathId(1), { version: 8, maxFill: [{ groupId: GroupId(301), maxFill: '700' }] })
    const groups = [
      { id: 301, name: '特码' },
      { id: 302, name: '正码' },
    ]
    const asks = (edits: Parameters<typeof downlineConflicts>[0]['edits']): boolean =>
      overwritesChildren({ opened: CHILDREN, now: [theirs, child(PathId(2))], edits, groups })
    expect(asks({ 1: { maxFill: { 301: '6000' } } })).toBe(true)
    expect(asks({ 1: { maxFill: { 301: '700.00' } } })).toBe(false)
    expect(asks({ 1: { acceptType: 2, maxFill: { 302: '5' } }, 2: { maxFill: { 301: '9' } } })).toBe(false)
    expect(asks({})).toBe(false)
  })
})
