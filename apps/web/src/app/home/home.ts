import { PERMISSION } from '@strata/contract/permissions'
import type { ComponentType } from 'react'

/** The overview of the day: the page at /. */
export const loadHome = async (): Promise<ComponentType> => (await import('./home-page.tsx')).HomePage

/** It shows its day and the accounts above by itself. */
export const HOME_HAS_TRAIL = true as boolean

/** It needs no tour. */
export const HOME_TOUR = null

/** Whoever holds one of these has a page at /. */
export const HOME_PERMISSIONS: readonly number[] = [PERMISSION.boards, PERMISSION.reports]
