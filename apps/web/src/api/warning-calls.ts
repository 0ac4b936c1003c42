/** The calls of warning lines: apart from those that every page loads. */
import type { warningQuery, warningSet } from '@strata/contract/endpoints/book'
import type { Call } from './client.ts'

export const warningQueryCall: Call<typeof warningQuery> = {
  id: 'book.warningQuery',
  method: 'POST',
  path: '/api/common/warning/query',
}

export const warningSetCall: Call<typeof warningSet> = {
  id: 'book.warningSet',
  method: 'POST',
  path: '/api/common/warning/set',
}
