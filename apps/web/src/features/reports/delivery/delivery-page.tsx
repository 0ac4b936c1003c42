import * as reportsCalls from '@strata/contract/calls/reports'
import { PERMISSION } from '@strata/contract/permissions'
import { ROLE } from '@strata/domain/tree'
import '../../../ui/page/table.css'
import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { useSession } from '../../../api/session.ts'
import { Crumbs } from '../../../components/crumbs.tsx'
import { ColumnsMenu } from '../../../components/data-table/columns-menu.tsx'
import { ListFoot } from '../../../components/data-table/list-foot.tsx'
import { SavedViews } from '../../../components/data-table/saved-views.tsx'
import { useAddress } from '../../../components/data-table/use-address.ts'
import { usePageSize } from '../../../components/data-table/use-page-size.ts'
import { RangeShortcuts } from '../../../components/days/day-range.tsx'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import { ListState } from '../../../components/list-state.tsx'
import { readBet, withBet } from '../../../components/orders/order-address.ts'
import type { OrdersSource } from '../../../components/orders/orders-drawer.tsx'
import { changedAddress } from '../../../lib/address.ts'
import { businessDay } from '../../../lib/day-starts.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { settlingText } from '../../../text/zh-CN/rooms/settling-up.ts'
import { MOBILE, useMedia } from '../../../ui/hooks/use-media.ts'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { ToolRow } from '../../../ui/page/tool-row.tsx'
import { FilterSheet } from '../filter-sheet.tsx'
import { PrintButton, PrintHead, useConditions, usePrint } from '../print.tsx'
import { ReportTabs } from '../report-tabs.tsx'
import { nextSort, readSort, withSort } from '../sort-address.ts'
import { ColumnHelp } from './column-help.tsx'
import css from './delivery.module.css'
import { DeliveryCards } from './delivery-cards.tsx'
import { type DeliveryFilters, deliveryRequest, isOwnWhole, isPart, useDeliveryFilters } from './delivery-filters.ts'
import { DeliveryForm } from './delivery-form.tsx'
import { type DeliveryAnswer, type DeliveryRow, orderKindOf } from './delivery-model.ts'
import { DeliveryTable, useDeliveryTable } from './delivery-table.tsx'
import { MANY, readOf, readSettle, rowKey, withOf, withSettle } from './opened-address.ts'
import { SeatBar, SeatLink } from './seat-bar.tsx'
import { SummaryCards } from './summary-cards.tsx'
import { stepChange } from './trail-step.ts'
import { SORTS, type Sort, useDelivery, useOpenBeside, usePartSums, wholeReport } from './use-delivery.ts'

const OrdersDrawer = lazy(async () => ({
  default: (await import('../../../components/orders/orders-drawer.tsx')).OrdersDrawer,
}))
const OrderDrawer = lazy(async () => ({
  default: (await import('../../../components/orders/order-drawer.tsx')).OrderDrawer,
}))
const SettlingDialog = lazy(async () => ({
  default: (await import('../settling-up/settling-dialog.tsx')).SettlingDialog,
}))
const SettleManyDialog = lazy(async () => ({
  default: (await import('../settling-up/settle-many-dialog.tsx')).SettleManyDialog,
}))
const ReceivedMarks = lazy(async () => ({ default: (await import('../settling-up/received-marks.tsx')).ReceivedMarks }))
const Classification = lazy(async () => ({
  default: (await import('../classification/classification.tsx')).Classification,
}))
const ResultChart = lazy(async () => ({ default: (await import('../classification/result-chart.tsx')).ResultChart }))

const sourceOf = (row: DeliveryRow, filters: DeliveryFilters): OrdersSource => ({
  kind: 'report',
  agentPathsId: row.agentPathsId,
  seat: filters.seat,
  own: row.rowKind === 'ownReplenishment',
  ...filters.range,
  periods: filters.periods,
  state: filters.state,
  gameId: filters.gameId,
  groupId: filters.groupId,
  orderKind: orderKindOf(row.rowKind),
})

/** Whether the chart is shown; it is in the address. */
const useChart = () => {
  const { search, go } = useAddress()
  const set = (on: boolean): void =>
    // The list stays on its page.
    go((held) => changedAddress(held, { page: held.get('page'), chart: on ? '1' : null }))
  return { on: search.get('chart') === '1', set }
}

type ToolsProps = {
  readonly filters: DeliveryFilters
  readonly table: ReturnType<typeof useDeliveryTable>
  readonly classified: boolean
  readonly sort: Sort
  readonly chart: ReturnType<typeof useChart>
  readonly paper: ReturnType<typeof usePrint<DeliveryAnswer>>
}

