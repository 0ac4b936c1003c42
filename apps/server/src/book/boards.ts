/** For the other rooms: the figures of a board, and telling screens that one moved. */

export type { BesideBoards } from './beside-boards.ts'
export { ALERTS_OF_NO_BOARD, PROPOSAL_ALERT } from './boards/board-alerts.ts'
export { type ItemFigures, playFigures } from './boards/board-figures.ts'
export { boardEvent } from './boards/board-version.ts'
export { type HeadToday, readHeadToday, readHoldersExposures } from './boards/store-boards.ts'
