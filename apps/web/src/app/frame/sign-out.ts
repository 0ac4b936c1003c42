import { api } from '../../api/api.ts'
import { logoutCall } from '../../api/calls.ts'
import { clearSession } from '../../api/session.ts'

/** Ends the session on the server as far as it can be reached, forgets it here in any case, and leaves. */
export const signOut = async (): Promise<void> => {
  await api.call(logoutCall, {}, { automatic: true }).catch(() => {})
  clearSession()
  window.location.assign('/login')
}
