import * as adminCalls from '@strata/contract/calls/admin'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { serverNow } from '../../../api/clock.ts'
import { orReadAgain } from '../../../api/or-read-again.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { TimeField } from '../../../components/days/time-field.tsx'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { newRequestId } from '../../../lib/request-id.ts'
import { maintenanceText as words } from '../../../text/zh-CN/rooms/maintenance.ts'
import { Choice, Switch } from '../../../ui/fields/choice.tsx'
import { Labelled } from '../../../ui/fields/labelled.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import { type Draft, draftOf, type Item, problemsOf, stateOf, windowConflicts, windowOf } from './maintenance-model.ts'

/** Saves one window. One that somebody else changed meanwhile is read again and said so. */
export const useSaveWindow = (version: number) => {
  const client = useQueryClient()
  return async (item: Item, done: string): Promise<void> => {
    const wish = { version, items: [item], requestId: newRequestId() }
    const said = { read: adminCalls.maintenanceQuery, text: words.changedByOther }
    await orReadAgain(client, said, () => api.call(adminCalls.maintenanceSet, wish))
    await refreshAfter(client, adminCalls.maintenanceSet)
    showToast('success', done)
  }
}

type FieldsProps = {
  readonly draft: Draft
  readonly set: (change: Partial<Draft>) => void
  readonly isPlatform: boolean
  readonly item: Item
}

const Times = ({ draft, set, item }: FieldsProps): ReactNode => {
  const problems = problemsOf(draft, item, serverNow())
  return (
    <>
      <Labelled label={words.when}>
        {() => (
          <Choice
            label={words.when}
            value={draft.when}
            options={[
              { value: 'now', label: words.now },
              { value: 'planned', label: words.planned },
            ]}
            onChange={(when) => set({ when })}
          />
        )}
      </Labelled>
      {draft.when === 'planned' ? (
        <TimeField
          kind="minute"
          label={words.from}
          // What nobody has typed yet is asked for, not wrong.
          {...(draft.from === '' ? { hint: words.fromNeeded, problem: null } : { problem: problems.from ?? null })}
          value={draft.from}
          onChange={(from) => set({ from })}
        />
      ) : null}
      <TimeField
        kind="minute"
        label={words.until}
        hint={words.untilHint}
        problem={problems.until ?? null}
        value={draft.until}
        onChange={(until) => set({ until })}
      />
    </>
  )
}

const Fields = (props: FieldsProps): ReactNode => {
  const { draft, set, isPlatform } = props
  return (
    <div className="form">
      <Times {...props} />
      <Labelled label={words.message} hint={words.messageHint} wide>
        {(input) => (
          <input
            {...input}
            className="text-input"
            maxLength={200}
            value={draft.message}
            onChange={(event) => set({ message: event.currentTarget.value })}
          />
        )}
      </Labelled>
      {isPlatform ? (
        <Labelled label={words.readingLabel} wide>
          {() => <Switch label={words.readingLabel} checked={draft.reading} onChange={(reading) => set({ reading })} />}
        </Labelled>
      ) : null}
    </div>
  )
}

type Props = {
  readonly item: Item
  readonly what: string
  readonly version: number
  readonly onClose: () => void
}

/** Plans the maintenance of the platform or of one game, starts it now, or changes the one in force. */
export const MaintenanceDialog = ({ item, what, version, onClose }: Props): ReactNode => {
  const [{ opened, atFirst }] = useState(() => ({ opened: item, atFirst: draftOf(item, serverNow()) }))
  // Only what is typed is held: the rest follows what somebody else saves meanwhile.
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const now = serverNow()
  // A window that is over leaves the form as it was opened: it must not become one that begins at once.
  const draft = { ...(stateOf(item, now) === 0 ? atFirst : draftOf(item, now)), ...typed }
  const save = useSaveWindow(version)
  const isPlatform = item.gameId === null
  return (
    <ConfirmDialog
      title={words.dialog(what)}
      confirm={words.save}
      width={560}
      danger={draft.when === 'now' && isPlatform}
      disabled={Object.keys(problemsOf(draft, item, now)).length > 0}
      conflicts={windowConflicts(opened, item, typed, now)}
      onConfirm={() => save(windowOf(draft, item), words.saved)}
      onClose={onClose}
    >
      <p className="dialog-warn">{isPlatform ? words.platformHint : words.gameHint}</p>
      <Fields
        draft={draft}
        set={(change) => setTyped((held) => ({ ...held, ...change }))}
        isPlatform={isPlatform}
        item={item}
      />
    </ConfirmDialog>
  )
}
