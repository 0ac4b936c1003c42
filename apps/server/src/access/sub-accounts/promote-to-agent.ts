import type { AccountId } from '@strata/domain/ids'
import { ROLE } from '@strata/domain/tree'
import type { Tx } from '../../platform/db.ts'
import { lockAccount, mustChangePassword, setRole } from '../store-accounts.ts'

/**
 * Turns a member's login, which never signed in, into an agent's. If it has a password, somebody else chose it: it must
 * be changed before anything else.
 */
export async function promoteToAgent(tx: Tx, accountId: AccountId): Promise<void> {
  await lockAccount(tx, accountId)
  await setRole(tx, accountId, ROLE.agent)
  await mustChangePassword(tx, accountId)
}
