import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement } from 'react'
import { renderToString } from 'react-dom/server'
import { expect, test, vi } from 'vitest'
import { usePreference } from './preference.ts'

// What is stored never arrives here.
vi.mock('./api.ts', () => ({ api: { call: () => new Promise(() => {}) } }))

type Choice = { readonly size: number; readonly order: string }
const read = (): Choice => ({ size: 20, order: 'name' })

const shown: { choice: Choice; change: (part: Partial<Choice>) => void }[] = []
const Part = () => {
  shown.push(usePreference('columns', read))
  return null
}

test('a change before the stored choice has arrived is seen by every part of the page, and changes add up', () => {
  const client = new QueryClient()
  const draw = () => {
    renderToString(createElement(QueryClientProvider, { client }, createElement(Part)))
    return shown.at(-1)
  }
  const [one, other] = [draw(), draw()]
  one?.change({ size: 50 })
  other?.change({ order: 'time' })
  expect(draw()?.choice).toEqual({ size: 50, order: 'time' })
})
