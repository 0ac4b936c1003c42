import { QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { AppQueryClient } from './app-query-client.ts'

const queryKey = ['periods']

/** A server whose answer is what was true when it was asked. */
const open = () => {
  const client = new AppQueryClient()
  const server = { now: 1, asked: 0, answer: (): void => undefined }
  const queryFn = async (): Promise<number> => {
    const { now } = server
    server.asked += 1
    await new Promise<void>((resolve) => {
      server.answer = resolve
    })
    return now
  }
  const leave = new QueryObserver(client, { queryKey, queryFn }).subscribe(() => undefined)
  return { client, server, leave }
}

test('what changes while the first answer is on its way is asked again', async () => {
  const { client, server, leave } = open()
  server.now = 2
  const done = client.invalidateQueries({ queryKey })
  server.answer()
  await vi.waitFor(() => expect(server.asked).toBe(2))
  server.answer()
  await done
  expect(client.getQueryData(queryKey)).toBe(2)
  leave()
})

test('a later answer on its way is asked again at once, and only once', async () => {
  const { client, server, leave } = open()
  server.answer()
  await vi.waitFor(() => expect(client.getQueryData(queryKey)).toBe(1))
  void client.invalidateQueries({ queryKey })
  server.now = 2
  const done = client.invalidateQueries({ queryKey })
  await vi.waitFor(() => expect(server.asked).toBe(3))
  server.answer()
  await done
  expect(client.getQueryData(queryKey)).toBe(2)
  expect(server.asked).toBe(3)
  leave()
})

test('a query that nobody watches is marked, not asked', async () => {
  const { client, server, leave } = open()
  const done = client.invalidateQueries({ queryKey })
  leave()
  server.answer()
  await done
  expect(server.asked).toBe(1)
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true)
})
