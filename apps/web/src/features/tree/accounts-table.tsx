import type { ReactNode } from 'react'
import { Amount } from '../../components/amount.tsx'
import { TimeAgo } from '../../components/time-ago.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { appText } from '../../text/zh-CN/app.ts'
import { treeText } from '../../text/zh-CN/tree.ts'
import type { SortName } from './accounts-filters.ts'
import type { ListProps } from './list-props.ts'
import { AccountName, RowMenu, StatusTags } from './row-parts.tsx'

const words = treeText.columns

type Column = {
  readonly name: keyof typeof words
  readonly sort?: SortName
  readonly left?: true
  readonly deep?: true
}

const COLUMNS: readonly Column[] = [
  { name: 'role', left: true },
  { name: 'status', left: true },
  { name: 'trail', left: true, deep: true },
  { name: 'credit', sort: 'credit' },
  { name: 'balance', sort: 'balance' },
  { name: 'downline' },
  { name: 'uplineShare', sort: 'uplineShare' },
  { name: 'pankou', left: true },
  { name: 'sub' },
  { name: 'createdAt', sort: 'createdAt', left: true },
  { name: 'lastLoginAt', sort: 'lastLoginAt', left: true },
]

const MARKS = ['↑', '↓'] as const

type HeadProps = Pick<ListProps, 'filters' | 'onSort'> & { readonly column: Column }

const HeadCell = ({ column, filters, onSort }: HeadProps): ReactNode => {
  const { sort } = column
  const on = sort !== undefined && filters.sort?.columnName === sort ? filters.sort.direction : null
  return (
    <th
      scope="col"
      className={column.left ? 'left' : ''}
      aria-sort={on === null ? undefined : on === 1 ? 'descending' : 'ascending'}
    >
      {sort === undefined ? (
        words[column.name]
      ) : (
        <button type="button" className="sort-button" onClick={() => onSort(sort)}>
          {words[column.name]} {on === null ? '' : MARKS[on]}
        </button>
      )}
    </th>
  )
}

const DeepTrail = ({ row }: { readonly row: ListProps['rows'][number] }): ReactNode =>
  row.trail.map(({ accountName }) => accountName).join(' › ')

const Cell = ({ name, row }: { readonly name: Column['name']; readonly row: ListProps['rows'][number] }): ReactNode => {
  switch (name) {
    case 'role':
      return appText.roles[row.roleId]
    case 'status':
      return <StatusTags row={row} />
    case 'trail':
      return <DeepTrail row={row} />
    case 'credit':
      return row.fundMode === 'credit' ? <Amount value={row.credit} /> : <small>{treeText.modes.cash}</small>
    case 'balance':
      return <Amount value={row.fundMode === 'credit' ? row.balance : row.cash} />
    case 'downline':
      return row.memberFlag ? '—' : `${row.downlineCount.agents} / ${row.downlineCount.members}`
    case 'uplineShare':
      return `${row.uplineShare}%`
    case 'pankou':
      return row.pankou.join(' ')
    case 'sub':
      return row.subCount === 0 ? '—' : row.subCount
    case 'createdAt':
      return formatInstant(row.createdAt).slice(0, 16)
    case 'lastLoginAt':
      return row.memberFlag ? '—' : <TimeAgo at={row.lastLoginAt} />
    default:
      return null
  }
}

/** One level as a table: sticky head and first column, sorted on the server. */
export const AccountsTable = (props: ListProps): ReactNode => {
  const { rows, level, deep, chosen, onChoose, onAction } = props
  const columns = COLUMNS.filter((column) => !column.deep || deep)
  const all = chosen !== null && rows.length > 0 && rows.every(({ agentPathsId }) => chosen.has(agentPathsId))
  const choose = (id: number, on: boolean): void => {
    const next = new Set(chosen)
    if (on) next.add(id)
    else next.delete(id)
    onChoose(next)
  }
  return (
    <section
      className="table-scroll list-scroll"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by key
      tabIndex={0}
      aria-label={words.account}
    >
      <table className="table accounts-table">
        <thead>
          <tr>
            <th scope="col" className="left pin edge">
              {chosen === null ? null : (
                <input
                  type="checkbox"
                  aria-label={treeText.selectAll}
                  checked={all}
                  onChange={(event) =>
                    onChoose(new Set(event.currentTarget.checked ? rows.map((row) => row.agentPathsId) : []))
                  }
                />
              )}{' '}
              {words.account}
            </th>
            {columns.map((column) => (
              <HeadCell key={column.name} column={column} filters={props.filters} onSort={props.onSort} />
            ))}
            <th scope="col" className="left">
              <span className="visually-hidden">{treeText.actionsOf('')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.agentPathsId} data-account={row.accountName}>
              <th scope="row" className="left pin edge">
                {chosen === null ? null : (
                  <input
                    type="checkbox"
                    aria-label={treeText.selectRow(row.accountName)}
                    checked={chosen.has(row.agentPathsId)}
                    onChange={(event) => choose(row.agentPathsId, event.currentTarget.checked)}
                  />
                )}{' '}
                <AccountName row={row} />
              </th>
              {columns.map(({ name, left }) => (
                <td key={name} className={left ? 'left' : ''}>
                  <Cell name={name} row={row} />
                </td>
              ))}
              <td className="left">
                <RowMenu row={row} level={level} onAction={onAction} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
