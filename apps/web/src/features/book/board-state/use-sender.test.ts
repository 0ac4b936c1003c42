import type { Role } from '@strata/domain/tree'
import { expect, test } from 'vitest'
import type { Under } from './board-filters.ts'
import { senderOf } from './use-sender.ts'

const under = (role: Role | null, seat = false): Under => ({ agentPathsId: 11, name: 'merch001', role, seat })

test.each([
  ['an agent’s whole board', 3, null, { merchant: null }],
  ['a part of an agent’s board', 3, under(10001), null],
  ['a merchant in the seat of an agent', 1, under(3, true), null],
  ['the head’s sum over merchants', 0, null, null],
  ['the head’s part of a merchant', 0, under(1), { merchant: 11 }],
  ['the head in the seat of a merchant', 0, under(1, true), null],
  ['the head’s part of what came through an agent', 0, under(3), null],
  ['the head, of a path that nobody knows', 0, under(null), null],
] as const)('%s', (_, role, narrowed, sender) => {
  expect(senderOf(role, narrowed)).toEqual(sender)
})
