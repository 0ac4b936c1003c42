import type { ProposalKind, ProposalState } from '@strata/domain/games/proposals'
import type { GameId, MerchantId, PeriodId } from '@strata/domain/ids'
import { type Queryable, row, rows } from '../../platform/db.ts'

export interface StoredProposal {
  readonly id: bigint
  readonly kind: ProposalKind
  readonly periodId: PeriodId
  readonly merchantId: MerchantId | null
  readonly orderId: bigint | null
  /** Result version that the proposer looked at. */
  readonly version: number
  readonly balls: readonly number[] | null
  readonly before: readonly number[] | null
  readonly reason: string
  readonly proposer: number
  readonly proposerName: string
  readonly at: number
  readonly state: ProposalState
  readonly decider: string
  readonly decidedAt: number | null
}

interface ProposalRow {
  id: bigint
  kind: ProposalKind
  period_id: PeriodId
  merchant_id: MerchantId | null
  order_id: bigint | null
  version: number
  result: number[] | null
  before: number[] | null
  reason: string
  proposer_id: number
  proposer: string
  at: bigint
  state: ProposalState
  decider: string
  decided_at: bigint | null
}

const columns = `p.id, p.kind, p.period_id, p.merchant_id, p.order_id, p.version, p.result, p.before, p.reason, p.proposer_id,
  p.proposer, p.at, p.state, p.decider, p.decided_at`

const toProposal = (found: ProposalRow): StoredProposal => ({
  id: found.id,
  kind: found.kind,
  periodId: found.period_id,
  merchantId: found.merchant_id,
  orderId: found.order_id,
  version: found.version,
  balls: found.result,
  before: found.before,
  reason: found.reason,
  proposer: found.proposer_id,
  proposerName: found.proposer,
  at: Number(found.at),
  state: found.state,
  decider: found.decider,
  decidedAt: found.decided_at === null ? null : Number(found.decided_at),
})

export type NewProposal = Omit<StoredProposal, 'state' | 'decider' | 'decidedAt'>

/** Answers false when another one waits for the same thing. */
export async function insertProposal(on: Queryable, one: NewProposal): Promise<boolean> {
  const done = await on.query(
    `insert into proposals (id, kind, period_id, merchant_id, order_id, version, result, before, reason, proposer_id, proposer, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`,
    [
      String(one.id),
      one.kind,
      one.periodId,
      one.merchantId,
      one.orderId === null ? null : String(one.orderId),
      one.version,
      one.balls,
      one.before,
      one.reason,
      one.proposer,
      one.proposerName,
      one.at,
    ],
  )
  return (done.rowCount ?? 0) > 0
}

/** The proposal that waits for a period, or for one of its orders. Locked: whoever decides holds it. */
export async function lockWaiting(
  on: Queryable,
  of: { readonly periodId: PeriodId; readonly orderId: bigint | null },
): Promise<StoredProposal | undefined> {
  const found = await rows<ProposalRow & Record<string, unknown>>(
    on,
    `select ${columns} from proposals p
      where p.period_id = $1 and p.order_id is not distinct from $2::bigint and p.state = 'waiting' for update`,
    [of.periodId, of.orderId === null ? null : String(of.orderId)],
  )
  return found[0] && toProposal(found[0])
}

/** The period whose result a proposal is about; undefined for one about an order. */
export async function periodOfProposal(on: Queryable, id: bigint): Promise<PeriodId | undefined> {
  const found = await rows<{ period_id: PeriodId }>(
    on,
    'select period_id from proposals where id = $1 and order_id is null',
    [String(id)],
  )
  return found[0]?.period_id
}

export async function lockProposal(on: Queryable, id: bigint): Promise<StoredProposal | undefined> {
  const found = await rows<ProposalRow & Record<string, unknown>>(
    on,
    `select ${columns} from proposals p where p.id = $1 for update`,
    [String(id)],
  )
  return found[0] && toProposal(found[0])
}

/** Ends a proposal that is held. `decider`: empty where time or its own author ended it. */
export async function endProposal(
  on: Queryable,
  id: bigint,
  end: { readonly state: Exclude<ProposalState, 'waiting'>; readonly decider: string; readonly at: number },
): Promise<void> {
  await on.query(`update proposals set state = $2, decider = $3, decided_at = $4 where id = $1 and state = 'waiting'`, [
    String(id),
    end.state,
    end.decider,
    end.at,
  ])
}

/** Whether a proposal waits that was made up to `through`. */
export const hasOver = async (on: Queryable, through: number): Promise<boolean> =>
  (await rows(on, `select 1 from proposals where state = 'waiting' and at <= $1 limit 1`, [through])).length > 0

/** Ends the proposals that were made up to `through`, each `lifeMs` after that. Returns their periods. */
export async function expireWaiting(on: Queryable, through: number, lifeMs: number): Promise<Set<PeriodId>> {
  const ended = await rows<{ period_id: PeriodId }>(
    on,
    `update proposals set state = 'expired', decided_at = at + $2::bigint where state = 'waiting' and at <= $1
     returning period_id`,
    [through, lifeMs],
  )
  return new Set(ended.map(({ period_id }) => period_id))
}

export interface WaitingOfPeriod {
  readonly periodId: PeriodId
  readonly id: bigint
  readonly kind: Exclude<ProposalKind, 'orderVoid'>
  readonly proposerName: string
  readonly at: number
}

/** What waits for these periods themselves, younger than an instant. */
export async function waitingOfPeriods(
  on: Queryable,
  periodIds: readonly PeriodId[],
  after: number,
): Promise<WaitingOfPeriod[]> {
  const found = await rows<ProposalRow & Record<string, unknown>>(
    on,
    `select ${columns} from proposals p
      where p.period_id = any($1::integer[]) and p.order_id is null and p.state = 'waiting' and p.at > $2`,
    [periodIds, after],
  )
  return found.map((one) => ({
    periodId: one.period_id,
    id: one.id,
    kind: one.kind as WaitingOfPeriod['kind'],
    proposerName: one.proposer,
    at: Number(one.at),
  }))
}

export interface ListedProposal extends StoredProposal {
  readonly gameId: GameId
  readonly periodNo: string
}

export interface ProposalsAsked {
  /** Those that can be decided, younger than this; or all others. */
  readonly waiting: boolean
  readonly after: number
  readonly gameId: GameId | null
  readonly ascending: boolean
  readonly limit: number
  readonly offset: number
}

const asked = `(p.state = 'waiting' and p.at > $1) = $2::boolean and ($3::smallint is null or r.game_id = $3)`

export async function pageOfProposals(
  on: Queryable,
  page: ProposalsAsked,
): Promise<{ items: ListedProposal[]; total: number }> {
  const values = [page.after, page.waiting, page.gameId]
  const direction = page.ascending ? 'asc' : 'desc'
  const found = await rows<ProposalRow & { game_id: GameId; period_no: string } & Record<string, unknown>>(
    on,
    `/* all merchants */
     select ${columns}, r.game_id, r.period_no from proposals p join periods r on r.id = p.period_id
      where ${asked} order by p.id ${direction} limit $4 offset $5`,
    [...values, page.limit, page.offset],
  )
  const { total } = await row<{ total: number }>(
    on,
    `/* all merchants */
     select count(*)::integer as total from proposals p join periods r on r.id = p.period_id where ${asked}`,
    values,
  )
  return {
    items: found.map((one) => ({ ...toProposal(one), gameId: one.game_id, periodNo: one.period_no })),
    total,
  }
}
