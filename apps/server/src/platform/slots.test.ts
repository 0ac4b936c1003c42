import { expect, test } from 'vitest'
import { Slots } from './slots.ts'

test('each is found once, by its own number', () => {
  const slots = new Slots<string>()
  const [one, two] = [slots.put('one'), slots.put('two')]
  expect(slots.size).toBe(2)
  expect(slots.take(one)).toBe('one')
  expect(slots.take(one)).toBeUndefined()
  const three = slots.put('three')
  expect([slots.take(two), slots.take(three), slots.size]).toEqual(['two', 'three', 0])
  expect(slots.take(99)).toBeUndefined()
})

test('a number that was taken never finds what came later, though the place is used again', () => {
  const slots = new Slots<number>()
  const given = new Set<number>()
  for (let turn = 0; turn < 100; turn++) {
    const numbers = [slots.put(turn), slots.put(turn)]
    for (const number of given) expect(slots.take(number)).toBeUndefined()
    for (const number of numbers) {
      given.add(number)
      expect(slots.take(number)).toBe(turn)
    }
  }
  expect(given.size).toBe(200)
  expect(new Set([...given].map((number) => number % 2 ** 24)).size).toBe(2)
})

test('all at once; a late answer to one of them finds nothing of what came later', () => {
  const slots = new Slots<string>()
  slots.take(slots.put('gone'))
  const late = slots.put('one')
  slots.put('two')
  expect(slots.takeAll().sort()).toEqual(['one', 'two'])
  slots.put('three')
  slots.put('four')
  expect([slots.size, slots.take(late)]).toEqual([2, undefined])
})
