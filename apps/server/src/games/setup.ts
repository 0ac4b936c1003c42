/** For the other rooms: the settings of a game, its schedule and the periods that operators open and close. */

export { closeEarly } from './periods/close-early.ts'
export { openByHand, setMonth, showMonth } from './periods/open-by-hand.ts'
export { previewSchedule, setSchedule, showSchedule } from './setup/schedules.ts'
export { gameMaintenance, saveGameMaintenance } from './setup/store-games.ts'
export { type ListedGame, listGameSettings, updateGame } from './setup/update-game.ts'
