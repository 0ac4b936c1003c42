import { backupRestored } from './backup.ts'
import { apiClock, workerClock } from './clock.ts'
import { diskFull, walFull } from './disk.ts'
import { draws, duplicates } from './duplicates.ts'
import type { Fault } from './fault.ts'
import { intakeThreadEnded } from './intake-thread.ts'
import { apiCutOff, apiHung, apiKilled, workerCutOff, workerHung, workerKilled } from './one-process.ts'
import { overload } from './overload.ts'
import { rollingRestart } from './rolling-restart.ts'
import { postgresKilled, settlementKilled } from './settlement.ts'
import { diskSlow } from './slow-disk.ts'
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
  intakeThreadEnded,
  settlementKilled,
  postgresKilled,
  duplicates,
  draws,
  apiClock,
  workerClock,
  backupRestored,
  overload,
  diskSlow,
  diskFull,
  walFull,
]
