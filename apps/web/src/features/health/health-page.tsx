import * as operationsCalls from '@strata/contract/calls/operations'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { Answer } from '../../api/client.ts'
import { queryOf } from '../../api/queries.ts'
import { ListState } from '../../components/list-state.tsx'
import { healthText } from '../../text/zh-CN/rooms/health.ts'
import { DatabaseCard } from './database-card.tsx'
import { backupFigure, cleanFigure, type Figure, partitionFigure, processFigures } from './figures.ts'
import css from './health.module.css'
import { ProcessesCard, QueuesCard, StatementsCard, TablesCard } from './health-cards.tsx'
import { daysLeft, showBytes } from './size.ts'

type Health = Answer<'admin.healthQuery'>

const words = healthText.summary
const LEAST_DISK_DAYS = 14
const LEAST_DISK_SHARE = 0.1

const figuresOf = (health: Health): readonly Figure[] => {
  const { database, disk } = health
  const days = disk === null ? null : daysLeft(disk.free, database.growth)
  const isFull = disk !== null && (disk.free < disk.total * LEAST_DISK_SHARE || (days ?? Infinity) < LEAST_DISK_DAYS)
  const { processes, loopDelay, lines } = processFigures(health.processes)
  return [
    processes,
    loopDelay,
    [words.database, showBytes(database.bytes), false],
    [
      words.disk,
      disk === null ? healthText.never : [showBytes(disk.free), days === null ? '' : healthText.left(days)].join(' '),
      isFull,
    ],
    partitionFigure(database.partitionsAhead),
    lines,
    backupFigure(health.backup?.at ?? null, health.at),
    cleanFigure(health.lastClean, health.at),
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
