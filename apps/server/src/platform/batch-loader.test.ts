import { expect, test } from 'vitest'
import { BatchLoader } from './batch-loader.ts'

/** Statements that answer when the test lets them. */
function statements(concurrency: number) {
  const sent: { readonly keys: readonly string[]; readonly answer: PromiseWithResolvers<void> }[] = []
  const loader = new BatchLoader<string, string>({
    concurrency,
    keyOf: (key) => key.toLowerCase(),
    readAll: async (keys) => {
      const answer = Promise.withResolvers<void>()
      sent.push({ keys, answer })
      await answer.promise
      return keys.map((key) => `${key} of ${sent.length}`)
    },
  })
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
  return { sent, loader, turn, keys: () => sent.map((one) => one.keys) }
}

test('requests during a running statement share the next one, each key once', async () => {
  const { sent, loader, turn, keys } = statements(1)
  const first = loader.read('a')
  expect(keys()).toEqual([['a']])
  const later = [loader.read('a'), loader.read('b'), loader.read('B'), loader.read('c')]
  expect(keys()).toEqual([['a']])
  sent[0]?.answer.resolve()
  expect(await first).toBe('a of 1')
  await turn()
  // Requested after the first statement was sent, so it cannot use its answer.
  expect(keys()).toEqual([['a'], ['a', 'b', 'c']])
  sent[1]?.answer.resolve()
  expect(await Promise.all(later)).toEqual(['a of 2', 'b of 2', 'b of 2', 'c of 2'])
  await turn()
  void loader.read('d')
  expect(keys()).toEqual([['a'], ['a', 'b', 'c'], ['d']])
})

test('at most `concurrency` statements run at once', async () => {
  const { sent, loader, turn, keys } = statements(2)
  void loader.read('a')
  void loader.read('b')
  void loader.read('c')
  void loader.read('d')
  expect(keys()).toEqual([['a'], ['b']])
  sent[1]?.answer.resolve()
  await turn()
  expect(keys()).toEqual([['a'], ['b'], ['c', 'd']])
})

test('a failing statement fails its own requests, and no later ones', async () => {
  const { sent, loader, turn } = statements(1)
  const [first, second] = [loader.read('a'), loader.read('b')]
  sent[0]?.answer.reject(new Error('lost'))
  await expect(first).rejects.toThrow('lost')
  await turn()
  sent[1]?.answer.resolve()
  expect(await second).toBe('b of 2')
})
