/** The server's clock as seen from here: countdowns and the password wrapper must not trust this machine's. */
let offsetMs = 0

/** Takes the instant that an answer carried; half of the round trip is assumed to have passed since. */
export const learnServerTime = (serverNow: number, sentAt: number, receivedAt: number): void => {
  if (!Number.isFinite(serverNow) || serverNow <= 0) return
  offsetMs = serverNow - Math.round((sentAt + receivedAt) / 2)
}

/** Epoch milliseconds by the server's clock. */
export const serverNow = (): number => Date.now() + offsetMs
