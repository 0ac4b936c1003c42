import type { ReactNode } from 'react'
import '../../ui/page/table.css'
import type { Answer } from '../../api/client.ts'
import { formatClock } from '../../lib/instant.ts'
import { jobsText } from '../../text/zh-CN/rooms/jobs.ts'
import css from './jobs.module.css'

type Loop = Answer<'admin.jobQuery'>['loops'][number]

const words = jobsText.loops

const LoopRow = ({ loop }: { readonly loop: Loop }): ReactNode => (
  <tr data-loop={loop.name}>
    <th scope="row" className="left">
      {jobsText.nameOf(loop.name)}
    </th>
    <td>{jobsText.every(loop.everyMs)}</td>
    <td>{loop.lastAt === null ? '' : formatClock(loop.lastAt)}</td>
    <td>{jobsText.ms(loop.tookMs)}</td>
    <td>{loop.nextAt === null ? '' : formatClock(loop.nextAt)}</td>
    <td className="left">
      {loop.error === '' ? (
        <span className="tag tag-good">{words.ok}</span>
      ) : (
        <span className={css.failed}>
          <span className="tag tag-bad">{words.failed}</span>
          <span className={css.error} title={loop.error}>
            {loop.error}
          </span>
        </span>
      )}
    </td>
  </tr>
)

/** Work that the clock starts: when it was done last and when it comes next. */
export const LoopsCard = ({ loops }: { readonly loops: readonly Loop[] }): ReactNode => (
  <section className="card" aria-label={words.title} data-part="loops">
    <div className={css.head}>
      <h2>{words.title}</h2>
      <span className={css.note}>{words.note}</span>
    </div>
    {loops.length === 0 ? (
      <p className="message-line">{words.empty}</p>
    ) : (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
      <section className="table-scroll" aria-label={words.table} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th className="left">{words.columns.name}</th>
              <th>{words.columns.every}</th>
              <th>{words.columns.last}</th>
              <th>{words.columns.took}</th>
              <th>{words.columns.next}</th>
              <th className="left">{words.columns.state}</th>
            </tr>
          </thead>
          <tbody>
            {loops.map((loop) => (
              <LoopRow key={loop.name} loop={loop} />
            ))}
          </tbody>
        </table>
      </section>
    )}
  </section>
)
