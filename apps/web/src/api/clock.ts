/** Difference to the server's clock. Countdowns and the password wrapper must not rely on this machine's clock. */
let offsetMs = 0

/** Learns the server time of an answer, assuming that half of the round trip has passed since. */
export const learnServerTime = (serverNow: number, sentAt: number, receivedAt: number): void => {
  if (!Number.isFinite(serverNow) || serverNow <= 0) return
  offsetMs = serverNow - Math.round((sentAt + receivedAt) / 2)
}

/** Epoch milliseconds by the server's clock. */
export const serverNow = (): number => Date.now() + offsetMs
