import type { AccountId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import { endSessionsOf } from './store-sessions.ts'

/**
 * Ends the sessions of accounts that may not sign in any more because their paths were disabled, and forgets their
 * devices: when they may again, a sign-in is a new one. Their screens are told why.
 */
export const shutOut = (tx: Tx, accountIds: readonly AccountId[], at: number): Promise<void> =>
  endSessionsOf(tx, accountIds, { at, why: 'disabled' })
