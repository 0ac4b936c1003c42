import * as signInCalls from '@strata/contract/calls/sign-in'
import { CODES } from '@strata/contract/errors'
import { api } from '../api/api.ts'
import { ApiRefusal } from '../api/client.ts'

const PAGE = '/maintenance'
let asking = false

/** A call was refused for maintenance: of one game it stays a refusal, of the whole platform the page leads there. */
export const onMaintenance = (error: unknown): void => {
  const refused = error instanceof ApiRefusal && error.code === CODES.maintenance
  if (!refused || asking || window.location.pathname === PAGE) return
  asking = true
  api
    .call(signInCalls.platformStatus, {}, { automatic: true })
    .then(({ maintenanceState }) => {
      const { pathname, search } = window.location
      if (maintenanceState === 2) window.location.assign(`${PAGE}?from=${encodeURIComponent(`${pathname}${search}`)}`)
    })
    .catch(() => {})
    .finally(() => {
      asking = false
    })
}
