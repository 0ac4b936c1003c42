/** The token for a checked code: only in memory; the server accepts it for ten minutes. */
export const RESET_TOKEN_MS = 10 * 60_000

type Held = { readonly token: string; readonly until: number }
let held: Held | null = null

export const holdResetToken = (token: string, now: number): void => {
  held = { token, until: now + RESET_TOKEN_MS }
}
export const heldResetToken = (now: number): Held | null => (held !== null && held.until > now ? held : null)
export const dropResetToken = (): void => {
  held = null
}

/** Minimum time between two codes. */
export const RESEND_MS = 60_000
export const resendIn = (sentAt: number, now: number): number =>
  Math.max(0, Math.ceil((sentAt + RESEND_MS - now) / 1000))
