import '../../../ui/page/table.css'
import * as treeCalls from '@strata/contract/calls/tree'
import { useQueries } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import css from '../accounts/accounts.module.css'
import type { AccountRow } from '../accounts/row-actions.ts'
import type { Terms } from '../terms/terms-model.ts'
import { type NamedGame, placeName, showTerm } from '../terms/terms-view.ts'
import { type BulkChange, bulkPreview } from './bulk-model.ts'

const words = treeText.bulkTerms

/** The terms of many accounts, read when the preview opens. */
const useManyTerms = (rows: readonly AccountRow[]): readonly (Terms | undefined)[] =>
  useQueries({
    queries: rows.map(({ agentPathsId }) => ({
      ...queryOf(treeCalls.getGameInfos, { agentPathsId }, { automatic: true }),
      staleTime: 0,
      gcTime: 0,
    })),
  }).map(({ data }) => data)

const titleOf = (games: readonly NamedGame[], { gameId, groupId, field, letter }: BulkChange): string =>
  placeName(games, {
    gameId,
    groupId: groupId ?? undefined,
    field,
    letter: field === 'commission' ? letter : undefined,
  })

type CellProps = {
  readonly terms: Terms | undefined
  readonly game: NamedGame | undefined
  readonly change: BulkChange
}

const Cell = ({ terms, game, change }: CellProps): ReactNode => {
  if (!terms || !game) return '…'
  const preview = bulkPreview(terms, game, change)
  if (preview === null) return '—'
  const show = (value: string): string => (value === treeText.edit.noLimit ? value : showTerm(change.field, value))
  const [from, to] = preview.old
  const [least, most] = preview.range
  const range = treeText.edit.mayBe(show(least), most === null ? treeText.edit.noLimit : show(most), '')
  return (
    <>
      {from === to ? show(from) : `${show(from)}–${show(to)}`} → <b>{show(change.value.trim())}</b>{' '}
      {preview.outside ? <span className="tag tag-bad">{words.outside(range)}</span> : <small>{range}</small>}
    </>
  )
}

type Props = {
  readonly rows: readonly AccountRow[]
  readonly games: readonly NamedGame[]
  readonly changes: readonly BulkChange[]
}

/** For each account the values now, the new ones, and what may be set. */
export const BulkPreviewTable = ({ rows, games, changes }: Props): ReactNode => {
  const terms = useManyTerms(rows)
  return (
    <div className={css.bulkResults}>
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="left">
              {words.columns.account}
            </th>
            {changes.map((change, at) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: two changes may be about the same value
              <th key={at} scope="col" className="left">
                {titleOf(games, change)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.agentPathsId} data-preview={row.accountName}>
              <th scope="row" className="left">
                {row.accountName}
              </th>
              {changes.map((change, at) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: two changes may be about the same value
                <td key={at} className="left">
                  <Cell terms={terms[index]} game={games.find(({ id }) => id === change.gameId)} change={change} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
