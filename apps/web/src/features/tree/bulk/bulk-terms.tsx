import * as treeCalls from '@strata/contract/calls/tree'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { newRequestId } from '../../../lib/request-id.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { Labelled } from '../../../ui/fields/labelled.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import css from '../accounts/accounts.module.css'
import type { AccountRow } from '../accounts/row-actions.ts'
import { LETTERS } from '../terms/terms-model.ts'
import type { NamedGame } from '../terms/terms-view.ts'
import { useNamedGames } from '../terms/use-terms.ts'
import { BULK_FIELDS, type BulkChange, bulkPatches, bulkProblem } from './bulk-model.ts'
import { BulkPreviewTable } from './bulk-preview.tsx'
import { type BulkProgress, followBulk } from './follow-bulk.ts'

const words = treeText.bulkTerms

type Props = { readonly rows: readonly AccountRow[]; readonly onClose: () => void }

/** Starts the change and follows it to its end; the result is shown on whatever page the user is then. */
const useBulk = (rows: readonly AccountRow[]) => {
  const [progress, setProgress] = useState<BulkProgress | null>(null)
  const [busy, setBusy] = useState(false)
  const client = useQueryClient()
  const run = async (changes: readonly BulkChange[], games: readonly NamedGame[], capBelow: boolean): Promise<void> => {
    const { bulkId, total } = await api.call(treeCalls.setTermsMany, {
      agentPathsIds: rows.map(({ agentPathsId }) => agentPathsId),
      games: [...bulkPatches(changes, games)],
      capBelow,
      requestId: newRequestId(),
    })
    setProgress({ bulkId, state: 'running', done: 0, total, failed: [] })
    const { failed } = await followBulk(bulkId, setProgress)
    showToast(failed.length === 0 ? 'success' : 'warning', words.finished(total - failed.length, failed.length))
    void refreshAfter(client, treeCalls.setTermsMany)
  }
  const start = (changes: readonly BulkChange[], games: readonly NamedGame[], capBelow: boolean): void => {
    setBusy(true)
    // The error was shown; the input stays.
    run(changes, games, capBelow).catch(() => setBusy(false))
  }
  return { progress, busy, start }
}

const FIRST_CHANGE: BulkChange = { gameId: 0, field: 'uplineShare', groupId: null, letter: 'A', value: '' }
const MAX_CHANGES = 8

/** The changes as typed, and whether they are to be looked at before they are sent. */
const useChanges = () => {
  const [changes, setChanges] = useState<readonly BulkChange[]>([FIRST_CHANGE])
  const [looking, setLooking] = useState(false)
  const replace = (at: number, change: BulkChange): void => setChanges(changes.with(at, change))
  const add = (): void => setChanges([...changes, { ...(changes.at(-1) ?? FIRST_CHANGE), value: '' }])
  const remove = (at: number): void => setChanges(changes.filter((_one, index) => index !== at))
  const fine = changes.every((change) => bulkProblem(change) === null)
  return { changes, looking, setLooking, replace, add, remove, fine }
}

/** Sets values of the terms on many accounts with one call, which continues when the window is closed. */
export const BulkTerms = ({ rows, onClose }: Props): ReactNode => {
  const games = useNamedGames()
  const typed = useChanges()
  const { changes, looking, setLooking, fine } = typed
  const [capBelow, setCapBelow] = useState(false)
  const { progress, busy, start } = useBulk(rows)
  const known = changes.every(({ gameId }) => games.some(({ id }) => id === gameId))
  return (
    <Dialog
      title={words.title(rows.length)}
      width={looking ? 860 : 640}
      onClose={onClose}
      footer={
        progress === null ? (
          <>
            <button
              type="button"
              className="ghost-button"
              disabled={busy}
              onClick={looking ? () => setLooking(false) : onClose}
            >
              {looking ? words.edit : peopleText.cancel}
            </button>
            <button
              type="button"
              className="plain-button"
              disabled={busy || !fine || !known}
              onClick={looking ? () => start(changes, games, capBelow) : () => setLooking(true)}
            >
              {busy ? peopleText.working : looking ? words.start : words.look}
            </button>
          </>
        ) : (
          <button type="button" className="plain-button" onClick={onClose}>
            {words.close}
          </button>
        )
      }
    >
      {progress !== null ? (
        <Progress progress={progress} />
      ) : looking ? (
        <>
          <BulkPreviewTable rows={rows} games={games} changes={changes} />
          <p className="dialog-note">{words.lookNote}</p>
        </>
      ) : (
        <>
          <Lines typed={typed} games={games} />
          <label className="check">
            <input type="checkbox" checked={capBelow} onChange={(event) => setCapBelow(event.currentTarget.checked)} />
            {words.capBelow}
          </label>
        </>
      )}
    </Dialog>
  )
}

