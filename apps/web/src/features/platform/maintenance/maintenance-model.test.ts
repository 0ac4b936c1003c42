import { GameId } from '@strata/domain/ids'
import { describe, expect, it } from 'vitest'
import { toInstantField } from '../../../lib/instant-field.ts'
import { type Draft, draftOf, type Item, problemsOf, stateOf, windowOf } from './maintenance-model.ts'

const NOW = Date.UTC(2026, 10, 20, 2, 0)
const HOUR = 3_600_000
const item = (over: Partial<Item> = {}): Item => ({
  gameId: null,
  enabled: true,
  from: NOW - HOUR,
  until: NOW + HOUR,
  message: '升级',
  reading: true,
  ...over,
})
const none = item({ enabled: false, from: null, until: null, message: '', reading: false })
const draft = (over: Partial<Draft> = {}): Draft => ({ ...draftOf(none, NOW), ...over })

it.each([
  [none, 0],
  [item(), 2],
  [item({ from: NOW + 1 }), 1],
  [item({ until: NOW }), 0],
  [item({ until: null }), 2],
])('state of %j', (of, state) => expect(stateOf(of, NOW)).toBe(state))

describe('a draft', () => {
  it.each<[Partial<Draft>, Item, string[]]>([
    [{}, none, []],
    [{ when: 'planned' }, none, ['from']],
    [{ when: 'planned', from: toInstantField(NOW - HOUR) }, none, ['from']],
    [{ when: 'planned', from: toInstantField(NOW + HOUR) }, none, []],
    [{ when: 'planned', from: toInstantField(NOW + HOUR), until: toInstantField(NOW + HOUR) }, none, ['until']],
    [{ until: toInstantField(NOW - HOUR) }, none, ['until']],
    // One that runs keeps its beginning.
    [{ ...draftOf(item(), NOW) }, item(), []],
  ])('%j', (over, of, wrong) => expect(Object.keys(problemsOf(draft(over), of, NOW))).toEqual(wrong))

  it('becomes the window it says', () => {
    expect(windowOf(draft({ message: ' 升级 ', reading: true }), none)).toEqual({
      gameId: null,
      enabled: true,
      from: null,
      until: null,
      message: '升级',
      reading: true,
    })
    expect(windowOf(draft({ reading: true }), { ...none, gameId: GameId(3) })).toMatchObject({
      gameId: 3,
      reading: false,
    })
    // Seconds of a stored beginning are not lost in the field.
    const odd = item({ from: NOW - 12_345 })
    expect(windowOf(draftOf(odd, NOW), odd).from).toBe(NOW - 12_345)
  })
})
