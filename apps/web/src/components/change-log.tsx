import '../ui/table.css'
import '../ui/list-page.css'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { actionLogQuery } from '@strata/contract/endpoints/access'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../api/api.ts'
import { actionLogCall } from '../api/people-calls.ts'
import { formatInstant } from '../lib/instant.ts'
import type { DayRange } from '../lib/time.ts'
import { appText } from '../text/zh-CN/app.ts'
import { logText } from '../text/zh-CN/log.ts'
import { Pager } from '../ui/pager.tsx'
import { MOBILE, useMedia } from '../ui/use-media.ts'
import { ListState } from './list-state.tsx'

type Row = ResponseOf<typeof actionLogQuery>['items'][number]

type Props = {
  /** Absent: one's own. */
  readonly agentPathsId?: number
  readonly range?: DayRange
  readonly keyword?: string
  /** The latest ten only. */
  readonly recent?: boolean
}

const SHOWN = 12

const Changes = ({ row }: { readonly row: Row }): ReactNode => {
  const [all, setAll] = useState(false)
  const shown = all ? row.changes : row.changes.slice(0, SHOWN)
  return (
    <ul className="log-changes">
      {shown.map((change) => (
        <li key={change.field}>
          <span>{change.label === '' ? change.field : change.label}</span>
          <del>{change.before === '' ? logText.nothing : change.before}</del>
          <span aria-hidden="true">→</span>
          <ins>{change.after === '' ? logText.nothing : change.after}</ins>
        </li>
      ))}
      {shown.length < row.changes.length ? (
        <li>
          <button type="button" className="link-button" onClick={() => setAll(true)}>
            {logText.all(row.changes.length)}
          </button>
        </li>
      ) : null}
    </ul>
  )
}

const LogTable = ({ rows }: { readonly rows: readonly Row[] }): ReactNode => (
  <section
    className="table-scroll list-scroll"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
    tabIndex={0}
    aria-label={logText.changes}
  >
    <table className="table log-table">
      <thead>
        <tr>
          {[logText.at, logText.operator, logText.target, logText.action, logText.changes, logText.ip].map((word) => (
            <th key={word} scope="col" className="left">
              {word}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="left">{formatInstant(row.at)}</td>
            <td className="left">{row.operatorName}</td>
            <td className="left">{row.targetName}</td>
            <td className="left">{row.action}</td>
            <td className="left">
              <Changes row={row} />
            </td>
            <td className="left">{row.ip}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)

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
        <Changes row={row} />
        <p className="line">
          {row.operatorName} · {row.ip}
        </p>
      </li>
    ))}
  </ul>
)

/** What was changed, by whom, from which value to which: one save is one row. */
export const ChangeLog = ({ agentPathsId, range, keyword = '', recent = false }: Props): ReactNode => {
  const mobile = useMedia(MOBILE)
  const [held, setHeld] = useState({ of: '', pageIndex: 1 })
  const asked = JSON.stringify([agentPathsId, range, keyword])
  const pageIndex = held.of === asked ? held.pageIndex : 1
  const pageSize = recent ? 10 : 20
  const log = useQuery({
    queryKey: ['change-log', agentPathsId ?? null, range ?? null, keyword, pageIndex, recent],
    queryFn: ({ signal }) =>
      api.call(
        actionLogCall,
        {
          pageIndex,
          pageSize,
          ...range,
          ...(agentPathsId === undefined ? {} : { agentPathsId }),
          ...(keyword === '' ? {} : { keyword }),
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
  const List = mobile ? LogCards : LogTable
  return (
    <ListState query={log} isEmpty={({ items }) => items.length === 0} empty={logText.noChanges}>
      {(data) => (
        <>
          <List rows={data.items} />
          {recent || data.total <= pageSize ? null : (
            <Pager
              pageIndex={pageIndex}
              pageSize={pageSize}
              total={data.total}
              more={data.more ?? false}
              words={appText}
              onPage={(page) => setHeld({ of: asked, pageIndex: page })}
            />
          )}
        </>
      )}
    </ListState>
  )
}
