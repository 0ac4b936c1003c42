import { home } from '@strata/contract/calls/admin-home'
import type { ComponentType } from 'react'

/** What needs a person, and how the platform does: the page at /. */
export const loadHome = async (): Promise<ComponentType> => (await import('./home-page.tsx')).HomePage

/** Whoever holds one of these has a page at /. */
export const HOME_PERMISSIONS: readonly number[] = home.permission
