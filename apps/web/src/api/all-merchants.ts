import * as adminMerchantsCalls from '@strata/contract/calls/admin-merchants'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Answer } from './client.ts'
import { wholeQueryOf } from './whole.ts'

type Merchants = Answer<'admin.merchantQuery'>
export type ListedMerchant = Merchants['items'][number]

/** Every merchant by its code, for operators who choose one. */
export const useAllMerchants = (enabled: boolean): UseQueryResult<Merchants> =>
  useQuery<Merchants>({
    ...wholeQueryOf(
      adminMerchantsCalls.merchantQuery,
      { sortInfo: { columnName: 'code', direction: 0 } },
      { automatic: true },
    ),
    enabled,
  })
