import type { RoutePath } from '@strata/contract/menu'
import type { ComponentType } from 'react'

/** The agents' pages, each a chunk of its own, by their path in the route table. */
export const PAGES: ReadonlyMap<string, () => Promise<ComponentType>> = new Map(
  Object.entries({
    '/agent/bet/instant': async () => (await import('../../features/book/board/board-page.tsx')).BoardPage,
    '/agent/bet/setting': async () =>
      (await import('../../features/replenishment/settings/setting-page.tsx')).SettingPage,
    '/agent/bet/fly-out': async () =>
      (await import('../../features/replenishment/fly-out/fly-out-page.tsx')).FlyOutPage,
    '/agent/accounts/index': async () => (await import('../../features/tree/accounts/accounts-page.tsx')).AccountsPage,
    '/agent/accounts/max-fill': async () => (await import('../../features/tree/max-fill-page.tsx')).MaxFillPage,
    '/agent/group/index': async () => (await import('../../features/groups/groups-page.tsx')).GroupsPage,
    '/profile/user-info': async () => (await import('../../features/profile/user-info-page.tsx')).UserInfoPage,
    '/profile/login-log': async () => (await import('../../features/profile/login-log-page.tsx')).LoginLogPage,
    '/profile/update-log': async () => (await import('../../features/profile/update-log-page.tsx')).UpdateLogPage,
    '/profile/password': async () => (await import('../../features/profile/password-page.tsx')).PasswordPage,
    '/reports/delivery': async () => (await import('../../features/reports/delivery/delivery-page.tsx')).DeliveryPage,
    '/reports/details': async () => (await import('../../features/reports/details/details-page.tsx')).DetailsPage,
    '/result': async () => (await import('../../features/games/results-page.tsx')).ResultsPage,
    '/rule': async () => (await import('../../features/rules/rules-page.tsx')).RulesPage,
  } satisfies Partial<Record<RoutePath, () => Promise<ComponentType>>>),
)
