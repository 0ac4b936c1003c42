/** The calls of settling up and of long runs; calls.ts says how. */
import type { longRun } from '@strata/contract/endpoints/games'
import type {
  settlingUpDays,
  settlingUpLog,
  settlingUpQuery,
  settlingUpReceived,
  settlingUpSet,
  settlingUpUndo,
} from '@strata/contract/endpoints/settling-up'
import type { Call } from './client.ts'

export const settlingUpCall: Call<typeof settlingUpQuery> = {
  id: 'reports.settlingUpQuery',
  method: 'POST',
  path: '/api/common/report/settling-up/query',
}
export const settlingUpDaysCall: Call<typeof settlingUpDays> = {
  id: 'reports.settlingUpDays',
  method: 'POST',
  path: '/api/common/report/settling-up/days',
}
export const settlingUpSetCall: Call<typeof settlingUpSet> = {
  id: 'reports.settlingUpSet',
  method: 'POST',
  path: '/api/common/report/settling-up/set',
}
export const settlingUpUndoCall: Call<typeof settlingUpUndo> = {
  id: 'reports.settlingUpUndo',
  method: 'POST',
  path: '/api/common/report/settling-up/undo',
}
export const settlingUpLogCall: Call<typeof settlingUpLog> = {
  id: 'reports.settlingUpLog',
  method: 'POST',
  path: '/api/common/report/settling-up/log',
}
export const settlingUpReceivedCall: Call<typeof settlingUpReceived> = {
  id: 'reports.settlingUpReceived',
  method: 'POST',
  path: '/api/common/report/settling-up/received',
}
export const longRunCall: Call<typeof longRun> = {
  id: 'games.longRun',
  method: 'POST',
  path: '/api/common/game/long-run',
}
