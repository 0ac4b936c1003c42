import { describe, expect, test } from 'vitest'
import { bulkEdit, type Child, countChanges, countProblems, downlineItems } from './downline-model.ts'

const child = (agentPathsId: number, over: Partial<Child> = {}): Child => ({
  agentPathsId,
  accountName: `agent00${agentPathsId}`,
  version: 7,
  acceptType: 1,
  maxFill: [
    { groupId: 301, maxFill: '50000' },
    { groupId: 302, maxFill: null },
  ],
  ...over,
})
const CHILDREN = [child(1), child(2, { acceptType: 3 })]

describe('how the downline is treated', () => {
  test('only what changed is sent, under each child’s own version', () => {
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

  test('what cannot be read is counted and never sent', () => {
    const edits = { 1: { maxFill: { 301: 'x' } } }
    expect(countProblems(CHILDREN, edits)).toBe(1)
    expect(() => downlineItems(3, CHILDREN, edits)).toThrow()
  })

  test('one choice for many keeps what was typed beside it', () => {
    const edits = bulkEdit({ 1: { maxFill: { 302: '9' } } }, [1, 2], { acceptType: 0, fill: '100', groupIds: [301] })
    expect(edits).toEqual({
      1: { acceptType: 0, maxFill: { 301: '100', 302: '9' } },
      2: { acceptType: 0, maxFill: { 301: '100' } },
    })
    expect(bulkEdit({}, [1], { acceptType: null, fill: null, groupIds: [301] })).toEqual({ 1: {} })
  })
})
