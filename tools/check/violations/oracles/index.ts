import { called } from './rule.ts'

export const value = called
