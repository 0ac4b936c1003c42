import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { formatDate } from '../../lib/instant.ts'
import { fromInstantField, toInstantField } from '../../lib/instant-field.ts'
import { monthText as words } from '../../text/zh-CN/rooms/periods.ts'
import { Labelled } from '../../ui/fields/labelled.tsx'
import type { Proposed } from './month-model.ts'

type Props = {
  readonly proposed: Proposed
  readonly open: (period: Proposed) => Promise<void>
  readonly onClose: () => void
}

const TIMES = [
  ['openAt', words.openAt],
  ['closeAt', words.closeAt],
  ['drawAt', words.drawAt],
] as const

/** Opens one period, as it was proposed or changed. The server says which field it refuses. */
export const OpenDialog = ({ proposed, open, onClose }: Props): ReactNode => {
  const [draft, setDraft] = useState({
    periodNo: proposed.periodNo,
    openAt: toInstantField(proposed.openAt),
    closeAt: toInstantField(proposed.closeAt),
    drawAt: toInstantField(proposed.drawAt),
  })
  const [openAt, closeAt, drawAt] = TIMES.map(([name]) => fromInstantField(draft[name]))
  const isWhole = draft.periodNo !== '' && openAt !== undefined && closeAt !== undefined && drawAt !== undefined
  return (
    <ConfirmDialog
      title={words.openTitle(formatDate(proposed.drawAt))}
      confirm={words.openOne}
      width={520}
      disabled={!isWhole}
      onConfirm={async () => {
        if (isWhole) await open({ periodNo: draft.periodNo, openAt, closeAt, drawAt })
      }}
      onClose={onClose}
    >
      <div className="form">
        <Labelled label={words.periodNo}>
          {(input) => (
            <input
              {...input}
              className="text-input"
              maxLength={32}
              value={draft.periodNo}
              onChange={({ currentTarget }) => setDraft((held) => ({ ...held, periodNo: currentTarget.value }))}
            />
          )}
        </Labelled>
        {TIMES.map(([name, label]) => (
          <Labelled key={name} label={label}>
            {(input) => (
              <input
                {...input}
                type="datetime-local"
                className="text-input"
                value={draft[name]}
                onChange={({ currentTarget }) => setDraft((held) => ({ ...held, [name]: currentTarget.value }))}
              />
            )}
          </Labelled>
        ))}
      </div>
    </ConfirmDialog>
  )
}
