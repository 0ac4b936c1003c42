import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { formatDate } from '../../lib/instant.ts'
import { monthText as words } from '../../text/zh-CN/rooms/periods.ts'
import type { Proposed } from './month-model.ts'
import { draftOfPeriod, periodOfDraft } from './period-draft.ts'
import { PeriodFields } from './period-fields.tsx'

type Props = {
  readonly proposed: Proposed
  readonly open: (period: Proposed) => Promise<void>
  readonly onClose: () => void
}

/** Opens one period, as it was proposed or changed. The server says which field it refuses. */
export const OpenDialog = ({ proposed, open, onClose }: Props): ReactNode => {
  const [draft, setDraft] = useState(() => draftOfPeriod(proposed))
  const period = periodOfDraft(draft)
  return (
    <ConfirmDialog
      title={words.openTitle(formatDate(proposed.drawAt))}
      confirm={words.openOne}
      width={520}
      disabled={period === null}
      onConfirm={async () => {
        if (period !== null) await open(period)
      }}
      onClose={onClose}
    >
      <div className="form">
        <PeriodFields draft={draft} set={(change) => setDraft((held) => ({ ...held, ...change }))} />
      </div>
    </ConfirmDialog>
  )
}
