/** For the other rooms: the settings of a game, its schedule and the periods that operators open and close. */

export { closeEarly } from './periods/close-early.ts'
export { changeByHand, openByHand, setMonth, showMonth } from './periods/open-by-hand.ts'
export { ensurePartitionsUntil } from './periods/order-partitions.ts'
export { setGameMaintenance } from './setup/game-maintenance.ts'
export { type ChangedStops, resumePlaysOf, stopPlaysOf } from './setup/play-stops.ts'
export { previewSchedule, setSchedule, showSchedule } from './setup/schedules.ts'
export { gameMaintenance, readPricedPlays, readStops } from './setup/store-games.ts'
export { type ListedGame, listGameSettings, updateGame, wireOptions } from './setup/update-game.ts'
