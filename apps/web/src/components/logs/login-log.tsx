import * as accessCalls from '@strata/contract/calls/access'
import { queryOf } from '../../api/queries.ts'
import '../../ui/page/table.css'
import '../../ui/page/list-page.css'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { findLoginLog } from '@strata/contract/endpoints/access'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { formatInstant } from '../../lib/instant.ts'
import type { DayRange } from '../../lib/time.ts'
import { logText } from '../../text/zh-CN/shared/log.ts'
import { DataTable } from '../data-table/data-table.tsx'
import { ListTools, PagedList } from '../data-table/paged-list.tsx'
import { usePageSize } from '../data-table/use-page-size.ts'
import { type Column, useTable } from '../data-table/use-table.ts'
import { ExportButton } from '../exports/export-button.tsx'
import { deviceName } from './device-name.ts'
import { LogBar } from './log-bar.tsx'

type Row = ResponseOf<typeof findLoginLog>['items'][number]

const FIRST = { title: logText.at, cell: (row: Row): ReactNode => formatInstant(row.at) }
const COLUMNS: readonly Column<Row>[] = [
  { name: 'account', title: logText.account, left: true, cell: (row) => row.accountName },
  { name: 'ip', title: logText.ip, left: true, cell: (row) => row.ip },
  { name: 'region', title: logText.region, left: true, cell: (row) => (row.region === '' ? '—' : row.region) },
  {
    name: 'device',
    title: logText.device,
    left: true,
    cell: (row) => <span title={row.device}>{deviceName(row.device)}</span>,
  },
  { name: 'result', title: logText.result, left: true, cell: (row) => row.result },
]

type Props = {
  /** Absent: the user's own. */
  readonly agentPathsId?: number
  readonly range?: DayRange
  readonly pageIndex: number
  readonly onPage: (pageIndex: number) => void
  /** Filters above the list, beside the choice of columns. */
  readonly tools?: ReactNode
}

const Cards = ({ rows }: { readonly rows: readonly Row[] }): ReactNode => (
  <ul className="list-cards">
    {rows.map((row) => (
      <li key={row.id}>
        <p className="line">
          <b>{row.result}</b>
          <span>{formatInstant(row.at)}</span>
        </p>
        <p className="line">
          {row.accountName} · {row.ip} {row.region} · {deviceName(row.device)}
        </p>
      </li>
    ))}
  </ul>
)

/** Sign-ins and attempts: time, address, device and result. */
export const LoginLog = ({ agentPathsId, range, pageIndex, onPage, tools }: Props): ReactNode => {
  const table = useTable('login-log', COLUMNS)
  const [pageSize, setPageSize] = usePageSize()
  const request = { ...range, ...(agentPathsId === undefined ? {} : { agentPathsId }) }
  const log = useQuery({
    ...queryOf(accessCalls.findLoginLog, { ...request, pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      {tools === undefined ? null : (
        <LogBar tools={tools}>
          <ListTools table={table}>
            <ExportButton call={accessCalls.findLoginLog} input={request} />
          </ListTools>
        </LogBar>
      )}
      <PagedList
        query={log}
        empty={logText.noLogins}
        pageIndex={pageIndex}
        pageSize={pageSize}
        onPage={onPage}
        onPageSize={setPageSize}
        cards={(rows) => <Cards rows={rows} />}
        desk={(rows) => (
          <DataTable
            label={logText.logins}
            className="list-scroll"
            table={table}
            first={FIRST}
            rows={rows}
            context={null}
            keyOf={(row) => String(row.id)}
          />
        )}
      />
    </>
  )
}
