import * as accessCalls from '@strata/contract/calls/access'
import { createClient } from '../../api/client.ts'
import { unlockedPorts } from '../../api/screen-lock.ts'
import { clearSession } from '../../api/session.ts'

/** Ends the session on the server if it can be reached, clears it here in any case, and leaves the page. */
export const signOut = async (): Promise<void> => {
  await createClient(unlockedPorts)
    .call(accessCalls.logout, {}, { automatic: true })
    .catch(() => {})
  clearSession()
  window.location.assign('/login')
}
