import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { createElement, type ReactNode } from 'react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { afterEach, expect, test, vi } from 'vitest'
import { MerchantFunds } from '../features/funds-admin/merchant-funds.tsx'
import { VerifyCard } from '../features/jobs/verify-card.tsx'
import { TermsPanel, useCopiedTerms } from '../features/merchants/terms-panel.tsx'
import { useFlyOutAccounts } from '../features/replenishment/fly-out/use-fly-out.ts'
import { useMerchants } from '../features/replenishment/settings/use-settings.ts'
import { readDeliveryFilters } from '../features/reports/delivery/delivery-filters.ts'
import { useOpenBeside } from '../features/reports/delivery/use-delivery.ts'

const TOTAL = 230

type Asked = { readonly pageIndex: number; readonly pageSize: number }
const call = vi.hoisted(() => vi.fn<(called: { readonly id: string }, input: unknown) => Promise<unknown>>())
vi.mock('../api/api.ts', () => ({ api: { call } }))

/** A server that has more rows than a page may hold. */
const answerPage = ({ pageIndex, pageSize }: Asked) => {
  const from = (pageIndex - 1) * pageSize
  const ids = Array.from({ length: Math.max(0, Math.min(pageSize, TOTAL - from)) }, (_, at) => from + at)
  return { items: ids.map((agentPathsId) => ({ agentPathsId })), total: TOTAL, pageIndex, pageSize }
}

const UsesHook = ({ hook }: { readonly hook: () => unknown }): ReactNode => {
  hook()
  return null
}
const ofHook = (hook: () => unknown): ReactNode => createElement(UsesHook, { hook })
const nothing = (): void => {}

const NewTerms = (): ReactNode => {
  const query = useCopiedTerms(null)
  return createElement(TermsPanel, { source: null, onSource: nothing, query, drafts: {}, onDrafts: nothing })
}

const LISTS: readonly (readonly [string, string, () => ReactNode])[] = [
  ['merchants whose terms are copied', 'admin.merchantQuery', () => createElement(NewTerms)],
  ['merchants whose books are verified', 'admin.merchantQuery', () => createElement(VerifyCard)],
  [
    'merchants that get money',
    'admin.merchantQuery',
    () => createElement(MerchantFunds, { chosen: null, onChoose: nothing }),
  ],
  ['merchants whose settings are shown', 'tree.agentQuery', () => ofHook(() => useMerchants(true))],
  ['fly-order accounts', 'replenishment.pilotQuery', () => ofHook(useFlyOutAccounts)],
  [
    'open stakes beside a report',
    'reports.deliveryQuery',
    () => ofHook(() => useOpenBeside(readDeliveryFilters(new URLSearchParams(), '2026-01-01'))),
  ],
]

afterEach(() => call.mockReset())

test.each(LISTS)('every row is read: %s', async (_, id, part) => {
  call.mockImplementation((_called, input) => Promise.resolve(answerPage(input as Asked)))
  const client = new QueryClient()
  renderToString(createElement(QueryClientProvider, { client }, createElement(MemoryRouter, null, part())))
  const query = client
    .getQueryCache()
    .getAll()
    .find(({ queryKey }) => queryKey[0] === id)
  const answer = (await query?.fetch()) as { readonly items: readonly unknown[] } | undefined
  expect(answer?.items).toEqual(Array.from({ length: TOTAL }, (_one, agentPathsId) => ({ agentPathsId })))
})
