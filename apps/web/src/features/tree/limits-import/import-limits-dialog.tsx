import * as treeCalls from '@strata/contract/calls/tree'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { limitsSet } from '@strata/contract/endpoints/tree'
import { LIMIT_LABELS } from '@strata/contract/labels'
import { LIMIT_TABLE_WORDS } from '@strata/contract/words'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { ApiRefusal } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import { type GameType, useGameTypes } from '../../../api/shared-queries.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { Differences } from '../../../components/dialogs/differences.tsx'
import { ExportButton } from '../../../components/exports/export-button.tsx'
import { useTableFile } from '../../../components/files/use-table-file.ts'
import { showAmount } from '../../../lib/amount.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { FilePick } from '../../../ui/fields/file-pick.tsx'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import css from './import-limits.module.css'
import { type Change, type Child, type Fault, faultRows, limitItems, readLimitTable } from './limit-table.ts'

const words = treeText.importLimits

type Preview = Extract<ResponseOf<typeof limitsSet>, { readonly faults: unknown }>
type Judged =
  | { readonly kind: 'same' }
  | { readonly kind: 'faults'; readonly faults: readonly { readonly row: number; readonly text: string }[] }
  | { readonly kind: 'changes'; readonly changes: readonly Change[]; readonly preview: Preview }
type Read = ReturnType<typeof useTableFile<Judged>>['read']

const faultText = ({ column, why }: Fault): string =>
  column === null ? words.why[why] : `${LIMIT_LABELS[column]}：${words.why[why]}`

/** What the file means: its faults, then what the server says against it, then the changes. */
const judge = async (
  game: GameType,
  children: readonly Child[],
  table: readonly (readonly string[])[],
): Promise<Judged> => {
  const { changes, faults } = readLimitTable(table, { children, groups: game.groups })
  if (faults.length > 0)
    return { kind: 'faults', faults: faults.map((one) => ({ row: one.row, text: faultText(one) })) }
  if (changes.length === 0) return { kind: 'same' }
  const preview = await api.call(treeCalls.limitsSet, { gameId: game.id, items: limitItems(changes), preview: true })
  if (!('faults' in preview)) throw new Error('a preview was saved')
  return preview.faults.length > 0
    ? { kind: 'faults', faults: faultRows(changes, preview.faults).map(({ row, reason }) => ({ row, text: reason })) }
    : { kind: 'changes', changes, preview }
}

const shown = (value: string | null): string => (value === null ? LIMIT_TABLE_WORDS.unlimited : showAmount(value))

const Changes = ({ changes, preview }: Extract<Judged, { kind: 'changes' }>): ReactNode => (
  <>
    <p role="status">{words.found(limitItems(changes).length, changes.length)}</p>
    <div className={css.list}>
      <Differences
        head={words.columns}
        figures={['before', 'after']}
        rows={changes.map(({ child, groupId, groupName, field, before, after }) => ({
          key: `${child.agentPathsId} ${groupId} ${field}`,
          cells: {
            account: child.accountName,
            group: groupName,
            field: LIMIT_LABELS[field],
            before: shown(before),
            after: shown(after),
          },
          tones: { before: 'old', after: 'new' },
        }))}
      />
    </div>
    {preview.affected.length === 0 ? null : (
      <p className="dialog-warn">
        {words.below(new Set(preview.affected.map(({ agentPathsId }) => agentPathsId)).size)}
      </p>
    )}
  </>
)

const Found = ({ read }: { readonly read: Read }): ReactNode => {
  if (read.kind === 'none') return null
  if (read.kind === 'changes') return <Changes {...read} />
  if (read.kind === 'faults')
    return (
      <div role="alert">
        <p className="form-problem">{words.faults(read.faults.length)}</p>
        <div className={css.list}>
          <Differences
            head={words.faultColumns}
            rows={read.faults.map(({ row, text }) => ({
              key: `${row} ${text}`,
              cells: { row: words.row(row), why: text },
            }))}
          />
        </div>
      </div>
    )
  return <p role={read.kind === 'unreadable' ? 'alert' : 'status'}>{words[read.kind]}</p>
}

/** Reads a file, and saves what it says: all of it, or nothing. */
const useImport = (onSaved: () => void) => {
  const { read, setRead, open, forget } = useTableFile<Judged>()
  const [busy, setBusy] = useState(false)
  const [requestId, setRequestId] = useState(newRequestId)
  const client = useQueryClient()
  const save = async (game: GameType): Promise<void> => {
    if (read.kind !== 'changes') return
    setBusy(true)
    const { changes, preview } = read
    try {
      const items = limitItems(changes)
      await api.call(treeCalls.limitsSet, { gameId: game.id, items, confirm: preview.confirm, requestId })
      showToast('success', words.saved(items.length))
      await refreshAfter(client, treeCalls.limitsSet)
      onSaved()
    } catch (cause) {
      if (!(cause instanceof ApiRefusal)) return
      // Somebody else has saved meanwhile: the file is read again beside the new values.
      setRequestId(newRequestId())
      setRead({ kind: 'none' })
      await refreshAfter(client, treeCalls.limitsSet)
    } finally {
      setBusy(false)
    }
  }
  return { read, forget, busy, open, save }
}

/** Limits of the direct downlines from a spreadsheet: its export is the template. */
export const ImportLimitsDialog = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const games = useGameTypes().data ?? []
  const [gameType, setGameType] = useState<string | null>(null)
  const game = games.find((one) => one.gameType === gameType) ?? games[0]
  const limits = useQuery({
    ...queryOf(treeCalls.limitsQuery, { gameId: game?.id ?? 0 }),
    enabled: game !== undefined,
    gcTime: 0,
  })
  const { read, forget, busy, open, save } = useImport(onClose)
  const children = limits.data?.items
  return (
    <Dialog
      title={words.title}
      width={760}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" disabled={busy} onClick={onClose}>
            {peopleText.cancel}
          </button>
          <button
            type="button"
            className="plain-button"
            disabled={busy || read.kind !== 'changes'}
            onClick={() => (game ? void save(game) : undefined)}
          >
            {busy ? peopleText.working : words.save}
          </button>
        </>
      }
    >
      <p className="dialog-note">{words.explain}</p>
      {game ? (
        <div className={css.tools}>
          <ToggleGroup
            name="import-limits-game"
            label={treeText.edit.game}
            value={game.gameType}
            options={games.map((one) => ({ value: one.gameType, label: one.gameName }))}
            onChange={(next) => {
              setGameType(next)
              // What was read, or is being read, is of another game.
              forget()
            }}
          />
          <ExportButton call={treeCalls.limitsQuery} input={{ gameId: game.id }} />
          <FilePick
            label={words.choose}
            accept=".xlsx"
            disabled={busy || children === undefined}
            onFile={(file) => (children ? void open(file, (table) => judge(game, children, table)) : undefined)}
          />
        </div>
      ) : null}
      <Found read={read} />
    </Dialog>
  )
}
