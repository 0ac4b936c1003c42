import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { monthText as words } from '../../text/zh-CN/rooms/periods.ts'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { clockSeconds, clockText, type Template } from './month-model.ts'
import { TimeInput, Weekdays } from './weekdays.tsx'

type Props = {
  readonly template: Template
  readonly save: (template: Template) => Promise<void>
  readonly onClose: () => void
}

const TIMES = [
  ['openTime', words.open],
  ['closeTime', words.close],
  ['drawTime', words.draw],
] as const

type Draft = { weekdays: readonly number[]; openTime: string; closeTime: string; drawTime: string; replenish: string }

const templateOf = (draft: Draft): Template | null => {
  const [openTime, closeTime, drawTime] = TIMES.map(([name]) => clockSeconds(draft[name]))
  if (openTime == null || closeTime == null || drawTime == null || !/^\d{1,3}$/.test(draft.replenish)) return null
  if (closeTime <= openTime || closeTime >= drawTime || Number(draft.replenish) > 600) return null
  return { weekdays: [...draft.weekdays], openTime, closeTime, drawTime, hedgeSeconds: Number(draft.replenish) }
}

/** The weekdays and times that the month proposes. */
export const TemplateDialog = ({ template, save, onClose }: Props): ReactNode => {
  const [draft, setDraft] = useState<Draft>({
    weekdays: template.weekdays,
    openTime: clockText(template.openTime),
    closeTime: clockText(template.closeTime),
    drawTime: clockText(template.drawTime),
    replenish: String(template.hedgeSeconds),
  })
  const set = (change: Partial<Draft>): void => setDraft((held) => ({ ...held, ...change }))
  const next = templateOf(draft)
  return (
    <ConfirmDialog
      title={words.templateTitle}
      confirm={words.save}
      width={520}
      disabled={next === null}
      onConfirm={async () => {
        if (next !== null) await save(next)
      }}
      onClose={onClose}
    >
      <p className="page-note">{words.templateNote}</p>
      <div className="form">
        <Labelled label={words.weekdays} wide>
          {() => <Weekdays label={words.weekdays} value={draft.weekdays} onChange={(weekdays) => set({ weekdays })} />}
        </Labelled>
        {TIMES.map(([name, label]) => (
          <Labelled key={name} label={label} problem={name === 'closeTime' && next === null ? words.times : null}>
            {() => <TimeInput label={label} value={draft[name]} onChange={(text) => set({ [name]: text })} />}
          </Labelled>
        ))}
        <Labelled label={words.replenish} hint="0–600">
          {(input) => (
            <input
              {...input}
              className="text-input"
              inputMode="numeric"
              value={draft.replenish}
              onChange={(event) => set({ replenish: event.currentTarget.value })}
            />
          )}
        </Labelled>
      </div>
    </ConfirmDialog>
  )
}
