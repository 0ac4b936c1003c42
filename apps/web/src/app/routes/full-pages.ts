import type { RoutePath } from '@strata/contract/menu'
import type { ComponentType } from 'react'

/** Pages that fill the window, without the frame of the others. */
export const FULL_PAGES: ReadonlyMap<string, () => Promise<ComponentType>> = new Map(
  Object.entries({
    '/forgot': async () => (await import('./reset-pages.tsx')).SignedInForgotPage,
    '/resetpwd': async () => (await import('./reset-pages.tsx')).SignedInResetPage,
    '/set-password': async () => (await import('../../features/public/set-password-page.tsx')).SetPasswordPage,
    '/maintenance': async () => (await import('../../features/public/maintenance-page.tsx')).MaintenancePage,
    '/tutorial': async () => (await import('../../features/public/tutorial-page.tsx')).TutorialPage,
  } satisfies Partial<Record<RoutePath, () => Promise<ComponentType>>>),
)
