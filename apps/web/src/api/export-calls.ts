import type { exportCancel, exportFile, exportQuery } from '@strata/contract/endpoints/reports'
import type { Call } from './client.ts'

/** The download list. */
export const exportQueryCall: Call<typeof exportQuery> = {
  id: 'reports.exportQuery',
  method: 'POST',
  path: '/api/common/export/query',
}
export const exportCancelCall: Call<typeof exportCancel> = {
  id: 'reports.exportCancel',
  method: 'POST',
  path: '/api/common/export/cancel',
}
export const exportFileCall: Call<typeof exportFile> = {
  id: 'reports.exportFile',
  method: 'GET',
  path: '/api/common/export/file',
}
