import { expect, test } from 'vitest'
import { changedRules, editedDraft, type Info, merchantConflicts, NO_EDITS, wishOf } from './edit-model.ts'

const info = {
  nickname: '华通',
  autoReset: false,
  logo: '',
  leaseFrom: null,
  leaseUntil: '2026-12-31',
  betsPerSecond: 50,
  maxOpen: null,
  maxGroups: null,
  host: null,
  balanceLine: null,
} as unknown as Info

test('only what was typed is sent, also after somebody else has saved', () => {
  const draft = editedDraft(info, NO_EDITS)
  const rules = changedRules(draft.rules, { ...draft.rules, maxGroups: '9' }, {})
  const now = { ...info, betsPerSecond: 500, leaseUntil: null } as Info
  expect(wishOf(info, editedDraft(info, NO_EDITS))).toEqual({})
  expect(wishOf(now, editedDraft(now, { ...NO_EDITS, rules }))).toEqual({ maxGroups: 9 })
})

test('what somebody else saved is beside what was typed', () => {
  const now = { ...info, betsPerSecond: 500, leaseUntil: null, nickname: '华通二' } as Info
  expect(merchantConflicts(info, info, { nickname: 'x', rules: { maxGroups: '9' } })).toEqual([])
  expect(merchantConflicts(info, now, { rules: { betsPerSecond: '60', maxGroups: '9' } })).toEqual([
    { key: 'nickname', what: '商户名称', opened: '华通', theirs: '华通二', mine: null },
    { key: 'leaseUntil', what: '截止日', opened: '2026-12-31', theirs: '未设', mine: null },
    { key: 'betsPerSecond', what: '每秒注单数', opened: '50', theirs: '500', mine: '60' },
  ])
})
