import { PORTAL } from '#portal'
import { commonText } from '../text/zh-CN/entry/common.ts'
import { showToast } from '../ui/pop-up/toast.ts'
import { apiBase } from './base.ts'
import { type Client, type ClientPorts, createClient } from './client.ts'
import { clearSession, tab, useSession } from './session.ts'

export const API_BASE = apiBase(window.location, import.meta.env['VITE_API_BASE'] as string | undefined)

let ending = false

/** The sign-in page, with the current address to return to. */
export const signInAddress = (): string => {
  const { pathname, search } = window.location
  const here = `${pathname}${search}`
  return pathname === '/login' ? here : `/login?redirect=${encodeURIComponent(here)}`
}

/**
 * Shows a text that the user must confirm. Rarely needed, so it is not part of the entry; if the browser cannot
 * load it, the page continues without the text.
 */
export const sayAlert = (reason: string | null): Promise<void> =>
  import('./say-alert.ts').then(({ sayAlertNow }) => sayAlertNow(reason)).catch(() => {})

const why = Promise.withResolvers<string | null>()

/** The server named the reason why the account was stopped. It is shown if the session has ended. */
export const expectEnd = (reason: string): void => why.resolve(reason)

/**
 * A call may be refused just before the stream sends the reason. How long to wait for the reason; a busy server may
 * take longer.
 */
const REASON_WITHIN_MS = 1_000

/**
 * The session is over: shows the reason once, however many calls fail, then clears the session and opens the
 * sign-in page.
 */
export const endSession = (): void => {
  if (ending) return
  ending = true
  setTimeout(() => why.resolve(null), REASON_WITHIN_MS)
  void why.promise.then(sayAlert).then(() => {
    const address = signInAddress()
    clearSession()
    window.location.assign(address)
  })
}

/** The parts of the running page that its clients use. */
export const ports: ClientPorts = {
  base: API_BASE,
  fetch: (input, init) => window.fetch(input, init),
  session: () => {
    const { token, account, currentPathId } = useSession.getState()
    return {
      token,
      agentPathsId: currentPathId,
      accountType: account?.accountType ?? PORTAL.accountType,
      locked: ending || tab.locked || tab.screen,
    }
  },
  toast: showToast,
  onSessionEnded: endSession,
  words: commonText,
}

/** The client of the running page. */
export const api: Client = createClient(ports)
