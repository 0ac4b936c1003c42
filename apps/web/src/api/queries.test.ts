import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { platformStatus } from '@strata/contract/calls/sign-in'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { api } from './api.ts'
import { repeatedQueryOf } from './queries.ts'

vi.mock('./api.ts', () => ({ api: { call: vi.fn(async () => ({})) } }))

test('only the first of a repeated query counts as asked for by a person', async () => {
  const call = vi.mocked(api.call)
  const observer = new QueryObserver(new QueryClient(), repeatedQueryOf(platformStatus, {}))
  await observer.refetch()
  await observer.refetch()
  expect(call.mock.calls.map(([, , options]) => options?.automatic === true)).toEqual([false, true])
})

test('no page repeats a query as if a person had asked', () => {
  const src = fileURLToPath(new URL('../', import.meta.url))
  const pages = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  )
  const wrong = pages.filter((name) => {
    const text = readFileSync(src + name, 'utf8')
    return /refetchInterval/.test(text) && !/automatic: true|repeatedQueryOf|earlyQuery/.test(text)
  })
  expect(pages.length).toBeGreaterThan(300)
  expect(wrong).toEqual([])
})
