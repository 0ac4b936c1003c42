import * as sourceCalls from '@strata/contract/calls/result-sources'
import { GAMES } from '@strata/domain/games/catalogue'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ipsOf, ipsProblem } from '../../lib/ip-list.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { resultSourcesText } from '../../text/zh-CN/rooms/result-sources.ts'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { TextField } from '../../ui/fields/text-field.tsx'
import { showToast } from '../../ui/pop-up/toast.ts'
import css from './game-settings.module.css'
import { useSourceUpdate } from './source-update.ts'
import { type Draft, draftOf, isSourceCode, type Source, sourceConflicts } from './sources-model.ts'

const words = resultSourcesText.form

type FieldsProps = {
  readonly draft: Draft
  readonly set: (change: Partial<Draft>) => void
  readonly isNew: boolean
}

const Games = ({ draft, set }: Omit<FieldsProps, 'isNew'>): ReactNode => (
  <Labelled label={words.games} hint={words.gamesHint} wide>
    {() => (
      <fieldset className={css.boxes}>
        <legend className="visually-hidden">{words.games}</legend>
        {GAMES.map(({ id, name }) => (
          <label key={id}>
            <input
              type="checkbox"
              checked={draft.gameIds.includes(id)}
              onChange={(event) =>
                set({
                  gameIds: event.currentTarget.checked
                    ? [...draft.gameIds, id]
                    : draft.gameIds.filter((one) => one !== id),
                })
              }
            />
            {name}
          </label>
        ))}
      </fieldset>
    )}
  </Labelled>
)

const Fields = ({ draft, set, isNew }: FieldsProps): ReactNode => (
  <div className="form">
    {isNew ? (
      <Labelled
        label={words.code}
        hint={words.codeHint}
        problem={draft.code === '' || isSourceCode(draft.code) ? null : words.codeWrong}
      >
        {(input) => (
          <input
            {...input}
            className="text-input"
            autoComplete="off"
            autoCapitalize="off"
            maxLength={32}
            value={draft.code}
            onChange={(event) => set({ code: event.currentTarget.value })}
          />
        )}
      </Labelled>
    ) : null}
    <TextField label={words.name} maxLength={32} value={draft.name} onChange={(text) => set({ name: text })} />
    <Games draft={draft} set={set} />
    <Labelled label={words.ips} hint={words.ipsHint} problem={ipsProblem(draft.ips)} wide>
      {(input) => (
        <textarea
          {...input}
          className={`text-input ${css.ips}`}
          maxLength={400}
          value={draft.ips}
          onChange={(event) => set({ ips: event.currentTarget.value })}
        />
      )}
    </Labelled>
  </div>
)

const isFine = ({ name, gameIds, ips }: Draft): boolean =>
  name.trim() !== '' && gameIds.length > 0 && ipsProblem(ips) === null

type NewProps = {
  /** The key, which is shown once. */
  readonly onMade: (source: Pick<Source, 'sourceCode' | 'name' | 'gameIds'>, key: string) => void
  readonly onClose: () => void
}

/** Registers a source. */
export const NewSource = ({ onMade, onClose }: NewProps): ReactNode => {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>({ code: '', name: '', gameIds: [], ips: '' })
  const create = async (): Promise<void> => {
    const { code: sourceCode, name: sourceName, ips } = draft
    const gameIds = draft.gameIds.toSorted((a, b) => a - b)
    const wish = { sourceCode, sourceName: sourceName.trim(), gameIds, allowedIps: ipsOf(ips) }
    const { key } = await api.call(sourceCalls.sourceCreate, { ...wish, requestId: newRequestId() })
    await refreshAfter(client, sourceCalls.sourceCreate)
    onMade({ sourceCode, name: sourceName.trim(), gameIds }, key)
  }
  return (
    <ConfirmDialog
      title={words.newTitle}
      confirm={words.create}
      width={560}
      disabled={!isFine(draft) || !isSourceCode(draft.code)}
      onConfirm={create}
      onClose={onClose}
    >
      <Fields isNew draft={draft} set={(change) => setDraft((held) => ({ ...held, ...change }))} />
    </ConfirmDialog>
  )
}

/** Changes the name, games and addresses of a source. */
export const EditSource = ({
  source,
  onClose,
}: {
  readonly source: Source
  readonly onClose: () => void
}): ReactNode => {
  const update = useSourceUpdate(source)
  const [opened] = useState(source)
  // Only what is typed is held: the rest follows what somebody else saves meanwhile.
  const [typed, setTyped] = useState<Partial<Draft>>({})
  const draft = { ...draftOf(source), ...typed }
  const save = async (): Promise<void> => {
    await update({ sourceName: draft.name.trim(), gameIds: [...draft.gameIds], allowedIps: ipsOf(draft.ips) })
    showToast('success', words.saved)
  }
  return (
    <ConfirmDialog
      title={words.editTitle(source.name || source.sourceCode)}
      confirm={words.save}
      width={560}
      disabled={!isFine(draft)}
      conflicts={sourceConflicts(opened, source, typed)}
      onConfirm={save}
      onClose={onClose}
    >
      <Fields isNew={false} draft={draft} set={(change) => setTyped((held) => ({ ...held, ...change }))} />
    </ConfirmDialog>
  )
}
