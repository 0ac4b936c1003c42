import * as reportsCalls from '@strata/contract/calls/reports'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { classificationQuery } from '@strata/contract/endpoints/reports'
import { PERMISSION } from '@strata/contract/permissions'
import { subtotalWord } from '@strata/contract/words'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { Link } from 'react-router'
import { api } from '../../../api/api.ts'
import { queryOf } from '../../../api/queries.ts'
import { useSession } from '../../../api/session.ts'
import { WHOLE_PAGE, wholeAnswer } from '../../../api/whole.ts'
import { Amount } from '../../../components/amount.tsx'
import { ColumnsMenu } from '../../../components/data-table/columns-menu.tsx'
import { DataTable } from '../../../components/data-table/data-table.tsx'
import { ListFoot } from '../../../components/data-table/list-foot.tsx'
import { SavedViews } from '../../../components/data-table/saved-views.tsx'
import { useAddress } from '../../../components/data-table/use-address.ts'
import { usePageSize } from '../../../components/data-table/use-page-size.ts'
import { useTable } from '../../../components/data-table/use-table.ts'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import exportsCss from '../../../components/exports/exports.module.css'
import { ListState } from '../../../components/list-state.tsx'
import { CorrectedDays } from '../../../components/marks.tsx'
import { showCount } from '../../../lib/count.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { ToolRow } from '../../../ui/page/tool-row.tsx'
import css from '../delivery/delivery.module.css'
import { type ClassBy, classificationRequest, type DeliveryFilters } from '../delivery/delivery-filters.ts'
import { type FigureRow, figureColumns, ordersColumn } from '../delivery/figure-columns.tsx'
import { PrintButton, usePrint } from '../print.tsx'
import { nextSort, readSort, withSort } from '../sort-address.ts'

type Answer = ResponseOf<typeof classificationQuery>
type Row = Answer['items'][number]
type Subtotal = NonNullable<Answer['subtotals']>[number]
const NO_DATA = {}

const BY: readonly ClassBy[] = ['game', 'group', 'play', 'pankou', 'date', 'period']
const SORTS = ['name', 'orders', 'stake', 'valid', 'memberResult', 'receivable', 'result', 'payable'] as const

/** The link of a row: its orders, with all filters. */
export const ordersOf = (row: Row, filters: DeliveryFilters): string => {
  const { range, periods, state, agentPathsId, seat, groupId, kind } = filters
  const pankou = row.pankou ?? filters.pankou
  const group = row.playCode === undefined ? (row.groupId ?? groupId) : null
  const search = new URLSearchParams({
    ...(periods === null
      ? { from: row.day ?? range.from, to: row.day ?? range.to }
      : { pfrom: periods.from, pto: periods.to }),
    state,
    ...(row.gameId === undefined
      ? filters.gameId === null
        ? {}
        : { game: String(filters.gameId) }
      : { game: String(row.gameId) }),
    ...(group === null ? {} : { group: String(group) }),
    ...(row.playCode === undefined ? {} : { play: row.playCode }),
    ...(pankou === null ? {} : { pankou }),
    ...(row.periodNo === undefined ? {} : { period: row.periodNo }),
    ...(kind === null ? {} : { kind }),
    ...(agentPathsId === null ? {} : { at: String(agentPathsId) }),
    ...(seat === null ? {} : { seat: String(seat) }),
  })
  return `/reports/details?${search}`
}

const isRow = (row: FigureRow): row is FigureRow & Row => 'key' in row
const isSubtotal = (row: FigureRow): row is FigureRow & Subtotal => 'lastKey' in row

/** The rows of a page, with the sum of each game below its last row. */
const withSubtotals = ({ items, subtotals = [] }: Pick<Answer, 'items' | 'subtotals'>): readonly (Row | Subtotal)[] => {
  const sums = new Map(subtotals.map((sum) => [sum.lastKey, sum]))
  return items.flatMap((row): (Row | Subtotal)[] => {
    const sum = sums.get(row.key)
    return sum ? [row, sum] : [row]
  })
}

const keyOf = (row: FigureRow): string => (isRow(row) ? row.key : isSubtotal(row) ? `sum of ${row.gameId}` : 'total')

type Context = { readonly filters: DeliveryFilters; readonly mayOpen: boolean }

const ORDERS = ordersColumn<Context>((row, { filters, mayOpen }) => {
  const text = showCount(row.orders)
  // With a range of periods, a day cannot be a filter of the orders.
  if (!isRow(row) || !mayOpen || (row.day !== undefined && filters.periods !== null)) return text
  return <Link to={ordersOf(row, filters)}>{text}</Link>
})

