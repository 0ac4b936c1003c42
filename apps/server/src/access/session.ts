/** For the other rooms: who calls, by session or signature, what the caller may do, and that a request acts once. */

export { actingCaller } from './session/acting-caller.ts'
export { isAllowed, plainAddress } from './session/addresses.ts'
export { type AccessContext, authorize, downlineOf, scopePaths } from './session/authorize.ts'
export type { Caller } from './session/caller.ts'
export { openLook } from './session/look.ts'
export { changeOnce, oncePerRequest } from './session/once-per-request.ts'
export { type SessionHandler, serveSession } from './session/serve-session.ts'
export { idleMsOf } from './session/sessions.ts'
export { shutOut } from './session/shut-out.ts'
export { onlineAccounts, whyEnded } from './session/store-sessions.ts'
export { NONCES_PER_SECOND } from './signed-calls/nonces.ts'
export {
  type CallMark,
  type CallOutcome,
  haveBeenRefused,
  SignedCalls,
  type Signer,
} from './signed-calls/signed-calls.ts'
