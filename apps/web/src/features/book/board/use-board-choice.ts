import { usePreference } from '../../../api/preference.ts'
import { readBoardChoice } from './board-choice.ts'

/** How this user looks at boards; stored on the server. */
export const useBoardChoice = () => usePreference('board', readBoardChoice)
