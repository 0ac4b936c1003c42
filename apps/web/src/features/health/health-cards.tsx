import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Answer } from '../../api/client.ts'
import { TimeAgo } from '../../components/time-ago.tsx'
import { showCount } from '../../lib/count.ts'
import { formatInstant } from '../../lib/instant.ts'
import { healthText } from '../../text/zh-CN/rooms/health.ts'
import { jobsText } from '../../text/zh-CN/rooms/jobs.ts'
import css from './health.module.css'
import { RowsCard } from './rows-card.tsx'
import { showBytes } from './size.ts'

type Health = Answer<'admin.healthQuery'>
type Process = Health['processes'][number]

const { columns: heads, roles, lost, ok } = healthText.processes

const PROCESS_COLUMNS = [
  {
    title: heads.role,
    left: true,
    cell: ({ role, alive }: Process) => (
      <>
        {roles[role]} <span className={alive ? 'tag tag-good' : 'tag tag-bad'}>{alive ? ok : lost}</span>
      </>
    ),
  },
  { title: heads.host, left: true, cell: ({ host }: Process) => host },
  { title: heads.version, left: true, cell: ({ version }: Process) => version },
  { title: heads.since, left: true, cell: ({ startedAt }: Process) => formatInstant(startedAt).slice(0, 16) },
  { title: heads.seen, left: true, cell: ({ seenAt }: Process) => <TimeAgo at={seenAt} /> },
  { title: heads.load, cell: ({ load }: Process) => `${load}%` },
  { title: heads.memory, cell: ({ memory }: Process) => showBytes(memory) },
  { title: heads.delay, cell: ({ loopDelay }: Process) => healthText.ms(loopDelay) },
  { title: heads.streams, cell: ({ streams }: Process) => showCount(streams) },
] as const

export const ProcessesCard = ({ processes, at }: Health): ReactNode => (
  <RowsCard
    title={healthText.processes.title}
    part="processes"
    columns={PROCESS_COLUMNS}
    rows={processes}
    keyOf={({ id }) => id}
    empty={healthText.processes.empty}
    end={healthText.updated(formatInstant(at).slice(11))}
  />
)

type Queue = Health['queues'][number]
const queueHeads = healthText.queues.columns

const QUEUE_COLUMNS = [
  { title: queueHeads.name, left: true, cell: ({ name }: Queue) => jobsText.nameOf(name) },
  { title: queueHeads.waiting, cell: ({ waiting }: Queue) => showCount(waiting) },
  {
    title: queueHeads.failed,
    cell: ({ failed }: Queue) => (failed > 0 ? <span className="tag tag-bad">{failed}</span> : failed),
  },
  { title: queueHeads.oldest, left: true, cell: ({ oldestAt }: Queue) => <TimeAgo at={oldestAt} /> },
] as const

export const QueuesCard = ({ queues }: Health): ReactNode => (
  <RowsCard
    title={healthText.queues.title}
    part="queues"
    columns={QUEUE_COLUMNS}
    rows={queues}
    keyOf={({ name }) => name}
    empty={healthText.queues.empty}
    end={<Link to="/admin/system/jobs">{healthText.queues.toJobs}</Link>}
  />
)

type Table = Health['database']['tables'][number]

const TABLE_COLUMNS = [
  { title: healthText.tables.name, left: true, cell: ({ name }: Table) => name },
  { title: healthText.tables.bytes, cell: ({ bytes }: Table) => showBytes(bytes) },
] as const

export const TablesCard = ({ database }: Health): ReactNode => (
  <RowsCard
    title={healthText.tables.title}
    part="tables"
    columns={TABLE_COLUMNS}
    rows={database.tables}
    keyOf={({ name }) => name}
    empty=""
  />
)

type Statement = NonNullable<Health['database']['statements']>[number]
const statementHeads = healthText.statements.columns

const STATEMENT_COLUMNS = [
  {
    title: statementHeads.text,
    left: true,
    cell: ({ text }: Statement) => (
      <span className={css.text} title={text}>
        {text}
      </span>
    ),
  },
  { title: statementHeads.calls, cell: ({ calls }: Statement) => showCount(calls) },
  { title: statementHeads.mean, cell: ({ meanMs }: Statement) => healthText.ms(meanMs) },
  { title: statementHeads.total, cell: ({ totalMs }: Statement) => healthText.ms(totalMs) },
] as const

export const StatementsCard = ({ database }: Health): ReactNode => (
  <RowsCard
    title={healthText.statements.title}
    part="statements"
    columns={STATEMENT_COLUMNS}
    rows={database.statements ?? []}
    keyOf={({ text }) => text}
    empty={database.statements === null ? healthText.statements.none : healthText.statements.empty}
  />
)
