import type { RoutePath } from '@strata/contract/menu'
import type { ComponentType } from 'react'

/** The operators' pages, each a chunk of its own; no other build contains them. */
export const PAGES: ReadonlyMap<string, () => Promise<ComponentType>> = new Map(
  Object.entries({
    '/admin/merchant/index': async () => (await import('../../features/merchants/merchants-page.tsx')).MerchantsPage,
    '/admin/merchant/max-fill': async () => (await import('../../features/merchants/max-fill-page.tsx')).MaxFillPage,
    '/admin/game/result': async () => (await import('../../features/results/period-result-page.tsx')).PeriodResultPage,
    '/admin/game/index': async () => (await import('../../features/periods/periods-page.tsx')).PeriodsPage,
    '/admin/game/periods': async () => (await import('../../features/periods/periods-page.tsx')).PeriodsPage,
    '/admin/game/schedules': async () => (await import('../../features/periods/schedules-page.tsx')).SchedulesPage,
    '/admin/game/plays': async () => (await import('../../features/game-settings/plays-page.tsx')).PlaysPage,
    '/admin/game/sources': async () => (await import('../../features/game-settings/sources-page.tsx')).SourcesPage,
    '/admin/game/maintenance': async () =>
      (await import('../../features/platform/maintenance/maintenance-page.tsx')).MaintenanceSettingsPage,
    '/admin/game/odds-drops': async () => (await import('../../features/odds-drops/drops-page.tsx')).DropsPage,
    '/admin/game/pankou': async () => (await import('../../features/pankou/pankou-page.tsx')).PankouPage,
    '/admin/game/fund-logs': async () => (await import('../../features/funds-admin/funds-page.tsx')).FundsPage,
    '/admin/system/jobs': async () => (await import('../../features/jobs/jobs-page.tsx')).JobsPage,
    '/admin/system/health': async () => (await import('../../features/health/health-page.tsx')).HealthPage,
    '/admin/system/books': async () => (await import('../../features/books/books-page.tsx')).BooksPage,
    '/admin/system/integrators': async () =>
      (await import('../../features/integrators/integrators-page.tsx')).IntegratorsPage,
    '/admin/game/amount': async () => (await import('../../features/odds/odds-page.tsx')).OddsPage,
    '/admin/user/index': async () => (await import('../../features/operators/operators-page.tsx')).OperatorsPage,
    '/admin/log/index': async () => (await import('../../features/operators/logs-page.tsx')).LogsPage,
    '/admin/game/system-config': async () =>
      (await import('../../features/system/settings-page.tsx')).SystemSettingsPage,
    '/admin/notice/index': async () => (await import('../../features/platform/notices/notices-page.tsx')).NoticesPage,
    '/profile/login-log': async () => (await import('../../features/profile/login-log-page.tsx')).LoginLogPage,
    '/profile/update-log': async () => (await import('../../features/profile/update-log-page.tsx')).UpdateLogPage,
    '/profile/password': async () => (await import('../../features/profile/password-page.tsx')).PasswordPage,
    '/reports/delivery': async () => (await import('../../features/reports/delivery/delivery-page.tsx')).DeliveryPage,
    '/reports/details': async () => (await import('../../features/reports/details/details-page.tsx')).DetailsPage,
    '/result': async () => (await import('../../features/games/results-page.tsx')).ResultsPage,
    '/rule': async () => (await import('../../features/rules/rules-page.tsx')).RulesPage,
  } satisfies Partial<Record<RoutePath, () => Promise<ComponentType>>>),
)