/** The buttons at the end of the form. */
const Tools = ({ filters, table, classified, sort, chart, paper }: ToolsProps): ReactNode => {
  const mobile = useMedia(MOBILE)
  return (
    <ToolRow label={appText.listTools}>
      <ColumnHelp />
      <button type="button" className="ghost-button" aria-pressed={chart.on} onClick={() => chart.set(!chart.on)}>
        {reportText.chart.show}
      </button>
      {classified ? null : <PrintButton paper={paper} />}
      <ReceivedOpener />
      {classified || !isOwnWhole(filters) ? null : <SettleManyOpener />}
      {classified ? null : (
        <ExportButton
          call={reportsCalls.deliveryQuery}
          input={{ ...deliveryRequest(filters), ...(sort ? { sortInfo: sort } : {}) }}
        />
      )}
      {classified ? null : <SavedViews table={table} />}
      {classified || mobile ? null : <ColumnsMenu table={table} />}
    </ToolRow>
  )
}

type FormProps = {
  readonly rangeShown: string
  readonly conditions: readonly string[]
  readonly form: Omit<ComponentProps<typeof DeliveryForm>, 'onQuery' | 'end'>
  readonly onQuery: () => void
  readonly end: ReactNode
}

/** The form, on a phone in a sheet below the shortcuts of days. */
const FormInPlace = ({ rangeShown, conditions, form, onQuery, end }: FormProps): ReactNode => {
  const { filters, today, onChange } = form
  return (
    <FilterSheet
      name={reportText.filtersAndTools}
      label={[rangeShown, ...conditions].join(' · ')}
      quick={
        filters.periods === null ? (
          <RangeShortcuts
            name="quick-range"
            range={filters.range}
            today={today}
            onChange={(range) => onChange({ range })}
          />
        ) : null
      }
    >
      <DeliveryForm {...form} onQuery={onQuery} end={end} />
    </FilterSheet>
  )
}

type SumsProps = {
  readonly report: ReturnType<typeof useDelivery>
  readonly open: DeliveryAnswer | undefined
  readonly filters: DeliveryFilters
  readonly classified: boolean
}

/** The sums of the report, or of the part that the classification shows. */
const Sums = ({ report, open, filters, classified }: SumsProps): ReactNode => {
  const isNarrowed = classified && isPart(filters)
  const part = usePartSums(filters, isNarrowed).data?.summary
  if (!isNarrowed && !report.isPending && !report.data?.summary) return null
  return (
    <SummaryCards
      summary={(isNarrowed ? part : report.data?.summary) ?? null}
      filters={isNarrowed ? filters : { ...filters, pankou: null, kind: null }}
      open={open?.summary ?? null}
    />
  )
}

/** The delivery report of the signed-in path or a seat: by child, or by game, play and day. */
export const DeliveryPage = (): ReactNode => {
  const today = businessDay(serverNow())
  const { filters, change, searchOf } = useDeliveryFilters(today)
  const { search, go } = useAddress()
  const classified = search.get('tab') === 'class'
  const chart = useChart()
  const sort = classified ? null : readSort(search, SORTS)
  const report = useDelivery(filters, sort)
  const open = useOpenBeside(filters)
  const trail = report.data?.trail
  // The trail begins at the signed-in path; a seat below is its last step, before the paths opened under it.
  const seat = filters.seat === null ? null : (trail?.find((step) => step.agentPathsId === filters.seat) ?? null)
  const table = useDeliveryTable(
    filters.seat === null ? null : (seat?.accountName ?? ''),
    isOwnWhole(filters),
    filters.state,
  )
  const { from, to } = filters.periods ?? filters.range
  const rangeShown = from === to ? from : `${from} ～ ${to}`
  const seatAt = trail?.findIndex((step) => step.agentPathsId === filters.seat) ?? -1
  const paper = usePrint(async () => wholeReport(filters, sort))
  const conditions = useConditions(filters)
  const setSeat = (next: number | null): void => change({ seat: next, agentPathsId: null })
  return (
    <div className={css.delivery}>
      <PrintHead
        title={classified ? reportText.tabs.classification : reportText.tabs.delivery}
        range={rangeShown}
        conditions={conditions}
        trail={trail}
      />
      <ReportTabs />
      <Crumbs
        range={rangeShown}
        trail={trail}
        stepTo={(step, index) => ({ search: searchOf(stepChange(step.agentPathsId, index, seatAt)) })}
        end={
          <SeatLink
            opened={trail && trail.length > 1 && filters.seat === null ? (trail.at(-1) ?? null) : null}
            onSeat={setSeat}
          />
        }
      />
      <SeatBar seat={filters.seat === null ? null : (seat ?? null)} onSeat={setSeat} />
      <Sums report={report} open={open.data} filters={filters} classified={classified} />
      <section className={`card ${css.deliveryCard}`}>
        <FormInPlace
          rangeShown={rangeShown}
          conditions={conditions}
          form={{ filters, today, classified, onChange: change, busy: report.isFetching }}
          onQuery={() => void report.refetch()}
          end={<Tools {...{ filters, table, classified, sort, paper }} chart={chart} />}
        />
        {chart.on ? (
          <Suspense fallback={<Skeleton label={appText.loading} rows={4} />}>
            <ResultChart filters={filters} />
          </Suspense>
        ) : null}
        {classified ? (
          <Suspense fallback={<Skeleton label={appText.loading} />}>
            <Classification filters={filters} />
          </Suspense>
        ) : (
          <DeliveryList
            report={report}
            paper={paper.printed}
            open={open.data ?? null}
            filters={filters}
            table={table}
            sort={sort}
            onSort={(column) => go((held) => withSort(held, nextSort(sort, column)))}
            onPage={(pageIndex) => change({ pageIndex })}
            searchOf={(row) => searchOf({ agentPathsId: row.agentPathsId })}
          />
        )}
      </section>
    </div>
  )
}

