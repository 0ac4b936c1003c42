import * as ledgerCalls from '@strata/contract/calls/ledger'
import '../../ui/page/list-page.css'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { queryOf } from '../../api/queries.ts'
import { ListTools, PAGE_SIZE } from '../../components/data-table/paged-list.tsx'
import { DayRangeField } from '../../components/days/day-range.tsx'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { businessDay } from '../../lib/time.ts'
import { Kinds } from '../ledger/fund-kinds.tsx'
import { FundList, useFundTable } from '../ledger/fund-list.tsx'
import css from './funds-admin.module.css'
import { readFilters, requestOf, TYPED } from './funds-filters.ts'
import { FundsSearch } from './funds-search.tsx'
import { MerchantFunds } from './merchant-funds.tsx'

/** The filters of the page, which are in the address. */
const useFilters = () => {
  const [search, setSearch] = useSearchParams()
  const today = businessDay(serverNow())
  const change = (change: Readonly<Record<string, string | null>>): void =>
    setSearch((held) => {
      const next = new URLSearchParams(held)
      for (const [name, value] of Object.entries({ page: null, ...change })) {
        if (value === null || value === '') next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  return { today, filters: readFilters(search, today), change }
}

/** Every movement of money on the platform, by account, operator and amount, with the sums of what is shown. */
export const FundsPage = (): ReactNode => {
  const { today, filters, change } = useFilters()
  const request = requestOf(filters)
  const records = useQuery({
    ...queryOf(ledgerCalls.fundLogs, { ...request, pageIndex: filters.pageIndex, pageSize: PAGE_SIZE }),
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
          <FundsSearch key={typed} typed={filters} onSearch={(search) => change(search)} />
          <span className={`end ${css.tools}`}>
            <ListTools table={table}>
              <ExportButton call={ledgerCalls.fundLogs} input={request} />
            </ListTools>
          </span>
        </div>
        <FundList
          query={records}
          table={table}
          scroll={css.low}
          pageIndex={filters.pageIndex}
          onPage={(page) => change({ page: String(page) })}
        />
      </section>
    </div>
  )
}
