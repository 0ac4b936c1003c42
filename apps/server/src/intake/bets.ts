/** For the other rooms: taking bets, and finding those of a member. */

export { takeBets } from './decide-batch.ts'
export type { Intake, WireBet, WireResult } from './intake.ts'
export { queryBets } from './query-bets.ts'
export { QueueFull } from './queue.ts'
