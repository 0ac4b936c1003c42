import { held, testedOnly } from './rule.ts'

export const both = [held, testedOnly]
