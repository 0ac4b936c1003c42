import { PERMISSION } from '@strata/contract/permissions'
import type { ComponentType } from 'react'

/** The overview of the day: the page at /. */
export const loadHome = async (): Promise<ComponentType> => (await import('./home-page.tsx')).HomePage

/** Whoever holds one of these has a page at /. */
export const HOME_PERMISSIONS: readonly number[] = [PERMISSION.boards, PERMISSION.reports]
