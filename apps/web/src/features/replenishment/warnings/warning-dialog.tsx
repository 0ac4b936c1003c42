import * as bookCalls from '@strata/contract/calls/book'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import type { Answer } from '../../../api/client.ts'
import { queryOf } from '../../../api/queries.ts'
import type { GameType } from '../../../api/shared-queries.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { merchantField } from '../../../components/replenish/replenish-model.ts'
import { newRequestId } from '../../../lib/request-id.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { FieldInput } from '../../../ui/fields/field-input.tsx'
import { FieldTable } from '../../../ui/matrix/field-table.tsx'
import { Skeleton } from '../../../ui/page/skeleton.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import css from '../settings/setting.module.css'
import { rowEdits } from '../settings/settings-model.ts'
import {
  changedLines,
  isLineChanged,
  isLineWrong,
  LINE_NAMES,
  type LineEdits,
  lineConflicts,
  shownLine,
} from './warning-model.ts'

const words = replenishmentText
const texts = words.warnings

type Props = {
  readonly game: GameType
  /** The merchant whose book the head's warnings watch. */
  readonly merchant: number | null
  /** Without a merchant the head's warnings watch the sum of all. */
  readonly head: boolean
  readonly readOnly: boolean
  readonly onClose: () => void
}

type TableProps = Pick<Props, 'game' | 'readOnly'> & {
  readonly items: Answer<'book.warningQuery'>['items']
  readonly edits: LineEdits
  readonly setEdits: (change: (held: LineEdits) => LineEdits) => void
}

/** One row per play group, with a field for each of its two limits. */
const LinesTable = ({ game, readOnly, items, edits, setEdits }: TableProps): ReactNode => {
  const names = new Map(game.groups.map(({ id, name }) => [id, name]))
  return (
    <FieldTable
      label={texts.title(game.gameName)}
      scrollClassName={css.warningScroll}
      className={css.settingTable}
      size={{ rows: items.length, columns: LINE_NAMES.length }}
      valueAt={({ row, column }) => {
        const [item, name] = [items[row], LINE_NAMES[column]]
        return item && name ? shownLine(item, edits, name) : null
      }}
      onEdit={(made) => {
        if (readOnly) return
        for (const [row, edit] of rowEdits(made, LINE_NAMES, (name, text) => ({ [name]: text }))) {
          const item = items[row]
          if (item) setEdits((held) => ({ ...held, [item.groupId]: { ...held[item.groupId], ...edit } }))
        }
      }}
    >
      <thead>
        <tr>
          <th scope="col" className="left">
            {words.columns.group}
          </th>
          {LINE_NAMES.map((name) => (
            <th key={name} scope="col" className={css.settingAmount}>
              {texts.lines[name]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {items.map((item) => (
          <tr key={item.groupId}>
            <th scope="row" className="left">
              {names.get(item.groupId) ?? item.groupId}
            </th>
            {LINE_NAMES.map((name) => {
              const text = shownLine(item, edits, name)
              return (
                <td key={name} className={css.settingAmount}>
                  <FieldInput
                    label={words.fieldOf(names.get(item.groupId) ?? '', texts.lines[name])}
                    value={text}
                    changed={isLineChanged(item, edits, name)}
                    problem={isLineWrong(text) ? words.problems.amount : null}
                    placeholder={texts.none}
                    disabled={readOnly}
                    onChange={(typed) =>
                      setEdits((held) => ({ ...held, [item.groupId]: { ...held[item.groupId], [name]: typed } }))
                    }
                  />
                </td>
              )
            })}
          </tr>
        ))}
      </tbody>
    </FieldTable>
  )
}

/** 注单预警: the net stake and the loss from which an item of a play group is marked on the board and raises an alert. */
export const WarningDialog = ({ game, merchant, head, readOnly, onClose }: Props): ReactNode => {
  const client = useQueryClient()
  const [edits, setEdits] = useState<LineEdits>({})
  const lines = useQuery({
    ...queryOf(bookCalls.warningQuery, { gameId: game.id, ...merchantField(merchant) }),
  })
  const { data } = lines
  const [opened, setOpened] = useState(data)
  if (data && !opened) setOpened(data)
  const title = head && merchant === null ? texts.titleSum(game.gameName) : texts.title(game.gameName)
  if (!data)
    return (
      <Dialog title={title} onClose={onClose}>
        {lines.isError ? <p role="alert">{appText.loadFailed}</p> : <Skeleton label={appText.loading} rows={8} />}
      </Dialog>
    )
  const changed = changedLines(data.items, edits)
  const save = async (): Promise<void> => {
    const request = { gameId: game.id, version: data.version, items: changed ?? [], requestId: newRequestId() }
    try {
      await api.call(bookCalls.warningSet, { ...request, ...merchantField(merchant) })
      showToast('success', texts.saved)
    } finally {
      // Warnings share their version with the settings: both are one row.
      await refreshAfter(client, bookCalls.warningSet)
    }
  }
  return (
    <ConfirmDialog
      title={title}
      confirm={words.save}
      width={560}
      disabled={readOnly || changed === null || changed.length === 0}
      conflicts={lineConflicts({
        opened: opened?.items ?? [],
        now: data.items,
        edits,
        nameOf: (groupId, name) =>
          words.fieldOf(game.groups.find(({ id }) => id === groupId)?.name ?? '', texts.lines[name]),
        none: texts.none,
      })}
      onConfirm={save}
      onClose={onClose}
    >
      <p className="dialog-note">{head && merchant === null ? texts.noteSum : texts.note}</p>
      <LinesTable {...{ game, readOnly, edits, setEdits }} items={data.items} />
    </ConfirmDialog>
  )
}
