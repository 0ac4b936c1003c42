/** The calls that only operators make: apart, so that no agent's page loads them. */
import type { merchantMaxFill } from '@strata/contract/endpoints/admin-merchants'
import type { Call } from './client.ts'

export const merchantMaxFillCall: Call<typeof merchantMaxFill> = {
  id: 'admin.merchantMaxFill',
  method: 'POST',
  path: '/api/admin/merchant/max-fill',
}
