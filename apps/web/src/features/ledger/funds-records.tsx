import * as ledgerCalls from '@strata/contract/calls/ledger'
import { queryOf } from '../../api/queries.ts'
import '../../ui/page/table.css'
import '../../ui/page/list-page.css'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { fundsQuery } from '@strata/contract/endpoints/ledger'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { useSearchParams } from 'react-router'
import { serverNow } from '../../api/clock.ts'
import { Amount } from '../../components/amount.tsx'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListTools, PAGE_SIZE, PagedList } from '../../components/data-table/paged-list.tsx'
import { type Column, useTable } from '../../components/data-table/use-table.ts'
import { DayRangeField } from '../../components/days/day-range.tsx'
import { ExportButton } from '../../components/exports/export-button.tsx'
import exportsCss from '../../components/exports/exports.module.css'
import type { KitSelectProps } from '../../components/kit/kit-select.tsx'
import { onDemand } from '../../components/kit/on-demand.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { businessDay, type DayRange, isDay, shortcutRange } from '../../lib/time.ts'
import { ledgerText } from '../../text/zh-CN/rooms/ledger.ts'
import { FundKind, FundMark } from './fund-mark.tsx'
import css from './funds.module.css'

const KindsPicker = onDemand<KitSelectProps<string[]>>(
  async () => (await import('../../components/kit/kit-select.tsx')).KitMultiSelect,
)

type Answer = ResponseOf<typeof fundsQuery>
type Row = Answer['items'][number]
type Kind = Row['kind']
const KINDS = Object.keys(ledgerText.fundKinds) as Kind[]

type Filters = {
  readonly range: DayRange
  readonly kinds: readonly Kind[]
  readonly of: { readonly agentPathsId: number; readonly name: string } | null
  readonly includeDownline: boolean
  readonly pageIndex: number
}

const readFilters = (search: URLSearchParams, today: string): Filters => {
  const [from, to] = [search.get('from'), search.get('to')]
  const fine = isDay(from) && isDay(to) && from <= to && to <= today
  const of = Number(search.get('of'))
  const page = Number(search.get('page'))
  return {
    range: fine ? { from, to } : shortcutRange('today', today),
    kinds: (search.get('kinds') ?? '').split(',').filter((kind): kind is Kind => KINDS.some((one) => one === kind)),
    of: Number.isInteger(of) && of > 0 ? { agentPathsId: of, name: search.get('ofName') ?? String(of) } : null,
    includeDownline: search.get('below') === '1',
    pageIndex: Number.isInteger(page) && page > 0 ? Math.min(500, page) : 1,
  }
}

const useFilters = (today: string) => {
  const [search, setSearch] = useSearchParams()
  const change = (change: Readonly<Record<string, string | null>>): void =>
    setSearch((held) => {
      const next = new URLSearchParams(held)
      if (!('page' in change)) next.delete('page')
      for (const [name, value] of Object.entries(change)) {
        if (value === null || value === '') next.delete(name)
        else next.set(name, value)
      }
      return next
    })
  return { filters: readFilters(search, today), change }
}

const requestOf = (filters: Filters) => ({
  ...filters.range,
  includeDownline: filters.includeDownline,
  ...(filters.kinds.length === 0 ? {} : { kinds: [...filters.kinds] }),
  ...(filters.of ? { agentPathsId: filters.of.agentPathsId } : {}),
})

type KindsProps = { readonly kinds: readonly Kind[]; readonly onChange: (kinds: readonly string[]) => void }

const Kinds = ({ kinds, onChange }: KindsProps): ReactNode => (
  <KindsPicker
    standIn={{
      label: ledgerText.kind,
      text: kinds.length === 0 ? ledgerText.allKinds : kinds.map((kind) => ledgerText.fundKinds[kind]).join('、'),
      hint: kinds.length === 0,
      className: css.fundsKinds,
    }}
    className={css.fundsKinds ?? ''}
    mode="multiple"
    maxTagCount={1}
    allowClear
    aria-label={ledgerText.kind}
    placeholder={ledgerText.allKinds}
    value={[...kinds]}
    options={KINDS.map((kind) => ({ value: kind, label: ledgerText.fundKinds[kind] }))}
    onChange={onChange}
  />
)

/** Every fund record in a range of business days, with both sums of all rows. */
export const FundsRecords = (): ReactNode => {
  const today = businessDay(serverNow())
  const { filters, change } = useFilters(today)
  const records = useQuery({
    ...queryOf(ledgerCalls.fundsQuery, { ...requestOf(filters), pageIndex: filters.pageIndex, pageSize: PAGE_SIZE }),
    placeholderData: keepPreviousData,
  })
  const table = useTable('funds', COLUMNS)
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
      <PagedList
        query={records}
        empty={ledgerText.empty}
        above={({ summary }) => (summary ? <Sums summary={summary} /> : null)}
        pageIndex={filters.pageIndex}
        onPage={(page) => change({ page: String(page) })}
        cards={(rows) => <Cards rows={rows} />}
        desk={(rows) => (
          <DataTable
            label={ledgerText.records}
            className="list-scroll"
            table={table}
            first={FIRST}
            rows={rows}
            context={null}
            keyOf={(row) => String(row.id)}
            dataOf={(row) => ({ 'data-kind': row.kind })}
          />
        )}
      />
    </section>
  )
}

const Sums = ({ summary }: { readonly summary: NonNullable<Answer['summary']> }): ReactNode => {
  const sums: readonly (readonly [string, string])[] = [
    [ledgerText.sumIn, summary.amountIn],
    [ledgerText.sumOut, summary.amountOut],
  ]
  return (
    <dl className={css.fundsSums}>
      {sums.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <Amount value={value} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

const words = ledgerText.columns
const FIRST = { title: words.at, cell: (row: Row): ReactNode => formatInstant(row.at) }
const COLUMNS: readonly Column<Row>[] = [
  { name: 'account', title: words.account, left: true, cell: (row) => row.accountName },
  { name: 'kind', title: words.kind, left: true, cell: (row) => <FundKind row={row} /> },
  { name: 'amount', title: words.amount, cell: (row) => <Amount value={row.amount} good /> },
  { name: 'balanceAfter', title: words.balanceAfter, cell: (row) => <Amount value={row.balanceAfter} /> },
  { name: 'counterparty', title: words.counterparty, left: true, cell: (row) => row.counterparty },
  { name: 'reference', title: words.reference, left: true, cell: (row) => row.reference },
  {
    name: 'remark',
    title: words.remark,
    left: true,
    cell: (row) => (
      <>
        {row.remark}
        <FundMark row={row} />
      </>
    ),
  },
  { name: 'operator', title: words.operator, left: true, cell: (row) => row.operatorName },
]

const Cards = ({ rows }: { readonly rows: readonly Row[] }): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.id} data-kind={row.kind}>
        <p className="line">
          <b>
            <FundKind row={row} /> · {row.accountName}
          </b>
          <span>{formatInstant(row.at)}</span>
        </p>
        <dl className="three">
          <div>
            <dt>{ledgerText.columns.amount}</dt>
            <dd>
              <Amount value={row.amount} good />
            </dd>
          </div>
          <div>
            <dt>{ledgerText.columns.balanceAfter}</dt>
            <dd>
              <Amount value={row.balanceAfter} />
            </dd>
          </div>
          <div>
            <dt>{ledgerText.columns.counterparty}</dt>
            <dd>{row.counterparty === '' ? '—' : row.counterparty}</dd>
          </div>
        </dl>
        <p className="line">
          {row.operatorName} {row.reference} {row.remark} <FundMark row={row} />
        </p>
      </li>
    ))}
  </ul>
)