const FIRST = {
  title: reportText.className,
  sort: 'name',
  left: true,
  cell: (row: FigureRow) =>
    isRow(row) ? (
      <>
        {row.name}
        <CorrectedDays days={row.correctedDays} />
      </>
    ) : isSubtotal(row) ? (
      subtotalWord(row.name, row.rows)
    ) : null,
} as const

const useClassTable = () => {
  const roleId = useSession((session) => session.account?.roleId ?? 3)
  const columns = useMemo(() => {
    // A class has orders with different shares, so the column makes no sense.
    return figureColumns(ORDERS, appText.roles[roleId] ?? '').filter(({ name }) => name !== 'share')
  }, [roleId])
  return useTable('classification', columns)
}

const Empty = (): ReactNode => (
  <>
    {reportText.empty}
    <br />
    {reportText.emptyHint}
  </>
)

/** The report's figures by game, play group, play or day. */
export const Classification = ({ filters }: { readonly filters: DeliveryFilters }): ReactNode => {
  const { search, go } = useAddress()
  const mobile = useMedia(MOBILE)
  const mayOpen = useSession((session) => session.permissionIds.includes(PERMISSION.reportDetails))
  const by = BY.find((one) => one === search.get('by')) ?? 'game'
  const sort = readSort(search, SORTS)
  const table = useClassTable()
  const { pageIndex } = filters
  const [pageSize, setPageSize] = usePageSize()
  const request = { ...classificationRequest(filters, by), ...(sort ? { sortInfo: sort } : {}) }
  const report = useQuery({
    ...queryOf(reportsCalls.classificationQuery, { ...request, pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  const paper = usePrint(() =>
    wholeAnswer((page) =>
      api.call(reportsCalls.classificationQuery, { ...request, pageIndex: page, pageSize: WHOLE_PAGE }),
    ),
  )
  const set = (name: string, value: string | null): void =>
    go((held) => {
      const next = withSort(held, name === 'by' ? null : sort)
      if (value === null) next.delete(name)
      else next.set(name, value)
      return next
    })
  return (
    <>
      <div className={css.classBar}>
        <ToggleGroup
          name="class-by"
          label={reportText.byLabel}
          options={BY.map((value) => ({ value, label: reportText.by[value] }))}
          value={by}
          onChange={(value) => set('by', value === 'game' ? null : value)}
        />
        <span className={exportsCss.barButtons}>
          <ToolRow label={appText.listTools}>
            <PrintButton paper={paper} />
            <ExportButton call={reportsCalls.classificationQuery} input={request} />
            <SavedViews table={table} />
            {mobile ? null : <ColumnsMenu table={table} />}
          </ToolRow>
        </span>
      </div>
      <ListState query={report} isEmpty={({ items }) => items.length === 0} empty={<Empty />}>
        {(data) => (
          <>
            {mobile ? (
              <ClassCards rows={withSubtotals(data)} sum={data.summary ?? null} />
            ) : (
              <DataTable<FigureRow, Context>
                label={reportText.tabs.classification}
                table={table}
                first={FIRST}
                rows={withSubtotals(paper.printed ?? data)}
                context={{ filters, mayOpen }}
                keyOf={keyOf}
                dataOf={(row) => (isSubtotal(row) ? { 'data-kind': 'subtotal' } : NO_DATA)}
                sort={sort}
                onSort={(column) => go((held) => withSort(held, nextSort(sort, column)))}
                total={data.summary ? { row: data.summary, label: reportText.total } : null}
                dim={report.isPlaceholderData}
              />
            )}
            <ListFoot
              pageIndex={pageIndex}
              pageSize={pageSize}
              total={data.total}
              more={data.more ?? false}
              onPage={(page) => set('page', page === 1 ? null : String(page))}
              onPageSize={setPageSize}
            />
          </>
        )}
      </ListState>
    </>
  )
}

const THREE = ['valid', 'memberResult', 'result'] as const

type CardsProps = { readonly rows: readonly (Row | Subtotal)[]; readonly sum: FigureRow | null }

const ClassCards = ({ rows, sum }: CardsProps): ReactNode => (
  <ul className={css.deliveryCards}>
    {[...rows, ...(sum ? [sum] : [])].map((row: FigureRow) => (
      <li key={keyOf(row)} data-kind={isRow(row) ? undefined : isSubtotal(row) ? 'subtotal' : 'total'}>
        <p>
          <b>{row === sum ? reportText.total : FIRST.cell(row)}</b>
          <span>
            {showCount(row.orders)} {reportText.pieces}
          </span>
        </p>
        <dl className={css.deliveryThree}>
          {THREE.map((name) => (
            <div key={name}>
              <dt>{reportText.columns[name]}</dt>
              <dd>
                <Amount value={row[name]} />
              </dd>
            </div>
          ))}
        </dl>
      </li>
    ))}
  </ul>
)
