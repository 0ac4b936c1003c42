import * as flyOutsCalls from '@strata/contract/calls/fly-outs'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { flyOutAccountQuery, flyOutOrderQuery, flyOutQuery } from '@strata/contract/endpoints/fly-outs'
import { PERMISSION } from '@strata/contract/permissions'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { keyOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { wholeQueryOf } from '../../../api/whole.ts'
import { useAddress } from '../../../components/data-table/use-address.ts'

export type FlyOutAccount = ResponseOf<typeof flyOutAccountQuery>['items'][number]
export type FlyOutOrder = ResponseOf<typeof flyOutOrderQuery>['items'][number]
export type FlyOutSaved = ResponseOf<typeof flyOutQuery>
/** The account in the address of the list of orders. */
export const ACCOUNT_PARAM = 'pilot'

export type FlyOutTab = 'accounts' | 'settings' | 'orders'

export const useMayFlyOut = (): boolean => useSession((session) => session.permissionIds.includes(PERMISSION.flyOut))

/** A main account that has lost the right to fly out still decides about its open orders. */
export const useMayDecide = (): boolean =>
  useSession(({ permissionIds, account }) => permissionIds.includes(PERMISSION.flyOut) || account?.mainAccountId === 0)

/** The tabs of the page; another tab drops the filters. */
export const useTab = () => {
  const { search, go } = useAddress()
  return {
    search,
    open: (tab: FlyOutTab): void => go(() => new URLSearchParams(tab === 'accounts' ? {} : { tab })),
  }
}

/** All accounts of this path, to choose one. */
export const useFlyOutAccounts = (): UseQueryResult<readonly FlyOutAccount[]> =>
  useQuery({
    ...wholeQueryOf(flyOutsCalls.flyOutAccountQuery, {}),
    staleTime: 30_000,
    select: ({ items }) => items,
  })

/** Names of the outside books that the platform has registered. */
export const useBooks = (enabled: boolean) =>
  useQuery({
    queryKey: keyOf(flyOutsCalls.flyOutBooks, 'list'),
    enabled,
    staleTime: 60_000,
    queryFn: async ({ signal }) => (await api.call(flyOutsCalls.flyOutBooks, {}, { signal })).books,
  })
