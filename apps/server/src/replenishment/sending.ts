/** For the other rooms: what a batch of bets sends up, by which terms, and telling screens of it. */

export { announce } from './sending/announce-moved.ts'
export { gatherWrite } from './sending/gather-write.ts'
export { flyOutAccountOf, isQuiet, senderTermsOf } from './sending/sender-terms.ts'
