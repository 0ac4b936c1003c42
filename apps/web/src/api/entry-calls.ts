/** The calls of the sign-in page: a file of their own, because a chunk takes whole files. */
import type { platformStatus } from '@strata/contract/endpoints/access'
import type { Call } from './client.ts'

export const statusCall: Call<typeof platformStatus> = {
  id: 'access.platformStatus',
  method: 'GET',
  path: '/api/common/status',
}
