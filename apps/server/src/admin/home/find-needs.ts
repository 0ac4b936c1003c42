import { PERMISSION, type PermissionId } from '@strata/contract/permissions'
import { taskWord } from '@strata/contract/words'
import type { Found } from '@strata/domain/admin/needs'
import { type Day, daysBetween } from '@strata/domain/calendar'
import { PROPOSAL_LIFE_MS } from '@strata/domain/games/proposals'
import { judgeSecond } from '@strata/domain/games/second-person'
import type { AccountId } from '@strata/domain/ids'
import type { Money } from '@strata/domain/money'
import { LEASE_SHOWN_DAYS } from '@strata/domain/tree/lease'
import { operatorActs } from '../../access/audit-log.ts'
import type { SystemSettings } from '../../access/platform-settings.ts'
import { latePeriods } from '../../games/periods.ts'
import { businessDay, businessDayBounds } from '../../platform/business-day.ts'
import type { Pool } from '../../platform/db.ts'
import { databaseBytes, lastPartition } from '../operations/store-health.ts'
import { badRuns } from '../operations/store-verify-runs.ts'
import { type Certificate, knownCertificates } from './certificates.ts'
import { type Disk, diskNow } from './disk.ts'
import {
  type HomeMerchant,
  homeMerchants,
  type JobsNow,
  jobsNow,
  MAX_FOUND,
  unknownFlyOuts,
  waitingProposals,
} from './store-home.ts'

