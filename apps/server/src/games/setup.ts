/** For the other rooms: the settings of a game. */

export { gameMaintenance, saveGameMaintenance } from './setup/store-games.ts'
export { type ListedGame, listGameSettings, updateGame } from './setup/update-game.ts'
