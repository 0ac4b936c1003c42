import { used } from './used.ts'

export const value = used
