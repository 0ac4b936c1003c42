import * as operationsCalls from '@strata/contract/calls/operations'
import { PERMISSION } from '@strata/contract/permissions'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import '../../ui/page/table.css'
import { api } from '../../api/api.ts'
import type { Answer } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { formatClock, formatInstant } from '../../lib/instant.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { jobsText } from '../../text/zh-CN/rooms/jobs.ts'
import { Choice } from '../../ui/fields/choice.tsx'
import { aboutJob } from './about.ts'
import css from './jobs.module.css'

type Jobs = Answer<'admin.jobQuery'>
type Job = Jobs['items'][number]

const words = jobsText.jobs
export const STATES = ['failed', 'retrying', 'running', 'waiting'] as const
type StateChosen = '' | (typeof STATES)[number]
const TONES: Readonly<Record<Job['state'], string>> = {
  failed: 'tag-bad',
  retrying: 'tag-warn',
  running: 'tag-good',
  waiting: '',
}

const timeOf = (job: Job): string => {
  if (job.state === 'failed') return words.noMore
  if (job.startedAt !== null) return words.since(formatClock(job.startedAt))
  return job.nextAt === null ? '' : formatInstant(job.nextAt)
}

type RowProps = { readonly job: Job; readonly onRetry: ((job: Job) => void) | null }

const JobRow = ({ job, onRetry }: RowProps): ReactNode => (
  <tr data-job={job.id} data-state={job.state}>
    <th scope="row" className="left">
      {jobsText.nameOf(job.name)}
    </th>
    <td className="left">
      <span className={`tag ${TONES[job.state]}`}>{words.states[job.state]}</span>
    </td>
    <td className="left">
      <span className={css.about} title={job.about}>
        {aboutJob(job.about)}
      </span>
    </td>
    <td>
      {job.attempts} / {job.maxAttempts}
    </td>
    <td className="left">
      <span className={css.error} title={job.error}>
        {job.error}
      </span>
    </td>
    <td className="left">{timeOf(job)}</td>
    <td className="left">
      {onRetry && job.state !== 'running' ? (
        <button
          type="button"
          className="link-button"
          aria-label={words.retryLabel(jobsText.nameOf(job.name), job.id)}
          onClick={() => onRetry(job)}
        >
          {words.retry}
        </button>
      ) : null}
    </td>
  </tr>
)

const HEADS = ['name', 'state', 'about', 'attempts', 'error', 'time', 'actions'] as const

const RetryDialog = ({ job, onClose }: { readonly job: Job; readonly onClose: () => void }): ReactNode => {
  const client = useQueryClient()
  return (
    <ConfirmDialog
      title={words.retry}
      confirm={words.retry}
      onConfirm={async () => {
        await api.call(operationsCalls.jobRetry, { jobId: job.id, requestId: newRequestId() })
        await refreshAfter(client, operationsCalls.jobRetry)
      }}
      onClose={onClose}
    >
      <p>{words.confirm(jobsText.nameOf(job.name))}</p>
    </ConfirmDialog>
  )
}

type Props = { readonly jobs: Jobs; readonly state: StateChosen; readonly onState: (state: StateChosen) => void }

/** What runs, waits and failed; an operator with the right has a failed one tried again at once. */
export const JobsCard = ({ jobs: { counts, items }, state, onState }: Props): ReactNode => {
  const mayRetry = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.jobs))
  const [asked, setAsked] = useState<Job | null>(null)
  const all = STATES.reduce((sum, name) => sum + counts[name], 0)
  return (
    <section className="card" aria-label={words.title} data-part="jobs">
      <div className={css.head}>
        <h2>{words.title}</h2>
        <span className={css.note}>{words.note}</span>
        <span className={css.end}>
          <Choice<StateChosen>
            label={words.state}
            value={state}
            options={[
              { value: '', label: words.all(all) },
              ...STATES.map((value) => ({ value, label: `${words.states[value]} ${counts[value]}` })),
            ]}
            onChange={onState}
          />
        </span>
      </div>
      {items.length === 0 ? (
        <p className="message-line">{words.empty}</p>
      ) : (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
        <section className="table-scroll" aria-label={words.table} tabIndex={0}>
          <table className="table">
            <thead>
              <tr>
                {HEADS.map((head) => (
                  <th key={head} className={head === 'attempts' ? '' : 'left'}>
                    {words.columns[head]}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {items.map((job) => (
                <JobRow key={job.id} job={job} onRetry={mayRetry ? setAsked : null} />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {asked === null ? null : <RetryDialog job={asked} onClose={() => setAsked(null)} />}
    </section>
  )
}
