import * as treeCalls from '@strata/contract/calls/tree'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { ToggleGroup } from '../../../ui/fields/toggle-group.tsx'
import css from '../accounts/accounts.module.css'
import { STATUSES, type Status } from '../accounts/accounts-filters.ts'
import type { AccountRow } from '../accounts/row-actions.ts'
import { BulkResults } from './bulk-results.tsx'
import { useBulkRows } from './use-bulk-rows.ts'

const words = treeText.status
const OPTIONS = STATUSES.map((status) => ({ value: String(status), label: peopleText.statuses[status] ?? '' }))

type Props = { readonly rows: readonly AccountRow[]; readonly onClose: () => void }

/** Changes the status of many accounts, each with its own result. */
export const BulkStatus = ({ rows, onClose }: Props): ReactNode => {
  const [status, setStatus] = useState<Status>(2)
  const { results, busy, start, allDone } = useBulkRows(rows)
  const client = useQueryClient()
  const run = async (): Promise<void> => {
    await start((row, requestId) =>
      api.call(
        treeCalls.updateStatus,
        { agentPathsId: row.agentPathsId, status, requestId },
        // Each row shows its own refusal.
        { atField: 'all' },
      ),
    )
    await refreshAfter(client, treeCalls.updateStatus)
  }
  return (
    <Dialog
      title={treeText.bulkRows.statusTitle(rows.length)}
      width={600}
      onClose={onClose}
      footer={
        <>
          {allDone ? null : (
            <button type="button" className="ghost-button" disabled={busy} onClick={onClose}>
              {peopleText.cancel}
            </button>
          )}
          <button
            type="button"
            className={status === 1 || allDone ? 'plain-button' : 'plain-button danger-button'}
            disabled={busy}
            onClick={allDone ? onClose : () => void run().catch(() => {})}
          >
            {busy ? peopleText.working : allDone ? treeText.bulkTerms.close : peopleText.confirm}
          </button>
        </>
      }
    >
      <div className={css.radioLine}>
        <span>{words.label}</span>
        <ToggleGroup
          name="bulk-status"
          label={words.label}
          value={String(status)}
          options={OPTIONS}
          onChange={(value) => setStatus(STATUSES.find((one) => String(one) === value) ?? status)}
        />
      </div>
      <p className="dialog-warn">{words.effect[status]}</p>
      <BulkResults
        rows={rows}
        results={results}
        columns={[
          { title: treeText.bulkRows.now, cell: (row) => peopleText.statuses[row.status] ?? '' },
          { title: treeText.bulkRows.after, cell: () => peopleText.statuses[status] ?? '' },
        ]}
      />
    </Dialog>
  )
}
