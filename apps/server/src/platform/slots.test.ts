import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

test('each is found once, under its own number', () => {
  const slots = new Slots<string>()
  const [one, two] = [slots.put('one'), slots.put('two')]
  expect(slots.size).toBe(2)
  expect(slots.take(one)).toBe('one')
  expect(slots.take(one)).toBeUndefined()
  const three = slots.put('three')
  expect(three).not.toBe(two)
  expect([slots.take(two), slots.take(three), slots.size]).toEqual(['two', 'three', 0])
  expect(slots.take(99)).toBeUndefined()
})

test('numbers are used again', () => {
  const slots = new Slots<number>()
  const used = new Set<number>()
  for (let turn = 0; turn < 1_000; turn++) {
    const at = [slots.put(turn), slots.put(turn)]
    for (const one of at) used.add(one)
    for (const one of at) expect(slots.take(one)).toBe(turn)
  }
  expect(used.size).toBe(2)
})

test('all at once', () => {
  const slots = new Slots<string>()
  slots.take(slots.put('gone'))
  slots.put('one')
  slots.put('two')
  expect(slots.takeAll().sort()).toEqual(['one', 'two'])
  expect([slots.size, slots.take(0)]).toEqual([0, undefined])
})
