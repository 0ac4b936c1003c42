/** The server's time in epoch milliseconds. It is passed as an argument, so that tests can use another. */
export type Clock = () => number

export const systemClock: Clock = () => Date.now()
