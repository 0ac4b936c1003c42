import { alertQuery } from '@strata/contract/calls/notices'
import { agentQuery, getGameInfos, setTerms } from '@strata/contract/calls/tree'
import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'

vi.mock('./api.ts', () => ({ api: { call: vi.fn<() => void>() } }))

const { keyOf, queryOf } = await import('./queries.ts')
const { refreshAfter } = await import('./stale.ts')

test('the key of a query is the id of its call and its input', () => {
  expect(queryOf(agentQuery, { keyword: 'a' }).queryKey).toEqual(['tree.agentQuery', { keyword: 'a' }])
})

test('a change invalidates the reads in its table row, with any input, and no others', async () => {
  const client = new QueryClient()
  const hit = [
    keyOf(agentQuery, { keyword: 'a' }),
    keyOf(agentQuery, 'one', 7),
    keyOf(getGameInfos, { agentPathsId: 9 }),
  ]
  const spared = keyOf(alertQuery, { pageSize: 20 })
  for (const key of [...hit, spared]) client.setQueryData(key, {})
  await refreshAfter(client, setTerms)
  expect(hit.map((key) => client.getQueryState(key)?.isInvalidated)).toEqual([true, true, true])
  expect(client.getQueryState(spared)?.isInvalidated).toBe(false)
})
