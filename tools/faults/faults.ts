import type { Fault } from './fault.ts'
import { apiCutOff, apiHung, apiKilled, workerCutOff, workerHung, workerKilled } from './one-process.ts'
import { rollingRestart } from './rolling-restart.ts'
import { postgresKilled, settlementKilled } from './settlement.ts'
import { statementsCut } from './statements.ts'

/** All faults in the order in which they run. */
export const FAULTS: readonly Fault[] = [
  rollingRestart,
  apiKilled,
  apiHung,
  apiCutOff,
  workerKilled,
  workerHung,
  workerCutOff,
  statementsCut,
  settlementKilled,
  postgresKilled,
]
