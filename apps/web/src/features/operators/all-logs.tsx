import * as operatorCalls from '@strata/contract/calls/operators'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { allChanges, allLogins } from '@strata/contract/endpoints/operators'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ComponentProps, ReactNode } from 'react'
import { queryOf } from '../../api/queries.ts'
import { DataTable } from '../../components/data-table/data-table.tsx'
import { ListTools, PagedList } from '../../components/data-table/paged-list.tsx'
import { usePageSize } from '../../components/data-table/use-page-size.ts'
import { type Column, useTable } from '../../components/data-table/use-table.ts'
import { ExportButton } from '../../components/exports/export-button.tsx'
import { Changes } from '../../components/logs/changes.tsx'
import { deviceName } from '../../components/logs/device-name.ts'
import { LogBar } from '../../components/logs/log-bar.tsx'
import { formatInstant } from '../../lib/instant.ts'
import type { DayRange } from '../../lib/time.ts'
import { operatorsText } from '../../text/zh-CN/rooms/operators.ts'
import { logText } from '../../text/zh-CN/shared/log.ts'
import { changesRequest, type Filters, loginsRequest } from './log-filters.ts'

type Change = ResponseOf<typeof allChanges>['items'][number]
type Login = ResponseOf<typeof allLogins>['items'][number]

const words = operatorsText.logs

type Props = {
  readonly range: DayRange
  readonly filters: Filters
  readonly onPage: (pageIndex: number) => void
  readonly tools: ReactNode
}

const FIRST = { title: logText.at, cell: (row: { readonly at: number }): ReactNode => formatInstant(row.at) }
const merchantOf = ({ merchantName }: Pick<Change, 'merchantName'>): string => merchantName || words.head

type ListProps<Row extends { readonly id: string; readonly at: number }> = {
  readonly columns: readonly Column<Row>[]
  /** Where the choice of columns is stored. */
  readonly name: string
  readonly label: string
  readonly className: string
  readonly empty: string
  readonly query: ComponentProps<typeof PagedList<{ readonly items: readonly Row[]; readonly total: number }>>['query']
  readonly cards: (rows: readonly Row[]) => ReactNode
  readonly exportButton: ReactNode
}

/** One of the two logs: its tools, and its page as table or cards. */
const LogList = <Row extends { readonly id: string; readonly at: number }>({
  filters,
  onPage,
  tools,
  ...list
}: Pick<Props, 'filters' | 'onPage' | 'tools'> & ListProps<Row>): ReactNode => {
  const table = useTable(list.name, list.columns)
  const [pageSize, setPageSize] = usePageSize()
  return (
    <>
      <LogBar tools={tools}>
        <ListTools table={table}>{list.exportButton}</ListTools>
      </LogBar>
      <PagedList
        query={list.query}
        empty={list.empty}
        pageIndex={filters.pageIndex}
        pageSize={pageSize}
        onPage={onPage}
        onPageSize={setPageSize}
        cards={list.cards}
        desk={(rows) => (
          <DataTable
            label={list.label}
            className={list.className}
            table={table}
            first={FIRST}
            rows={rows}
            context={null}
            keyOf={(row) => row.id}
          />
        )}
      />
    </>
  )
}

const CHANGE_COLUMNS: readonly Column<Change>[] = [
  { name: 'merchant', title: words.merchant, left: true, cell: merchantOf },
  { name: 'operator', title: logText.operator, left: true, cell: (row) => row.operatorName },
  { name: 'target', title: logText.target, left: true, cell: (row) => row.targetName },
  { name: 'action', title: logText.action, left: true, cell: (row) => row.action },
  { name: 'changes', title: logText.changes, left: true, cell: (row) => <Changes changes={row.changes} /> },
  { name: 'ip', title: logText.ip, left: true, cell: (row) => row.ip },
]

export const AllChanges = ({ range, ...props }: Props): ReactNode => {
  const request = { ...range, ...changesRequest(props.filters) }
  const { pageIndex } = props.filters
  const [pageSize] = usePageSize()
  const query = useQuery({
    ...queryOf(operatorCalls.allChanges, { ...request, pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  return (
    <LogList
      {...props}
      columns={CHANGE_COLUMNS}
      name="all-changes"
      label={words.changes}
      className="list-scroll log-table"
      empty={logText.noChanges}
      query={query}
      cards={(rows) => <ChangeCards rows={rows} />}
      exportButton={<ExportButton call={operatorCalls.allChanges} input={request} />}
    />
  )
}

const ChangeCards = ({ rows }: { readonly rows: readonly Change[] }): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.id}>
        <p className="line">
          <b>
            {row.action} · {row.targetName}
          </b>
          <span>{formatInstant(row.at)}</span>
        </p>
        <Changes changes={row.changes} />
        <p className="line">
          {merchantOf(row)} · {row.operatorName} · {row.ip}
        </p>
      </li>
    ))}
  </ul>
)

const LOGIN_COLUMNS: readonly Column<Login>[] = [
  { name: 'merchant', title: words.merchant, left: true, cell: (row) => row.merchantName },
  { name: 'account', title: logText.account, left: true, cell: (row) => row.accountName },
  { name: 'result', title: logText.result, left: true, cell: (row) => row.result },
  { name: 'ip', title: logText.ip, left: true, cell: (row) => row.ip },
  { name: 'device', title: logText.device, left: true, cell: (row) => deviceName(row.device) },
]

export const AllLogins = ({ range, ...props }: Props): ReactNode => {
  const request = { ...range, ...loginsRequest(props.filters) }
  const { pageIndex } = props.filters
  const [pageSize] = usePageSize()
  const query = useQuery({
    ...queryOf(operatorCalls.allLogins, { ...request, pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  return (
    <LogList
      {...props}
      columns={LOGIN_COLUMNS}
      name="all-logins"
      label={words.logins}
      className="list-scroll"
      empty={logText.noLogins}
      query={query}
      cards={(rows) => <LoginCards rows={rows} />}
      exportButton={<ExportButton call={operatorCalls.allLogins} input={request} />}
    />
  )
}

const LoginCards = ({ rows }: { readonly rows: readonly Login[] }): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.id}>
        <p className="line">
          <b>{row.accountName}</b>
          <span>{formatInstant(row.at)}</span>
        </p>
        <p className="line">
          {row.result} · {row.ip} · {deviceName(row.device)}
        </p>
      </li>
    ))}
  </ul>
)
