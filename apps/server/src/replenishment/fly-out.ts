/** For the other rooms: fly-outs that begin with a bet, pauses of an account, and the outside books of the tools. */

export { type BookCallDeps, callBook } from './fly-out/book-call.ts'
export type { FlyOutDeps } from './fly-out/fly-out-answer.ts'
export { registerBook } from './fly-out/outside-books.ts'
export { insertFlyOuts, pauseKey, readPaused } from './fly-out/store-fly-outs.ts'
