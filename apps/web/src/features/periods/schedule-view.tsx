import * as periodsCalls from '@strata/contract/calls/periods'
import { CODES } from '@strata/contract/errors'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { type Answer, ApiRefusal } from '../../api/client.ts'
import { orReadAgain } from '../../api/or-read-again.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ListState } from '../../components/list-state.tsx'
import { formatClock, formatDate, formatInstant } from '../../lib/instant.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { formatShort } from '../../lib/time.ts'
import { schedulesText as words } from '../../text/zh-CN/rooms/periods.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import css from './periods.module.css'
import { ScheduleForm } from './schedule-form.tsx'
import { type Days, type Draft, daysOf, draftOf, linesOf, problemOf, type Schedule } from './schedule-model.ts'

type Preview = Answer<'admin.schedulePreview'>

const Lines = ({ days }: { readonly days: Days }): ReactNode => (
  <ul>
    {linesOf(days).map((line) => (
      <li key={line}>{line}</li>
    ))}
    {days.kind === 'daily' && days.continuous ? <li className={css.muted}>{words.continuous}</li> : null}
  </ul>
)

/** What is in force, and every version. */
const Current = ({ schedule, days }: { readonly schedule: Schedule; readonly days: Days }): ReactNode => (
  <section>
    <h2>{words.current}</h2>
    <Lines days={days} />
    <p className={css.muted}>{words.close(schedule.closeSeconds, schedule.hedgeSeconds)}</p>
    <h2>{words.changes}</h2>
    {schedule.changes.length === 0 ? <p className={css.muted}>{words.noChanges}</p> : null}
    {schedule.changes.map((change) => (
      <div key={change.fromDay} data-version={change.fromDay}>
        <b>{words.from(change.fromDay)}</b>{' '}
        <span className={css.muted}>{words.changed(change.by, formatShort(change.at))}</span>
        <Lines days={change.days} />
      </div>
    ))}
  </section>
)

const sameDay = (one: number, other: number): boolean => formatDate(one) === formatDate(other)

/** Periods last seconds too: minutes alone would not tell where one begins. */
const PeriodLines = ({ title, periods }: { readonly title: string; readonly periods: Preview['first'] }): ReactNode => (
  <div>
    <p className={css.muted}>{title}</p>
    <ul>
      {periods.map(({ periodNo, openAt, drawAt }) => (
        <li key={periodNo}>
          {periodNo} {formatInstant(openAt).slice(5)} →{' '}
          {sameDay(openAt, drawAt) ? formatClock(drawAt) : formatInstant(drawAt).slice(5)}
        </li>
      ))}
    </ul>
  </div>
)

const Shown = ({ preview }: { readonly preview: Preview }): ReactNode => (
  <div data-part="preview">
    <h2>{words.previewTitle(preview.day, preview.count)}</h2>
    <div className={css.preview}>
      <PeriodLines title={words.firstOnes} periods={preview.first} />
      <PeriodLines title={words.lastOnes} periods={preview.last} />
    </div>
    {preview.clashes.length === 0 ? (
      <p className={css.fine}>{words.noClash}</p>
    ) : (
      <>
        <p className={css.clash}>{words.clashes}</p>
        <ul className={css.clash}>
          {preview.clashes.map((clash) => (
            <li key={clash}>{clash}</li>
          ))}
        </ul>
      </>
    )}
  </div>
)

/** Previews a draft and saves it as it was previewed. */
const useDraft = (schedule: Schedule, days: Days) => {
  const client = useQueryClient()
  const [draft, setDraft] = useState<Draft>(() => draftOf(days, schedule.freeDay))
  const [preview, setPreview] = useState<Preview | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const asked = { gameId: schedule.gameId, fromDay: draft.fromDay }
  const attempt = (work: (own: Days) => Promise<void>): void => {
    const own = daysOf(draft)
    const wrong = own === null ? words.incomplete : problemOf(draft)
    setProblem(wrong)
    if (own === null || wrong !== null) return
    setBusy(true)
    work(own)
      .catch((caught: unknown) => {
        // What is in force stands beside the form, by now with what somebody else saved: it is previewed over that again.
        if (caught instanceof ApiRefusal && caught.code === CODES.changed) setPreview(null)
        setProblem(caught instanceof ApiRefusal ? caught.message : words.incomplete)
      })
      .finally(() => setBusy(false))
  }
  return {
    draft,
    preview,
    problem,
    busy,
    set: (change: Partial<Draft>): void => {
      setDraft((held) => ({ ...held, ...change }))
      setPreview(null)
    },
    show: () =>
      attempt(async (own) => setPreview(await api.call(periodsCalls.schedulePreview, { ...asked, days: own }))),
    save: () =>
      attempt(async (own) => {
        const { version } = schedule
        const wish = { ...asked, version, days: own, requestId: newRequestId() }
        await orReadAgain(client, { read: periodsCalls.scheduleQuery }, () => api.call(periodsCalls.scheduleSet, wish))
        setPreview(null)
        await refreshAfter(client, periodsCalls.scheduleSet)
        showToast('success', words.saved)
      }),
  }
}

const Editor = ({ schedule, days }: { readonly schedule: Schedule; readonly days: Days }): ReactNode => {
  const { draft, preview, problem, busy, set, show, save } = useDraft(schedule, days)
  return (
    <section>
      <h2>{words.edit}</h2>
      {problem === null ? null : (
        <p className="form-problem" role="alert">
          {problem}
        </p>
      )}
      <ScheduleForm draft={draft} set={set} freeDay={schedule.freeDay} />
      <div className={css.row}>
        <button type="button" className="ghost-button" disabled={busy} onClick={show}>
          {words.preview}
        </button>
        <button
          type="button"
          className="plain-button"
          disabled={busy || preview === null || preview.clashes.length > 0}
          onClick={save}
        >
          {words.save}
        </button>
      </div>
      {preview === null ? null : <Shown preview={preview} />}
    </section>
  )
}

/** The schedule of a game: what is in force, and a form for another one from a day on. */
export const ScheduleView = ({ gameId }: { readonly gameId: number }): ReactNode => {
  const query = useQuery(queryOf(periodsCalls.scheduleQuery, { gameId }))
  const maySet = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.changeGames))
  return (
    <ListState query={query} isEmpty={({ days }) => days === null} empty={words.none}>
      {(schedule) =>
        schedule.days === null ? null : (
          <div className={css.schedule}>
            {maySet ? <Editor key={schedule.gameId} schedule={schedule} days={schedule.days} /> : null}
            <Current schedule={schedule} days={schedule.days} />
          </div>
        )
      }
    </ListState>
  )
}
