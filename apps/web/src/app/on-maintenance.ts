import * as signInCalls from '@strata/contract/calls/sign-in'
import { CODES } from '@strata/contract/errors'
import { api } from '../api/api.ts'
import { type Answer, ApiRefusal } from '../api/client.ts'

const PAGE = '/maintenance'
let asking = false

/** Goes to the maintenance page when the whole platform is closed, and comes back from there to this address. */
export const leaveForMaintenance = (
  status: Pick<Answer<'access.platformStatus'>, 'maintenanceState' | 'reading'>,
): void => {
  const { pathname, search } = window.location
  if (status.maintenanceState !== 2 || status.reading || pathname === PAGE) return
  window.location.assign(`${PAGE}?from=${encodeURIComponent(`${pathname}${search}`)}`)
}

/**
 * A call was refused for maintenance: of one game it stays a refusal, of the whole platform the page leads there, unless
 * reports stay open.
 */
export const onMaintenance = (error: unknown): void => {
  const refused = error instanceof ApiRefusal && error.code === CODES.maintenance
  if (!refused || asking || window.location.pathname === PAGE) return
  asking = true
  api
    .call(signInCalls.platformStatus, {}, { automatic: true })
    .then(leaveForMaintenance)
    .catch(() => {})
    .finally(() => {
      asking = false
    })
}
