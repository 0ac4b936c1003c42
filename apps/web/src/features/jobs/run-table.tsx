import type { CSSProperties, ReactNode } from 'react'
import '../../ui/page/table.css'
import { serverNow } from '../../api/clock.ts'
import { formatInstant } from '../../lib/instant.ts'
import { jobsText } from '../../text/zh-CN/rooms/jobs.ts'
import css from './jobs.module.css'
import type { Run } from './run.ts'

const words = jobsText.verify
const TONES: Readonly<Record<Run['state'], string>> = {
  waiting: '',
  running: '',
  clean: 'tag-good',
  faulty: 'tag-bad',
  broken: 'tag-warn',
}

const Progress = ({ run }: { readonly run: Run }): ReactNode => {
  const share = run.merchants === 0 ? 100 : Math.round((100 * run.done) / run.merchants)
  return (
    <>
      {run.state === 'running' ? (
        <i className={css.bar} style={{ '--done': `${share}%` } as CSSProperties} aria-hidden="true" />
      ) : null}
      {run.done} / {run.merchants}
    </>
  )
}

const tookOf = ({ startedAt, doneAt }: Run): string =>
  startedAt === null ? '' : jobsText.ms(Math.max(0, (doneAt ?? serverNow()) - startedAt))

const Outcome = ({ run, onShow }: { readonly run: Run; readonly onShow: (run: Run) => void }): ReactNode => (
  <>
    <span className={`tag ${TONES[run.state]}`}>{words.states[run.state]}</span>{' '}
    {run.findings.length > 0 ? (
      <button type="button" className="link-button" onClick={() => onShow(run)}>
        {words.findings(run.findings.length)}
      </button>
    ) : null}
    {run.error === '' ? null : (
      <span className={css.error} title={run.error}>
        {run.error}
      </span>
    )}
  </>
)

type Props = { readonly runs: readonly Run[]; readonly onShow: (run: Run) => void }

/** The history of runs, newest first. */
export const RunTable = ({ runs, onShow }: Props): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
  <section className="table-scroll" aria-label={words.table} tabIndex={0}>
    <table className="table">
      <thead>
        <tr>
          <th className="left">{words.columns.at}</th>
          <th className="left">{words.columns.scope}</th>
          <th className="left">{words.columns.state}</th>
          <th>{words.columns.progress}</th>
          <th>{words.columns.took}</th>
          <th className="left">{words.columns.who}</th>
        </tr>
      </thead>
      <tbody>
        {runs.map((run) => (
          <tr key={run.runId} data-run={run.state}>
            <th scope="row" className="left">
              {formatInstant(run.at)}
            </th>
            <td className="left">{run.merchant === '' ? words.all : run.merchant}</td>
            <td className="left">
              <Outcome run={run} onShow={onShow} />
            </td>
            <td>
              <Progress run={run} />
            </td>
            <td>{tookOf(run)}</td>
            <td className="left">{run.operatorName}</td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
