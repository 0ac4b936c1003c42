import * as ledgerCalls from '@strata/contract/calls/ledger'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { queryOf } from '../../api/queries.ts'
import { ListTools } from '../../components/data-table/paged-list.tsx'
import { useAddress } from '../../components/data-table/use-address.ts'
import { usePageSize } from '../../components/data-table/use-page-size.ts'
import { DayRangeField } from '../../components/days/day-range.tsx'
import { ExportButton } from '../../components/exports/export-button.tsx'
import exportsCss from '../../components/exports/exports.module.css'
import { idOf, pageOf, rangeOf } from '../../lib/address.ts'
import { businessDay } from '../../lib/day-starts.ts'
import { type DayRange, shortcutRange } from '../../lib/time.ts'
import { ledgerText } from '../../text/zh-CN/rooms/ledger.ts'
import { type Kind, Kinds, kindsOf } from './fund-kinds.tsx'
import { FundList, useFundTable } from './fund-list.tsx'

type Filters = {
  readonly range: DayRange
  readonly kinds: readonly Kind[]
  readonly of: { readonly agentPathsId: number; readonly name: string } | null
  readonly includeDownline: boolean
  readonly pageIndex: number
}

const readFilters = (search: URLSearchParams, today: string): Filters => {
  const of = idOf(search, 'of')
  return {
    range: rangeOf(search, today) ?? shortcutRange('today', today),
    kinds: kindsOf(search.get('kinds')),
    of: of === null ? null : { agentPathsId: of, name: search.get('ofName') ?? String(of) },
    includeDownline: search.get('below') === '1',
    pageIndex: pageOf(search),
  }
}

const requestOf = (filters: Filters) => ({
  ...filters.range,
  includeDownline: filters.includeDownline,
  ...(filters.kinds.length === 0 ? {} : { kinds: [...filters.kinds] }),
  ...(filters.of ? { agentPathsId: filters.of.agentPathsId } : {}),
})

/** Every fund record in a range of business days, with both sums of all rows. */
export const FundsRecords = (): ReactNode => {
  const today = businessDay(serverNow())
  const { search, change } = useAddress()
  const filters = readFilters(search, today)
  const [pageSize, setPageSize] = usePageSize()
  const records = useQuery({
    ...queryOf(ledgerCalls.fundsQuery, { ...requestOf(filters), pageIndex: filters.pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  const table = useFundTable('funds')
  return (
    <section className="card list-card">
      <div className="list-bar">
        <DayRangeField
          range={filters.range}
          today={today}
          onChange={(range) => change({ from: range?.from ?? null, to: range?.to ?? null })}
        />
        <Kinds kinds={filters.kinds} onChange={(kinds) => change({ kinds: kinds.join(',') })} />
        <label className="check">
          <input
            type="checkbox"
            checked={filters.includeDownline}
            onChange={(event) => change({ below: event.currentTarget.checked ? '1' : null })}
          />
          {ledgerText.includeDownline}
        </label>
        {filters.of ? (
          <span className="tag">
            {ledgerText.only(filters.of.name)}{' '}
            <button type="button" className="link-button" onClick={() => change({ of: null, ofName: null })}>
              {ledgerText.everyone}
            </button>
          </span>
        ) : null}
        <span className={`end ${exportsCss.barButtons}`}>
          <ListTools table={table}>
            <ExportButton call={ledgerCalls.fundsQuery} input={requestOf(filters)} />
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
  )
}
