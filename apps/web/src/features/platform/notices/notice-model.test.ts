import { MerchantId } from '@strata/domain/ids'
import { describe, expect, it } from 'vitest'
import { toInstantField } from '../../../lib/instant-field.ts'
import {
  audienceText,
  changesOf,
  draftOf,
  fieldsOf,
  type Notice,
  noticeConflicts,
  overTheirs,
  problemsOf,
  toggled,
} from './notice-model.ts'

const NOW = Date.UTC(2026, 10, 20, 2, 0)
const MINUTE = 60_000
const notice: Notice = {
  id: 1,
  content: '今晚维护',
  level: 'warn',
  audience: 'agent',
  merchantIds: [MerchantId(2)],
  roles: [1, 3],
  from: NOW,
  until: NOW + MINUTE,
  at: NOW,
  operatorName: 'headco01',
  readers: 0,
}

describe('a draft', () => {
  it('of a notice saves as the notice', () => {
    const { content, level, audience, merchantIds, roles, from, until } = notice
    expect(fieldsOf(draftOf(notice))).toEqual({ content, level, audience, merchantIds, roles, from, until })
  })

  it('needs a text, and an end after its start', () => {
    const draft = draftOf(null)
    expect(Object.keys(problemsOf(draft, NOW))).toEqual(['content'])
    const over = { ...draft, content: 'x', until: toInstantField(NOW - MINUTE) }
    expect(Object.keys(problemsOf(over, NOW))).toEqual(['until'])
    expect(problemsOf({ ...over, from: toInstantField(NOW - 2 * MINUTE) }, NOW)).toEqual({})
  })

  it('needs times that can be read', () => {
    const draft = { ...draftOf(null), content: 'x', from: '2026-02-30 09:30', until: 'tomorrow' }
    expect(Object.keys(problemsOf(draft, NOW))).toEqual(['from', 'until'])
  })

  it('for operators has no merchants and no roles', () =>
    expect(fieldsOf({ ...draftOf(notice), audience: 'admin' })).toMatchObject({ merchantIds: [], roles: [] }))
})

it('says whom it is for', () => {
  expect(audienceText(notice)).toBe('代理端 · 1 个商户 · 商户、代理')
  expect(audienceText({ ...notice, audience: 'all', merchantIds: [], roles: [] })).toBe('全部')
})

it('toggles a value', () => {
  expect(toggled([1, 2], 2)).toEqual([1])
  expect(toggled([1], 2)).toEqual([1, 2])
})

describe('a notice that two operators change', () => {
  const draft = { ...draftOf(notice), content: '明晚维护' }
  const theirs = { ...notice, content: '后天维护', level: 'info' as const }
  it('sends what was typed, with what it was', () => {
    expect(changesOf(notice, draftOf(notice))).toEqual({ fields: {}, seen: {} })
    // The seconds of a start are not in the form.
    expect(changesOf({ ...notice, from: NOW + 1_500 }, draftOf(notice)).fields).toEqual({})
    expect(changesOf(notice, draft)).toEqual({ fields: { content: '明晚维护' }, seen: { content: '今晚维护' } })
  })
  it('for operators only: merchants and levels are taken out', () =>
    expect(changesOf(notice, { ...draft, audience: 'admin' }).fields).toEqual({
      content: '明晚维护',
      audience: 'admin',
      merchantIds: [],
      roles: [],
    }))
  it('keeps what was typed over what the other one saved', () => {
    const merged = overTheirs(notice, theirs, draft)
    expect(merged).toEqual({ ...draft, level: 'info' })
    expect(
      noticeConflicts(notice, theirs, merged).map(({ key, opened, theirs: their, mine }) => [key, opened, their, mine]),
    ).toEqual([
      ['content', '今晚维护', '后天维护', '明晚维护'],
      ['level', '重要', '普通', null],
    ])
  })
})