/** Who reads the first page, and by which settings. */
export interface Reader {
  readonly accountId: AccountId
  readonly may: (id: PermissionId) => boolean
  readonly fourEyes: boolean
  readonly settings: SystemSettings
  readonly now: number
  readonly dataDir: string
  /** host:port pairs whose certificates are watched. */
  readonly certificates: readonly string[]
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const LEAST_PARTITIONS = 3

const resultNeeds = async (pool: Pool, { now, settings }: Reader): Promise<Found[]> =>
  (await latePeriods(pool, now - settings.resultMinutes * MINUTE_MS, MAX_FOUND)).map((late) => ({
    kind: 'result',
    gameId: late.game_id,
    gameName: late.game_name,
    periodNo: late.period_no,
    drawAt: Number(late.draw_at),
    source: late.source,
  }))

async function proposalNeeds(pool: Pool, { accountId, fourEyes, now }: Reader): Promise<Found[]> {
  const waiting = await waitingProposals(pool, now - PROPOSAL_LIFE_MS)
  if (waiting.length === 0) return []
  const acts = fourEyes ? await operatorActs(pool) : []
  return waiting.map((one) => {
    const at = Number(one.at)
    const question = { first: one.proposer_id, second: accountId, acts, proposedAt: at }
    const mayDecide = !fourEyes || judgeSecond(question) === null
    return {
      kind: 'proposal',
      proposalId: String(one.id),
      proposal: one.kind,
      gameId: one.game_id,
      gameName: one.game_name,
      periodNo: one.period_no,
      orderNo: one.order_id === null ? null : String(one.order_id),
      by: one.proposer,
      at,
      expiresAt: at + PROPOSAL_LIFE_MS,
      mine: fourEyes && one.proposer_id === accountId,
      mayDecide,
    }
  })
}

const flyOutNeeds = async (pool: Pool): Promise<Found[]> =>
  (await unknownFlyOuts(pool)).map(({ code, name, book, count, stake, since }) => ({
    kind: 'flyOut',
    merchant: { code, name },
    book,
    count,
    stake: stake as Money,
    since: Number(since),
  }))

const jobNeeds = ({ troubled }: JobsNow): Found[] =>
  troubled.map(({ id, task, attempts, over, error, since }) => ({
    kind: 'job',
    jobId: id,
    task: taskWord(task),
    attempts,
    over,
    error,
    since: since.getTime(),
  }))

const verifyNeeds = async (pool: Pool): Promise<Found[]> =>
  (await badRuns(pool)).map(({ only_one: only, findings, error, done_at: at }) => ({
    kind: 'verify',
    only,
    faults: findings.length,
    error,
    at: Number(at),
  }))

/** A merchant that usually bets at this time, and whose platform has signed nothing for longer than the setting says. */
export const silentOf = (one: HomeMerchant, { silentMinutes }: SystemSettings, now: number): boolean =>
  silentMinutes > 0 &&
  one.status === 1 &&
  one.usual &&
  one.last_signed_at !== null &&
  now - Number(one.last_signed_at) > silentMinutes * MINUTE_MS

/** When the lease of a merchant ends, if that is soon (as early as the merchant itself is told) or past; else null. */
export function leaseEnding({ lease_until: until }: HomeMerchant, now: number): number | null {
  if (until === null) return null
  const { endAt } = businessDayBounds(until)
  return endAt - now < LEASE_SHOWN_DAYS * DAY_MS ? endAt : null
}

function merchantNeeds(one: HomeMerchant, { settings, now }: Reader): Found[] {
  const merchant = { code: one.code, name: one.name }
  const found: Found[] = []
  if (one.status === 2) return found
  if (one.key_since !== null && now - Number(one.key_since) > settings.keyDays * DAY_MS)
    found.push({ kind: 'key', merchant, madeAt: Number(one.key_since), maxDays: settings.keyDays })
  if (one.low_since !== null) {
    const line = one.line as Money
    found.push({ kind: 'balance', merchant, balance: one.balance as Money, line, since: Number(one.low_since) })
  }
  const endsAt = leaseEnding(one, now)
  if (endsAt !== null && one.lease_until !== null)
    found.push({ kind: 'lease', merchant, until: one.lease_until, endsAt })
  if (silentOf(one, settings, now)) found.push({ kind: 'silent', merchant, signedAt: Number(one.last_signed_at) })
  return found
}

interface Storage {
  readonly bytes: bigint
  /** Days with a partition after today. */
  readonly daysAhead: number
}

/** The first page is read again and again. */
const SIZE_FRESH_MS = 60_000
const sizes = new WeakMap<Pool, { readonly until: number; readonly bytes: bigint }>()

async function sizeOf(pool: Pool): Promise<bigint> {
  const known = sizes.get(pool)
  if (known && performance.now() < known.until) return known.bytes
  const bytes = await databaseBytes(pool)
  sizes.set(pool, { until: performance.now() + SIZE_FRESH_MS, bytes })
  return bytes
}

async function storageAt(pool: Pool, now: number): Promise<Storage> {
  const [bytes, last] = await Promise.all([sizeOf(pool), lastPartition(pool)])
  const daysAhead = last === null ? 0 : daysBetween({ from: businessDay(now), to: last as Day })
  return { bytes, daysAhead: Math.max(0, daysAhead) }
}

const certificateNeeds = (all: readonly Certificate[], { settings, now }: Reader): Found[] =>
  all.flatMap(({ address, endsAt }) =>
    endsAt !== null && endsAt - now < settings.certificateDays * DAY_MS
      ? [{ kind: 'certificate', address, endsAt }]
      : [],
  )

const platformNeeds = (storage: Storage, disk: Disk, { settings }: Reader): Found[] => [
  ...(storage.daysAhead < LEAST_PARTITIONS
    ? [{ kind: 'partitions', daysAhead: storage.daysAhead, leastDays: LEAST_PARTITIONS } as const]
    : []),
  ...(disk.days !== null && disk.days < settings.diskDays ? [{ kind: 'disk', daysLeft: disk.days } as const] : []),
]

export interface Needed {
  readonly found: readonly Found[]
  /** Null: the reader does not hold the id of the part. */
  readonly merchants: readonly HomeMerchant[] | null
  readonly storage: Storage | null
  readonly jobs: JobsNow | null
  readonly disk: Disk | null
  readonly certificates: readonly Certificate[]
}

/** Everything that may need a person, each kind only for those who hold the id of its page. All at once. */
export async function findNeeds(pool: Pool, reader: Reader): Promise<Needed> {
  const { may, settings, now, dataDir } = reader
  const seesHealth = may(PERMISSION.systemConfig)
  const [results, proposals, flyOuts, verified, merchants, jobs, storage, disk, certificates] = await Promise.all([
    may(PERMISSION.games) ? resultNeeds(pool, reader) : [],
    may(PERMISSION.games) ? proposalNeeds(pool, reader) : [],
    may(PERMISSION.outsideBooks) ? flyOutNeeds(pool) : [],
    may(PERMISSION.jobs) ? verifyNeeds(pool) : [],
    may(PERMISSION.merchants) ? homeMerchants(pool, { now, line: BigInt(settings.balanceLine) }) : null,
    seesHealth || may(PERMISSION.jobs) ? jobsNow(pool, settings.jobFailures) : null,
    seesHealth ? storageAt(pool, now) : null,
    seesHealth ? diskNow(pool, { folder: dataDir, at: now }) : null,
    seesHealth ? knownCertificates(pool, reader.certificates) : [],
  ])
  const found = [
    ...results,
    ...proposals,
    ...flyOuts,
    ...verified,
    ...(merchants ?? []).flatMap((one) => merchantNeeds(one, reader)),
    ...(jobs && may(PERMISSION.jobs) ? jobNeeds(jobs) : []),
    ...(storage && disk ? platformNeeds(storage, disk, reader) : []),
    ...certificateNeeds(certificates, reader),
  ]
  return { found, merchants, storage, jobs, disk, certificates }
}
