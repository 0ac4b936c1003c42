import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { termsCall } from '../../api/calls.ts'
import { ApiRefusal } from '../../api/client.ts'
import { setTermsCall } from '../../api/people-calls.ts'
import { Dialog } from '../../components/dialog.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { peopleText } from '../../text/zh-CN/people.ts'
import { treeText } from '../../text/zh-CN/tree.ts'
import { Choice } from '../../ui/choice.tsx'
import { Labelled } from '../../ui/labelled.tsx'
import { showToast } from '../../ui/toast.ts'
import { BULK_FIELDS, type BulkChange, bulkDraft, bulkProblem } from './bulk-model.ts'
import type { AccountRow } from './row-actions.ts'
import { changesOf, draftOf, LETTERS, patchOf } from './terms-model.ts'
import { isBettor, termsProblems } from './terms-rules.ts'
import type { NamedGame } from './terms-view.ts'
import { useNamedGames } from './use-terms.ts'

const words = treeText.bulkTerms
type Result = { readonly row: AccountRow; readonly good: boolean; readonly text: string }

/** One account: its terms as they are now, the one value changed in them, saved unless somebody below would be capped. */
const changeOne = async (
  row: AccountRow,
  change: BulkChange,
  games: readonly NamedGame[],
  capBelow: boolean,
): Promise<Result> => {
  const terms = await api.call(termsCall, { agentPathsId: row.agentPathsId }, { automatic: true })
  const base = draftOf(terms, games)
  const draft = bulkDraft(base, change)
  const changes = changesOf(base, draft)
  if (changes.length === 0) return { row, good: true, text: words.unchanged }
  const touched = new Set([change.gameId])
  const [problem] = termsProblems({ terms, games, draft, touched, bettor: isBettor(row.roleId) }).values()
  if (problem !== undefined) return { row, good: false, text: problem }
  const request = { agentPathsId: row.agentPathsId, version: terms.version, ...patchOf(draft, changes) }
  const seen = await api.call(setTermsCall, { ...request, preview: true }, { automatic: true })
  const affected = 'affected' in seen ? seen.affected.length : 0
  if (affected > 0 && !capBelow) return { row, good: false, text: words.hasBelow(affected) }
  await api.call(
    setTermsCall,
    { ...request, ...('confirm' in seen ? { confirm: seen.confirm } : {}), requestId: newRequestId() },
    { automatic: true },
  )
  return { row, good: true, text: words.done }
}

type Props = { readonly rows: readonly AccountRow[]; readonly onClose: () => void }

/** One value of the terms set on many accounts, one after the other; it goes on when the window is closed. */
export const BulkTerms = ({ rows, onClose }: Props): ReactNode => {
  const games = useNamedGames()
  const [change, setChange] = useState<BulkChange>({
    gameId: 0,
    field: 'uplineShare',
    groupId: null,
    letter: 'A',
    value: '',
  })
  const [capBelow, setCapBelow] = useState(false)
  const [results, setResults] = useState<readonly Result[] | null>(null)
  const client = useQueryClient()
  const done = results?.length ?? 0
  const run = async (): Promise<void> => {
    const found: Result[] = []
    setResults([])
    for (const row of rows) {
      found.push(
        await changeOne(row, change, games, capBelow).catch((caught: unknown) => ({
          row,
          good: false,
          text: caught instanceof ApiRefusal ? caught.message : words.failed,
        })),
      )
      setResults([...found])
    }
    const good = found.filter((result) => result.good).length
    showToast(good === found.length ? 'success' : 'warning', words.finished(good, found.length - good))
    await client.invalidateQueries({ queryKey: ['accounts'] })
    await client.invalidateQueries({ queryKey: ['terms'] })
  }
  const problem = bulkProblem(change)
  return (
    <Dialog
      title={words.title(rows.length)}
      width={560}
      onClose={onClose}
      footer={
        results === null ? (
          <>
            <button type="button" className="ghost-button" onClick={onClose}>
              {peopleText.cancel}
            </button>
            <button type="button" className="plain-button" disabled={problem !== null} onClick={() => void run()}>
              {words.start}
            </button>
          </>
        ) : (
          <button type="button" className="plain-button" onClick={onClose}>
            {words.close}
          </button>
        )
      }
    >
      {results === null ? (
        <BulkForm {...{ games, change, capBelow, problem }} onChange={setChange} onCapBelow={setCapBelow} />
      ) : (
        <>
          <p role="status">
            {words.progress(done, rows.length)} {done < rows.length ? words.running : ''}
          </p>
          <progress className="bulk-progress" max={rows.length} value={done} />
          <div className="bulk-results">
            <table className="table">
              <tbody>
                {results.map(({ row, good, text }) => (
                  <tr key={row.agentPathsId}>
                    <td className="left">{row.accountName}</td>
                    <td className="left">
                      <span className={good ? 'tag tag-good' : 'tag tag-bad'}>{text}</span>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </>
      )}
    </Dialog>
  )
}

type FormProps = {
  readonly games: readonly NamedGame[]
  readonly change: BulkChange
  readonly capBelow: boolean
  readonly problem: string | null
  readonly onChange: (change: BulkChange) => void
  readonly onCapBelow: (capBelow: boolean) => void
}

const BulkForm = ({ games, change, capBelow, problem, onChange, onCapBelow }: FormProps): ReactNode => {
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
      <label className="check labelled-wide">
        <input type="checkbox" checked={capBelow} onChange={(event) => onCapBelow(event.currentTarget.checked)} />
        {words.capBelow}
      </label>
    </div>
  )
}
