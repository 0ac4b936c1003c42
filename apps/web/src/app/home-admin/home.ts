import { home } from '@strata/contract/calls/admin-home'
import { bulletinMessage } from '@strata/contract/calls/notices'
import type { ComponentType } from 'react'
import { askEarly } from '../../api/early.ts'
import { useSession } from '../../api/session.ts'

/** What needs a person, and how the platform does: the page at /. */
export const loadHome = async (): Promise<ComponentType> => (await import('./home-page.tsx')).HomePage

/** It has no way above to show. */
export const HOME_HAS_TRAIL = false as boolean

/** Offered to whoever has not seen it. */
export const HOME_TOUR = 'operator' as const

/** Whoever holds one of these has a page at /. */
export const HOME_PERMISSIONS: readonly number[] = home.permission

/**
 * Requests what the frame of every page shows, while its script is still loading: the menu counts what the first page
 * lists, and the head sums its merchants.
 */
export const askFrame = (): void => {
  void askEarly(bulletinMessage, {})
  const { permissionIds } = useSession.getState()
  if (HOME_PERMISSIONS.some((id) => permissionIds.includes(id))) void askEarly(home, {})
}
