import * as bookCalls from '@strata/contract/calls/book'
import * as ledgerCalls from '@strata/contract/calls/ledger'
import * as noticesCalls from '@strata/contract/calls/notices'
import { PERMISSION } from '@strata/contract/permissions'
import type { ComponentType } from 'react'
import { askEarly, mayAskToday } from '../../api/early.ts'
import { useSession } from '../../api/session.ts'

/** The overview of the day: the page at /. */
export const loadHome = async (): Promise<ComponentType> => (await import('./home-page.tsx')).HomePage

/** It shows its day and the accounts above by itself. */
export const HOME_HAS_TRAIL = true as boolean

/** It needs no tour. */
export const HOME_TOUR = null

/** Whoever holds one of these has a page at /. */
export const HOME_PERMISSIONS: readonly number[] = [PERMISSION.boards, PERMISSION.reports]

/** Requests what the frame of every page shows, while its script is still loading. */
export const askFrame = (): void => {
  const { currentPathId, permissionIds } = useSession.getState()
  void askEarly(noticesCalls.bulletinMessage, {})
  void askEarly(ledgerCalls.balance, { agentPathsId: currentPathId })
  if (mayAskToday(permissionIds)) void askEarly(bookCalls.todayWinLose, {})
}
