/** 停售: plays of a game on which no bet is taken, whatever their prices say. */

export type Stop = {
  readonly reason: string
  /** Epoch milliseconds. */
  readonly at: number
  /** Name of the operator. */
  readonly by: string
}

/** By play code. */
export type Stops = Readonly<Record<string, Stop>>

/** Stops plays. One that is stopped already stays as it is, with its first reason. */
export const stopPlays = (stops: Stops, codes: readonly string[], stop: Stop): Stops => ({
  ...Object.fromEntries(codes.map((code) => [code, stop])),
  ...stops,
})

export const resumePlays = (stops: Stops, codes: readonly string[]): Stops =>
  Object.fromEntries(Object.entries(stops).filter(([code]) => !codes.includes(code)))

/** The codes of one set of stops that another has not. */
export const stopsAdded = (before: Stops, after: Stops): readonly string[] =>
  Object.keys(after).filter((code) => !Object.hasOwn(before, code))
