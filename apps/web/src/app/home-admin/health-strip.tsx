import type { ReactNode } from 'react'
import { homeAdminText as words } from '../../text/zh-CN/rooms/home-admin.ts'
import css from './home-admin.module.css'
import { bytesInWords, certificateOf, type Home } from './needs-model.ts'

type Health = NonNullable<Home['health']>
type Cell = { readonly name: keyof typeof words.strip; readonly value: string; readonly warned: boolean }

/** Turns of the event loop slower than this are felt. */
const SLOW_LOOP_MS = 100
const FEW_DAYS = 14
const FEW_PARTITIONS = 3

const cellsOf = (health: Health, now: number): readonly Cell[] => [
  { name: 'loop', value: words.ms(health.loopMs), warned: health.loopMs > SLOW_LOOP_MS },
  { name: 'database', value: bytesInWords(health.databaseBytes), warned: false },
  {
    name: 'disk',
    value: health.diskDays === null ? bytesInWords(health.diskFreeBytes) : words.days(health.diskDays),
    warned: health.diskDays !== null && health.diskDays < FEW_DAYS,
  },
  { name: 'partitions', value: words.days(health.partitionDays), warned: health.partitionDays < FEW_PARTITIONS },
  { name: 'certificate', ...certificateOf(health.certificate, now) },
  { name: 'streams', value: words.lines(health.streams), warned: false },
  { name: 'jobs', value: words.items(health.jobsWaiting), warned: false },
  { name: 'failed', value: words.items(health.jobsFailed), warned: health.jobsFailed > 0 },
]

/** How the platform does, as one strip. */
export const HealthStrip = ({ health, now }: { readonly health: Health; readonly now: number }): ReactNode => (
  <section className={`card ${css.strip}`} aria-label={words.health} data-card="health">
    <dl>
      {cellsOf(health, now).map(({ name, value, warned }) => (
        <div key={name} data-warned={warned || undefined}>
          <dt>{words.strip[name]}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  </section>
)