/** Shown to those who may mark, on the report that shows the state of settling up. */
const SettleManyOpener = (): ReactNode => {
  const { go } = useAddress()
  const mayMark = useSession((session) => session.permissionIds.includes(PERMISSION.settlingUp))
  if (!mayMark) return null
  return (
    <button type="button" className="ghost-button" onClick={() => go((held) => withSettle(withOf(held, null), MANY))}>
      {settlingText.many.open}
    </button>
  )
}

/** Shown to everybody except the head, which has no parent. */
const ReceivedOpener = (): ReactNode => {
  const [open, setOpen] = useState(false)
  const isHead = useSession(({ account }) => account?.roleId === ROLE.head)
  if (isHead) return null
  return (
    <>
      <button type="button" className="ghost-button" onClick={() => setOpen(true)}>
        {settlingText.received.open}
      </button>
      {open ? (
        <Suspense fallback={null}>
          <ReceivedMarks onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}

type ListProps = {
  /** All rows, while they are printed; null: the page on the screen. */
  readonly paper: DeliveryAnswer | null
  readonly report: ReturnType<typeof useDelivery>
  readonly open: DeliveryAnswer | null
  readonly filters: DeliveryFilters
  readonly table: ReturnType<typeof useDeliveryTable>
  readonly sort: ReturnType<typeof readSort>
  readonly onSort: (column: string) => void
  readonly onPage: (pageIndex: number) => void
  readonly searchOf: (row: DeliveryRow) => string
}

/** One row per child; a row opens its children, its count opens its orders. */
const DeliveryList = ({
  report,
  paper,
  open,
  filters,
  table,
  sort,
  onSort,
  onPage,
  searchOf,
}: ListProps): ReactNode => {
  const mobile = useMedia(MOBILE)
  const { search, go } = useAddress()
  const [pageSize, setPageSize] = usePageSize()
  const mayOpenOrders = useSession((session) => session.permissionIds.includes(PERMISSION.reportDetails))
  const onOrders = mayOpenOrders ? (row: DeliveryRow) => go((held) => withSettle(withOf(held, row), null)) : null
  const onSettle = (row: DeliveryRow) => go((held) => withSettle(withOf(held, null), row.agentPathsId))
  const marked = readOf(search)
  return (
    <>
      <ListState
        query={report}
        isEmpty={({ items }) => items.length === 0}
        empty={
          <>
            {reportText.empty}
            <br />
            {reportText.emptyHint}
          </>
        }
      >
        {(page) => {
          const data = paper ?? page
          const list = { data, open, dim: report.isPlaceholderData, searchOf, onOrders, onSettle, marked }
          return (
            <>
              {mobile ? (
                <DeliveryCards {...list} />
              ) : (
                <DeliveryTable {...list} table={table} sort={sort} onSort={onSort} />
              )}
              <ListFoot
                pageIndex={filters.pageIndex}
                pageSize={pageSize}
                total={data.total}
                more={data.more ?? false}
                onPage={onPage}
                onPageSize={setPageSize}
              />
            </>
          )
        }}
      </ListState>
      <OpenedBeside rows={report.data?.items ?? []} filters={filters} />
    </>
  )
}

/** What the address opens: the orders of a row, one order, or settling up with a downline. */
const OpenedBeside = ({
  rows,
  filters,
}: {
  readonly rows: readonly DeliveryRow[]
  readonly filters: DeliveryFilters
}): ReactNode => {
  const { search, go } = useAddress()
  const mayOpenOrders = useSession((session) => session.permissionIds.includes(PERMISSION.reportDetails))
  const [of, bet, settle] = [readOf(search), readBet(search), readSettle(search)]
  const row = of === null ? undefined : rows.find((one) => rowKey(one) === of)
  const close = (): void => go((held) => withOf(held, null))
  const openBet = (orderNo: string | null): void => go((held) => withBet(held, orderNo))
  return (
    <Suspense fallback={null}>
      {!mayOpenOrders ? null : row ? (
        <OrdersDrawer
          key={of}
          subject={row.accountName}
          source={sourceOf(row, filters)}
          bet={{ orderNo: bet, onOpen: openBet }}
          onClose={close}
        />
      ) : bet === null ? null : (
        <OrderDrawer orderNo={bet} linked onOpen={openBet} onClose={close} />
      )}
      {/* By its id, because a marked row may leave the list while its dialog is open. */}
      {settle === null ? null : settle === MANY ? (
        <SettleManyDialog range={filters.range} onClose={() => go((held) => withSettle(held, null))} />
      ) : (
        <SettlingDialog
          key={settle}
          agentPathsId={settle}
          range={filters.range}
          onClose={() => go((held) => withSettle(held, null))}
        />
      )}
    </Suspense>
  )
}
