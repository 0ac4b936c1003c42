import { expect, test } from 'vitest'
import { comeBack } from './lost-parts.ts'

/** Reloads of a page whose site answers from the given question on. */
const reloads = async (broken: boolean, age: number, answersFrom: number): Promise<number> => {
  let asked = 0
  let count = 0
  await comeBack({
    answers: async () => {
      asked += 1
      return asked >= answersFrom
    },
    pause: async () => undefined,
    broken: () => broken,
    age: () => age,
    reload: () => {
      count += 1
    },
  })
  return count
}

test('a broken page is loaded again, of an old build at once, without a network when it is back', async () => {
  expect(await reloads(true, 20_000, 1)).toBe(1)
  expect(await reloads(true, 20_000, 3)).toBe(1)
  expect(await reloads(true, 0, 3)).toBe(1)
})

test('a page that was just loaded does not reload forever', async () => {
  expect(await reloads(true, 9_000, 1)).toBe(0)
})

test('a page that goes on loses nothing of what is typed', async () => {
  expect(await reloads(false, 20_000, 1)).toBe(0)
  expect(await reloads(false, 20_000, 3)).toBe(0)
})
