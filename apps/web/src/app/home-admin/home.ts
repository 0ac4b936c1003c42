import { home } from '@strata/contract/calls/admin-home'
import type { ComponentType } from 'react'

/** What needs a person, and how the platform does: the page at /. */
export const loadHome = async (): Promise<ComponentType> => (await import('./home-page.tsx')).HomePage

/** It has no way above to show. */
export const HOME_HAS_TRAIL = false as boolean

/** Offered to whoever has not seen it. */
export const HOME_TOUR = 'operator' as const

/** Whoever holds one of these has a page at /. */
export const HOME_PERMISSIONS: readonly number[] = home.permission
