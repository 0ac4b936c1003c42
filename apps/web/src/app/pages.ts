import type { RoutePath } from '@strata/contract/menu'
import type { ComponentType } from 'react'

/** The pages that exist, each a chunk of its own, by their path in the route table. */
export const PAGES: ReadonlyMap<string, () => Promise<ComponentType>> = new Map(
  Object.entries({
    '/agent/bet/instant': async () => (await import('../features/book/board-page.tsx')).BoardPage,
    '/agent/bet/setting': async () => (await import('../features/replenishment/setting-page.tsx')).SettingPage,
    '/reports/delivery': async () => (await import('../features/reports/delivery-page.tsx')).DeliveryPage,
    '/result': async () => (await import('../features/games/results-page.tsx')).ResultsPage,
  } satisfies Partial<Record<RoutePath, () => Promise<ComponentType>>>),
)
