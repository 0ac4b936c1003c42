/** The server's time in epoch milliseconds. Handed around, so that tests can hold another. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
