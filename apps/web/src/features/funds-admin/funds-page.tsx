import * as ledgerCalls from '@strata/contract/calls/ledger'
import '../../ui/page/list-page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { queryOf } from '../../api/queries.ts'
import { ListTools } from '../../components/data-table/paged-list.tsx'
import { useAddress } from '../../components/data-table/use-address.ts'
import { usePageSize } from '../../components/data-table/use-page-size.ts'
import { DayRangeField } from '../../components/days/day-range.tsx'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { businessDay } from '../../lib/day-starts.ts'
import { Kinds } from '../ledger/fund-kinds.tsx'
import { FundList, useFundTable } from '../ledger/fund-list.tsx'
import css from './funds-admin.module.css'
import { readFilters, requestOf, TYPED } from './funds-filters.ts'
import { FundsSearch } from './funds-search.tsx'
import { MerchantFunds } from './merchant-funds.tsx'

/** Every movement of money on the platform, by account, operator and amount, with the sums of what is shown. */
export const FundsPage = (): ReactNode => {
  const { search, change } = useAddress()
  const today = businessDay(serverNow())
  const filters = readFilters(search, today)
  const request = requestOf(filters)
  const [pageSize, setPageSize] = usePageSize()
  const records = useQuery({
    ...queryOf(ledgerCalls.fundLogs, { ...request, pageIndex: filters.pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  const table = useFundTable('operators-funds')
  const typed = TYPED.map((name) => filters[name]).join('\n')
  return (
    <div className="list-page">
      <section className="card list-card">
        <div className="list-bar">
          <DayRangeField
            range={filters.range}
            today={today}
            onChange={(range) => change({ from: range?.from ?? null, to: range?.to ?? null })}
          />
          <Kinds kinds={filters.kinds} onChange={(kinds) => change({ kinds: kinds.join(',') })} />
          <MerchantFunds chosen={filters.merchant} onChoose={(merchant) => change({ merchant })} />
          <FundsSearch key={typed} typed={filters} onSearch={change} />
          <span className={`end ${css.tools}`}>
            <ListTools table={table}>
              <ExportButton call={ledgerCalls.fundLogs} input={request} />
            </ListTools>
          </span>
        </div>
        <FundList
          query={records}
          table={table}
          pageIndex={filters.pageIndex}
          pageSize={pageSize}
          onPageSize={setPageSize}
          onPage={(page) => change({ page: String(page) })}
        />
      </section>
    </div>
  )
}
