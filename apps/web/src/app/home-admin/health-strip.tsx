import type { ReactNode } from 'react'
import {
  backupFigure,
  cleanFigure,
  type Figure,
  partitionFigure,
  processFigures,
} from '../../features/health/figures.ts'
import { homeAdminText as words } from '../../text/zh-CN/rooms/home-admin.ts'
import css from './home-admin.module.css'
import { bytesInWords, certificateOf, type Home } from './needs-model.ts'

type Health = NonNullable<Home['health']>

const FEW_DAYS = 14

const figuresOf = (health: Health, now: number): readonly Figure[] => {
  const { processes, loopDelay, lines } = processFigures(health.processes)
  const { diskDays, diskFreeBytes, jobsWaiting, jobsFailed } = health
  const certificate = certificateOf(health.certificate, now)
  return [
    processes,
    loopDelay,
    [words.strip.database, bytesInWords(health.databaseBytes), false],
    [
      words.strip.disk,
      diskDays === null ? bytesInWords(diskFreeBytes) : words.days(diskDays),
      diskDays !== null && diskDays < FEW_DAYS,
    ],
    partitionFigure(health.partitionDays),
    lines,
    backupFigure(health.backupAt, now),
    cleanFigure(health.lastClean, now),
    [words.strip.certificate, certificate.value, certificate.warned],
    [words.strip.jobs, words.items(jobsWaiting), false],
    [words.strip.failed, words.items(jobsFailed), jobsFailed > 0],
  ]
}

/** How the platform does, as one strip. */
export const HealthStrip = ({ health, now }: { readonly health: Health; readonly now: number }): ReactNode => (
  <section className={`card ${css.strip}`} aria-label={words.health} data-card="health">
    <dl>
      {figuresOf(health, now).map(([name, value, warned]) => (
        <div key={name} data-warned={warned || undefined}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
)
