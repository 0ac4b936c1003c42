import { PORTAL } from '#portal'
import { commonText } from '../text/zh-CN/entry/common.ts'
import { showToast } from '../ui/pop-up/toast.ts'
import { apiBase } from './base.ts'
import { type Client, type ClientPorts, createClient } from './client.ts'
import { clearSession, tab, useSession } from './session.ts'

export const API_BASE = apiBase(window.location, import.meta.env['VITE_API_BASE'] as string | undefined)

let ending = false

/** Leads to the sign-in and back to where the person was. */
export const signInAddress = (): string => {
  const { pathname, search } = window.location
  const here = `${pathname}${search}`
  return pathname === '/login' ? here : `/login?redirect=${encodeURIComponent(here)}`
}

/** Says what has to be confirmed. Rarely needed and so not part of the entry; a browser that cannot fetch it goes on without words. */
export const sayAlert = (reason: string | null): Promise<void> =>
  import('./say-alert.ts').then(({ sayAlertNow }) => sayAlertNow(reason)).catch(() => {})

const why = Promise.withResolvers<string | null>()

/** The account was stopped: should its session turn out to be over, that is why. */
export const expectEnd = (reason: string): void => why.resolve(reason)

/** A call may be refused a moment before the line says why; a busy server's line takes longer. */
const REASON_WITHIN_MS = 1_000

/** The session is over: says why, once, however many calls learn of it, then wipes it and goes to the sign-in. */
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

/** What the clients of the running page work with. */
export const ports: ClientPorts = {
  base: API_BASE,
  fetch: (input, init) => window.fetch(input, init),
  session: () => {
    const { token, account, currentPathId } = useSession.getState()
    return {
      token,
      agentPathsId: currentPathId,
      accountType: account?.accountType ?? PORTAL.accountType,
      locked: ending || tab.locked,
    }
  },
  toast: showToast,
  onSessionEnded: endSession,
  words: { systemError: commonText.systemError },
}

/** The client of the running page. */
export const api: Client = createClient(ports)
