import * as noticesCalls from '@strata/contract/calls/notices'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { keyOf } from '../../api/queries.ts'
import { type Table, useTable } from './use-table.ts'

vi.mock('../../api/api.ts', () => ({ api: { call: () => Promise.resolve({}) } }))

const drawn: Table<never>[] = []
const Part = () => {
  drawn.push(useTable<never>('list', [{ name: 'a', title: 'A', cell: () => null }]))
  return null
}

test('a choice made while the stored one is on its way is not undone by its arrival', async () => {
  const client = new QueryClient()
  const draw = (): Table<never> | undefined => {
    renderToString(createElement(QueryClientProvider, { client }, createElement(Part)))
    return drawn.at(-1)
  }
  let arrive: (value: string | null) => void = () => undefined
  const queryKey = keyOf(noticesCalls.preferenceGet, 0, 'columns.list')
  const queryFn = () => new Promise<string | null>((resolve) => (arrive = resolve))
  const asked = client.fetchQuery({ queryKey, queryFn }).catch(() => null)
  await vi.waitFor(() => expect(client.isFetching()).toBe(1))
  expect(draw()?.ready).toBe(false)
  draw()?.choose({ order: [], hidden: ['a'] })
  arrive(null)
  await asked
  expect(draw()?.choice.hidden).toEqual(['a'])
})
