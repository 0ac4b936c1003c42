import * as reportsCalls from '@strata/contract/calls/reports'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '../../../api/api.ts'
import { keyOf, queryOf } from '../../../api/queries.ts'
import { WHOLE_PAGE, wholeAnswer, wholeQueryOf } from '../../../api/whole.ts'
import { usePageSize } from '../../../components/data-table/use-page-size.ts'
import type { readSort } from '../sort-address.ts'
import { classificationRequest, type DeliveryFilters, deliveryRequest, reportRequest } from './delivery-filters.ts'
import type { DeliveryAnswer } from './delivery-model.ts'

const OPEN_MS = 60_000

export const SORTS = [
  'accountName',
  'orders',
  'stake',
  'valid',
  'memberResult',
  'receivable',
  'result',
  'payable',
] as const

export type Sort = ReturnType<typeof readSort<(typeof SORTS)[number]>>

/** A page of the report. */
export const useDelivery = (filters: DeliveryFilters, sort: Sort) => {
  const [pageSize] = usePageSize()
  return useQuery({
    queryKey: keyOf(reportsCalls.deliveryQuery, filters, sort, pageSize),
    queryFn: ({ signal }) =>
      api.call(
        reportsCalls.deliveryQuery,
        {
          ...deliveryRequest(filters),
          ...(sort ? { sortInfo: sort } : {}),
          pageIndex: filters.pageIndex,
          pageSize,
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
}

/** The sums of the part that the classification shows. */
export const usePartSums = (filters: DeliveryFilters, enabled: boolean) =>
  useQuery({
    ...queryOf(
      reportsCalls.classificationQuery,
      { ...classificationRequest(filters, 'game'), pageSize: 10 },
      { automatic: true },
    ),
    enabled,
    placeholderData: keepPreviousData,
  })

/** All unsettled rows of the same range, shown beside the settled figures and not included in them. */
export const useOpenBeside = (filters: DeliveryFilters) =>
  useQuery({
    ...wholeQueryOf(
      reportsCalls.deliveryQuery,
      { ...reportRequest({ ...filters, state: 'open' }), sortInfo: { columnName: 'stake', direction: 1 } },
      { automatic: true },
    ),
    enabled: filters.state === 'settled',
    refetchInterval: OPEN_MS,
  })

/** The report with every row, for paper. */
export const wholeReport = async (filters: DeliveryFilters, sort: Sort): Promise<DeliveryAnswer> =>
  wholeAnswer((pageIndex) =>
    api.call(reportsCalls.deliveryQuery, {
      ...deliveryRequest(filters),
      ...(sort ? { sortInfo: sort } : {}),
      pageIndex,
      pageSize: WHOLE_PAGE,
    }),
  )
