import * as operationsCalls from '@strata/contract/calls/operations'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { ListState } from '../../components/list-state.tsx'
import { formatInstant } from '../../lib/instant.ts'
import { healthText } from '../../text/zh-CN/rooms/health.ts'
import { DatabaseCard } from './database-card.tsx'
import css from './health.module.css'
import { ProcessesCard, QueuesCard, StatementsCard, TablesCard } from './health-cards.tsx'
import { daysLeft, showBytes } from './size.ts'

type Health = Answer<'admin.healthQuery'>

const words = healthText.summary
const LEAST_DISK_DAYS = 14
const LEAST_DISK_SHARE = 0.1
const LEAST_PARTITIONS = 3
const SLOW_LOOP_MS = 100
const OLD_BACKUP_MS = 36 * 3_600_000
const OLD_VERIFY_MS = 8 * 86_400_000

const shortTime = (at: number | null): string => (at === null ? healthText.never : formatInstant(at).slice(5, 16))
const isOlder = (at: number | null | undefined, now: number, most: number): boolean =>
  at === null || at === undefined || now - at > most

/** Name, value and whether it needs attention. */
const figuresOf = (health: Health): readonly (readonly [string, string, boolean])[] => {
  const { processes, database, disk, backup, lastClean, at } = health
  const alive = processes.filter((process) => process.alive)
  const delay = Math.max(0, ...alive.map(({ loopDelay }) => loopDelay))
  const days = disk === null ? null : daysLeft(disk.free, database.growth)
  const isFull = disk !== null && (disk.free < disk.total * LEAST_DISK_SHARE || (days ?? Infinity) < LEAST_DISK_DAYS)
  const lines = alive.reduce((sum, { streams }) => sum + streams, 0)
  return [
    [words.processes, healthText.alive(alive.length, processes.length), alive.length < processes.length],
    [words.loopDelay, healthText.ms(delay), delay > SLOW_LOOP_MS],
    [words.database, showBytes(database.bytes), false],
    [
      words.disk,
      disk === null ? healthText.never : [showBytes(disk.free), days === null ? '' : healthText.left(days)].join(' '),
      isFull,
    ],
    [words.partitions, healthText.days(database.partitionsAhead), database.partitionsAhead < LEAST_PARTITIONS],
    [words.lines, healthText.lines(lines), false],
    [words.backup, shortTime(backup?.at ?? null), isOlder(backup?.at, at, OLD_BACKUP_MS)],
    [words.clean, shortTime(lastClean), isOlder(lastClean, at, OLD_VERIFY_MS)],
  ]
}

const Strip = ({ health }: { readonly health: Health }): ReactNode => (
  <dl className={`card ${css.strip}`} data-part="strip">
    {figuresOf(health).map(([name, value, warn]) => (
      <div key={name} className={warn ? css.warn : undefined}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)

/** What the processes, the database and the queues say of themselves, read every ten seconds. */
export const HealthPage = (): ReactNode => {
  const health = useQuery({
    ...queryOf(operationsCalls.healthQuery, {}, { automatic: true }),
    refetchInterval: 10_000,
  })
  return (
    <div className={css.page}>
      <ListState query={health} isEmpty={() => false}>
        {(data) => (
          <>
            <Strip health={data} />
            <ProcessesCard {...data} />
            <DatabaseCard {...data} />
            <div className={css.two}>
              <QueuesCard {...data} />
              <TablesCard {...data} />
            </div>
            <StatementsCard {...data} />
          </>
        )}
      </ListState>
    </div>
  )
}