type LinesProps = { readonly typed: ReturnType<typeof useChanges>; readonly games: readonly NamedGame[] }

const Lines = ({ typed, games }: LinesProps): ReactNode => {
  const { changes, replace, add, remove } = typed
  return (
    <>
      {changes.map((change, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a change has no identity but its place
        <fieldset key={at} className={css.bulkLine}>
          <legend className="visually-hidden">{words.line(at + 1)}</legend>
          <BulkForm {...{ games, change }} problem={bulkProblem(change)} onChange={(next) => replace(at, next)} />
          {changes.length > 1 ? (
            <button type="button" className="link-button" onClick={() => remove(at)}>
              {words.removeLine(at + 1)}
            </button>
          ) : null}
        </fieldset>
      ))}
      {changes.length < MAX_CHANGES ? (
        <p>
          <button type="button" className="link-button" onClick={add}>
            {words.addLine}
          </button>
        </p>
      ) : null}
    </>
  )
}

const Progress = ({ progress }: { readonly progress: BulkProgress }): ReactNode => {
  const { done, total, state, failed } = progress
  return (
    <>
      <p role="status">
        {words.progress(done, total)}　
        {state === 'done' ? words.finished(total - failed.length, failed.length) : words.running}
      </p>
      <progress className={css.bulkProgress} max={total} value={done} aria-label={words.progress(done, total)} />
      {failed.length === 0 ? null : (
        <div className={css.bulkResults}>
          <table className="table">
            <thead>
              <tr>
                <th scope="col" className="left">
                  {words.columns.account}
                </th>
                <th scope="col" className="left">
                  {words.columns.reason}
                </th>
              </tr>
            </thead>
            <tbody>
              {failed.map(({ agentPathsId, accountName, reason }) => (
                <tr key={agentPathsId}>
                  <th scope="row" className="left">
                    {accountName}
                  </th>
                  <td className="left">{reason}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </>
  )
}

type FormProps = {
  readonly games: readonly NamedGame[]
  readonly change: BulkChange
  readonly problem: string | null
  readonly onChange: (change: BulkChange) => void
}

const BulkForm = ({ games, change, problem, onChange }: FormProps): ReactNode => {
  const game = games.find(({ id }) => id === change.gameId)
  const field = BULK_FIELDS.find(({ name }) => name === change.field)
  return (
    <div className="form">
      <Labelled label={words.game}>
        {() => (
          <Choice
            label={words.game}
            value={String(change.gameId)}
            options={games.map(({ id, name }) => ({ value: String(id), label: name }))}
            onChange={(value) => onChange({ ...change, gameId: Number(value), groupId: null })}
          />
        )}
      </Labelled>
      <Labelled label={words.field}>
        {() => (
          <Choice
            label={words.field}
            value={change.field}
            options={BULK_FIELDS.map(({ name }) => ({ value: name, label: treeText.fields[name] ?? name }))}
            onChange={(name) => onChange({ ...change, field: name, value: '' })}
          />
        )}
      </Labelled>
      {field?.perGroup ? (
        <Labelled label={words.group}>
          {() => (
            <Choice
              label={words.group}
              value={String(change.groupId ?? '')}
              options={[
                { value: '', label: words.allGroups },
                ...(game?.groups ?? []).map(({ id, name }) => ({ value: String(id), label: name })),
              ]}
              onChange={(value) => onChange({ ...change, groupId: value === '' ? null : Number(value) })}
            />
          )}
        </Labelled>
      ) : null}
      {change.field === 'commission' ? (
        <Labelled label={words.letter}>
          {() => (
            <Choice
              label={words.letter}
              value={change.letter}
              options={LETTERS.map((letter) => ({ value: letter, label: letter }))}
              onChange={(letter) => onChange({ ...change, letter })}
            />
          )}
        </Labelled>
      ) : null}
      <Labelled label={words.value} problem={change.value === '' ? null : problem}>
        {(input) => (
          <input
            {...input}
            className="text-input"
            inputMode="decimal"
            maxLength={16}
            value={change.value}
            onChange={(event) => onChange({ ...change, value: event.currentTarget.value })}
          />
        )}
      </Labelled>
    </div>
  )
}
