// expect: no-restricted-imports
import { planned } from '../games/planning.ts'

export const known = planned
