import { type ReactNode, useState } from 'react'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { monthText as words } from '../../text/zh-CN/rooms/periods.ts'
import { Labelled } from '../../ui/fields/labelled.tsx'
import type { Template } from './month-model.ts'
import { type Draft, draftOf, problemsOf, TIMES, templateConflicts, templateOf } from './template-model.ts'
import { TimeInput, Weekdays } from './weekdays.tsx'

type Props = {
  readonly template: Template
  readonly save: (template: Template) => Promise<void>
  readonly onClose: () => void
}

const LABELS = { openTime: words.open, closeTime: words.close, drawTime: words.draw } as const

/** The weekdays and times that the month proposes. */
export const TemplateDialog = ({ template, save, onClose }: Props): ReactNode => {
  const [opened] = useState(template)
  // Only what is typed is held: the rest follows what somebody else saves meanwhile.
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const draft = { ...draftOf(template), ...typed }
  const set = (change: Partial<Draft>): void => setTyped((held) => ({ ...held, ...change }))
  const problems = problemsOf(draft)
  const next = templateOf(draft)
  return (
    <ConfirmDialog
      title={words.templateTitle}
      confirm={words.save}
      width={520}
      disabled={next === null}
      conflicts={templateConflicts(opened, template, typed)}
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
        {TIMES.map((name) => (
          <Labelled key={name} label={LABELS[name]} problem={problems[name] ?? null}>
            {(input) => (
              <TimeInput
                input={input}
                label={LABELS[name]}
                value={draft[name]}
                onChange={(text) => set({ [name]: text })}
              />
            )}
          </Labelled>
        ))}
        <Labelled label={words.replenish} hint="0–600" problem={problems.replenish ?? null}>
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
