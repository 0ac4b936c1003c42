import * as accessCalls from '@strata/contract/calls/access'
import { queryOf } from '../../api/queries.ts'
import '../../ui/page/table.css'
import '../../ui/page/list-page.css'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { actionLogQuery } from '@strata/contract/endpoints/access'
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
import { Changes } from './changes.tsx'
import { LogBar } from './log-bar.tsx'

type Row = ResponseOf<typeof actionLogQuery>['items'][number]

type Props = {
  /** Absent: the user's own. */
  readonly agentPathsId?: number
  readonly range?: DayRange
  readonly keyword?: string
  readonly pageIndex?: number
  /** Absent: only the latest ten. */
  readonly onPage?: (pageIndex: number) => void
  /** Filters above the list, beside the choice of columns. */
  readonly tools?: ReactNode
}

const FIRST = { title: logText.at, cell: (row: Row): ReactNode => formatInstant(row.at) }
const COLUMNS: readonly Column<Row>[] = [
  { name: 'operator', title: logText.operator, left: true, cell: (row) => row.operatorName },
  { name: 'target', title: logText.target, left: true, cell: (row) => row.targetName },
  { name: 'action', title: logText.action, left: true, cell: (row) => row.action },
  { name: 'changes', title: logText.changes, left: true, cell: (row) => <Changes changes={row.changes} /> },
  { name: 'ip', title: logText.ip, left: true, cell: (row) => row.ip },
]

const LogCards = ({ rows }: { readonly rows: readonly Row[] }): ReactNode => (
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
          {row.operatorName} · {row.ip}
        </p>
      </li>
    ))}
  </ul>
)

/** Changes with their author and the values before and after; one row per save. */
export const ChangeLog = ({ agentPathsId, range, keyword = '', pageIndex = 1, onPage, tools }: Props): ReactNode => {
  const table = useTable('change-log', COLUMNS)
  const [chosenSize, setPageSize] = usePageSize()
  const pageSize = onPage ? chosenSize : 10
  const request = {
    ...range,
    ...(agentPathsId === undefined ? {} : { agentPathsId }),
    ...(keyword === '' ? {} : { keyword }),
  }
  const log = useQuery({
    ...queryOf(accessCalls.actionLogQuery, { ...request, pageIndex, pageSize }),
    placeholderData: keepPreviousData,
  })
  return (
    <>
      {tools === undefined ? null : (
        <LogBar tools={tools}>
          <ListTools table={table}>
            <ExportButton call={accessCalls.actionLogQuery} input={request} />
          </ListTools>
        </LogBar>
      )}
      <PagedList
        query={log}
        empty={logText.noChanges}
        pageIndex={pageIndex}
        pageSize={pageSize}
        {...(onPage ? { onPage, onPageSize: setPageSize } : {})}
        cards={(rows) => <LogCards rows={rows} />}
        desk={(rows) => (
          <DataTable
            label={logText.changes}
            className="list-scroll log-table"
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
