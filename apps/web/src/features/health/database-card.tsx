import type { ReactNode } from 'react'
import type { Answer } from '../../api/client.ts'
import { formatInstant } from '../../lib/instant.ts'
import { healthText } from '../../text/zh-CN/rooms/health.ts'
import css from './health.module.css'
import { showBytes } from './size.ts'

type Health = Answer<'admin.healthQuery'>
type Replica = Health['database']['replicas'][number]

const words = healthText.database

const replicaText = ({ name, state, lagMs }: Replica): string => {
  if (state === 'unreachable') return `${name} ${words.unreachable}`
  if (state === 'primary') return `${name} ${words.notReplica}`
  return `${name} ${lagMs === null ? words.lagUnknown : words.lag(healthText.ms(lagMs))}`
}

/** The facts of the database, of its replicas and of its last backup. */
export const DatabaseCard = ({ database, backup }: Health): ReactNode => {
  const { version, bytes, growth, connections, maxConnections, oldestMs, replicas, partitionsUntil } = database
  const facts: readonly (readonly [string, string, string?])[] = [
    [words.version, version],
    [words.bytes, showBytes(bytes)],
    [words.growth, growth === null ? words.growthUnknown : showBytes(growth)],
    [words.connections, `${connections} / ${maxConnections}`],
    [words.oldest, healthText.ms(oldestMs)],
    [words.partitions, partitionsUntil ?? healthText.never],
    [words.replicas, replicas.length === 0 ? words.noReplica : replicas.map(replicaText).join('、')],
    [
      words.backup,
      backup === null ? healthText.never : formatInstant(backup.at).slice(0, 16),
      backup === null
        ? words.backupHint
        : [backup.bytes === null ? '' : showBytes(backup.bytes), backup.note].join(' '),
    ],
  ]
  return (
    <section className="card" aria-label={words.title} data-part="database">
      <div className={css.head}>
        <h2>{words.title}</h2>
      </div>
      <dl className={css.facts}>
        {facts.map(([name, value, more]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {value}
              {more ? <small>{more}</small> : null}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
