import { expect, test, vi } from 'vitest'
import { TurnMessages } from './turn-messages.ts'

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

test('what is put in one turn of the event loop leaves together, at its end', async () => {
  const sent: (readonly number[])[] = []
  const messages = new TurnMessages<number>((all) => void sent.push(all))
  for (const one of [1, 2, 3]) messages.put(one)
  expect(sent).toEqual([])
  await turn()
  expect(sent).toEqual([[1, 2, 3]])
  await turn()
  messages.put(4)
  await turn()
  expect(sent).toEqual([[1, 2, 3], [4]])
})

test('a long turn sends what it has, and the rest at its end', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  const sent: (readonly number[])[] = []
  const messages = new TurnMessages<number>((all) => void sent.push(all))
  for (const one of [1, 2, 3, 4, 5, 6, 7]) {
    messages.put(one)
    now += 0.4
  }
  expect(sent).toEqual([[1, 2, 3, 4]])
  await turn()
  expect(sent).toEqual([
    [1, 2, 3, 4],
    [5, 6, 7],
  ])
  await turn()
  expect(sent).toHaveLength(2)
  vi.restoreAllMocks()
})
