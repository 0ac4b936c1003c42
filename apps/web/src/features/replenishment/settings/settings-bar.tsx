import type { ReactNode } from 'react'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import { SaveBar } from '../../../ui/page/save-bar.tsx'

const words = replenishmentText

type Props = {
  readonly changes: number
  readonly problems: number
  readonly busy: boolean
  readonly readOnly: boolean
  readonly actionLabel: string
  readonly onDiscard: () => void
  readonly onSave: () => void
}

/** The bar below both sections: the number of changes, or what prevents a save. */
export const SettingsBar = ({ changes, problems, busy, readOnly, actionLabel, onDiscard, onSave }: Props): ReactNode =>
  readOnly ? (
    <SaveBar status={words.readOnly}>{null}</SaveBar>
  ) : (
    <SaveBar
      status={
        <>
          {changes > 0 ? <b>{words.changes(changes)}</b> : words.changes(0)}
          {problems > 0 ? <em>{words.toFix(problems)}</em> : null}
        </>
      }
    >
      <button type="button" className="ghost-button" disabled={changes === 0 || busy} onClick={onDiscard}>
        {words.discard}
      </button>
      <button
        type="button"
        className="plain-button"
        disabled={changes === 0 || problems > 0 || busy}
        title={problems > 0 ? words.toFix(problems) : undefined}
        onClick={onSave}
      >
        {busy ? words.saving : actionLabel}
      </button>
    </SaveBar>
  )
