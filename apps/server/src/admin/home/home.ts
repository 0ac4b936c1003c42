import type { ResponseOf } from '@strata/contract/endpoint'
import type { home } from '@strata/contract/endpoints/admin-home'
import { PERMISSION, type PermissionId } from '@strata/contract/permissions'
import { type Found, type Need, type NeedKind, needsOf } from '@strata/domain/admin/needs'
import { formatMoney, type Money } from '@strata/domain/money'
import { recentSystemSettings } from '../../access/platform-settings.ts'
import type { AccessContext, Caller } from '../../access/session.ts'
import { type HeadToday, readHeadToday } from '../../book/boards.ts'
import { findNoticesInForce } from '../../notices/notices.ts'
import { businessDay } from '../../platform/business-day.ts'
import { listMerchantIds } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { queryMaintenance } from '../maintenance.ts'
import { standingAt } from '../operations/health.ts'
import { figuresOf } from '../today.ts'
import { type Certificate, firstToEnd } from './certificates.ts'
import { findNeeds, leaseEnding, type Reader, silentOf } from './find-needs.ts'

export interface HomeContext extends AccessContext {
  readonly dataDir: string
  readonly certificates: readonly string[]
  /** Off: one operator may decide alone. */
  readonly fourEyes: boolean
}

type Answer = ResponseOf<typeof home>
/** Who may do what a need asks for. */
const ACTS: Readonly<Record<NeedKind, readonly PermissionId[]>> = {
  result: [PERMISSION.enterResults],
  proposal: [PERMISSION.confirmResults],
  flyOut: [PERMISSION.outsideBooks],
  job: [PERMISSION.jobs],
  key: [PERMISSION.merchantKeys],
  balance: [PERMISSION.merchantFunds],
  silent: [PERMISSION.changeMerchants],
  lease: [PERMISSION.changeMerchants],
  verify: [PERMISSION.jobs],
  certificate: [PERMISSION.systemConfig],
  disk: [PERMISSION.systemConfig],
  partitions: [PERMISSION.systemConfig],
}

const MAX_NEEDS = 100
const MAX_NOTICES = 5

const text = (amount: bigint): string => formatMoney(amount as Money)

const proposalOf = (found: Extract<Found, { kind: 'proposal' }>): NonNullable<Answer['needs'][number]['proposal']> => ({
  proposalId: found.proposalId,
  kind: found.proposal,
  orderNo: found.orderNo,
  mine: found.mine,
})

const onWire = ({ kind, key, tone, turn, at, text: words, found }: Need): Answer['needs'][number] => ({
  kind,
  key,
  tone,
  turn,
  at: Math.round(at),
  text: words,
  merchantCode: 'merchant' in found ? found.merchant.code : '',
  gameId: 'gameId' in found ? found.gameId : null,
  periodNo: 'periodNo' in found ? found.periodNo : '',
  proposal: found.kind === 'proposal' ? proposalOf(found) : null,
})

async function noticesInForce({ pool, clock }: AccessContext): Promise<Pick<Answer, 'notices' | 'moreNotices'>> {
  const { items, total } = await findNoticesInForce(pool, clock(), MAX_NOTICES)
  const notices = items.map(({ id, content, until, readers, level }) => ({
    id,
    content,
    until,
    readers,
    isWarning: level === 'warn',
  }))
  return { notices, moreNotices: total - items.length }
}

async function windowsInForce(context: AccessContext): Promise<Pick<Answer, 'windows' | 'noticeMinutes'>> {
  const now = context.clock()
  const { items, noticeMinutes } = await queryMaintenance(context)
  const windows = items
    .filter(({ enabled, from, until }) => enabled && from !== null && (until === null || until > now))
    .map(({ gameId, from, until, message }) => ({ gameId, from, until, message, hasBegun: (from ?? 0) <= now }))
  return { windows, noticeMinutes }
}

const headToday = async ({ pool, clock }: AccessContext): Promise<HeadToday[]> =>
  readHeadToday(pool, await listMerchantIds(pool), { path: HEAD_PATH, day: businessDay(clock()) })

const gamesOf = (today: readonly HeadToday[]): NonNullable<Answer['games']> =>
  [...Map.groupBy(today, (line) => line.game_id)]
    .sort(([one], [two]) => one - two)
    .map(([gameId, lines]) => ({ gameId, ...figuresOf(lines) }))

const certificateOf = (all: readonly Certificate[]): NonNullable<Answer['health']>['certificate'] => {
  const first = firstToEnd(all)
  return first && { address: first.address, endsAt: first.endsAt }
}

/** admin/home: what needs a person now, today's business and the state of the platform, each part by its own id. */
export async function readHome(context: HomeContext, caller: Caller): Promise<Answer> {
  const { pool, clock, fourEyes } = context
  const now = clock()
  const may = (id: PermissionId): boolean => caller.permissionIds.has(id)
  const seesToday = may(PERMISSION.merchants) || may(PERMISSION.games)
  const settings = await recentSystemSettings(pool)
  const { dataDir, certificates } = context
  const reader: Reader = { accountId: caller.account.id, may, fourEyes, settings, now, dataDir, certificates }
  // Everything at once, so that the page costs one round of statements.
  const [parts, today, notices, planned, standing] = await Promise.all([
    findNeeds(pool, reader),
    seesToday ? headToday(context) : [],
    may(PERMISSION.notices) ? noticesInForce(context) : { notices: null, moreNotices: 0 },
    may(PERMISSION.maintenance) ? windowsInForce(context) : { windows: null, noticeMinutes: settings.noticeMinutes },
    may(PERMISSION.systemConfig) ? standingAt(pool, now) : null,
  ])
  const needs = needsOf(parts.found, now, (kind) => ACTS[kind].some(may))
  const byMerchant = Map.groupBy(today, (line) => line.merchant_id)
  const { storage, jobs, disk } = parts
  return {
    needs: needs.slice(0, MAX_NEEDS).map(onWire),
    more: Math.max(0, needs.length - MAX_NEEDS),
    day: businessDay(now),
    fourEyes,
    merchants:
      parts.merchants?.map((one) => ({
        merchantId: one.merchant_id,
        code: one.code,
        name: one.name,
        status: one.status,
        fundMode: one.fund_mode,
        ...figuresOf(byMerchant.get(one.merchant_id) ?? []),
        balance: text(one.balance),
        isLow: one.low_since !== null,
        lastSignedAt: one.last_signed_at === null ? null : Number(one.last_signed_at),
        isSilent: silentOf(one, settings, now),
        leaseUntil: one.lease_until,
        isEnding: leaseEnding(one, now) !== null,
      })) ?? null,
    games: may(PERMISSION.games) ? gamesOf(today) : null,
    ...notices,
    ...planned,
    health:
      storage && jobs && disk && standing
        ? {
            processes: standing.processes.map(({ alive, loopDelay, streams }) => ({ alive, loopDelay, streams })),
            databaseBytes: Number(storage.bytes),
            diskFreeBytes: disk.free,
            diskDays: disk.days,
            certificate: certificateOf(parts.certificates),
            partitionDays: storage.daysAhead,
            backupAt: standing.backup?.at ?? null,
            lastClean: standing.lastClean,
            jobsWaiting: jobs.waiting,
            jobsFailed: jobs.failed,
          }
        : null,
    serverNow: now,
  }
}
