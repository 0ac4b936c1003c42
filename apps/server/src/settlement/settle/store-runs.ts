import { type Queryable, rows } from '../../platform/db.ts'
import type { PeriodToSettle } from './store-settlement.ts'

/** What a report marks a day with. */
export interface NotedCorrection {
  readonly kind: 'correction' | 'periodVoid' | 'orderVoid'
  readonly order: { readonly id: bigint; readonly bettor: number } | null
  readonly paths: readonly number[]
}

export async function insertCorrection(
  on: Queryable,
  period: PeriodToSettle,
  revision: number,
  noted: NotedCorrection,
  at: number,
): Promise<void> {
  await on.query(
    `insert into corrections (merchant_id, day, period_id, revision, game_id, kind, order_id, bettor, paths, at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      period.merchantId,
      period.day,
      period.periodId,
      revision,
      period.gameId,
      noted.kind,
      noted.order === null ? null : String(noted.order.id),
      noted.order?.bettor ?? null,
      noted.paths,
      at,
    ],
  )
}

export interface RunNote {
  readonly reason: 'settlement' | 'correction' | 'orderVoid'
  readonly fromVersion: number
  readonly toVersion: number
  readonly orderId?: bigint
}

/** Notes that a revision is written: each apply counts once, and its postings become due. */
export async function openRun(
  on: Queryable,
  period: PeriodToSettle,
  revision: number,
  note: RunNote,
  at: number,
): Promise<void> {
  await on.query(
    `with applied as (
       insert into rollup_applied (merchant_id, period_id, version, at) values ($1, $2, $3, $8)
     ), run as (
       insert into posting_runs (merchant_id, period_id, version, reason, from_version, to_version, order_id, at)
       values ($1, $2, $3, $4, $5, $6, $7, $8)
     )
     update merchant_periods set settled_version = $6, revision = $3 where merchant_id = $1 and period_id = $2`,
    [
      period.merchantId,
      period.periodId,
      revision,
      note.reason,
      note.fromVersion,
      note.toVersion,
      note.orderId === undefined ? null : String(note.orderId),
      at,
    ],
  )
}

/** Revisions of a merchant's period that still owe wallets, oldest first: their order is the order of the ledger. */
export async function dueRuns(on: Queryable, merchantId: number, periodId: number): Promise<number[]> {
  const found = await rows<{ version: number }>(
    on,
    `select version from posting_runs where merchant_id = $1 and period_id = $2 and not done order by version`,
    [merchantId, periodId],
  )
  return found.map((run) => run.version)
}

/** A drawn period is settled when no merchant's part waits to be folded or posted. Answers whether it became so now. */
export async function finishPeriod(on: Queryable, periodId: number): Promise<boolean> {
  const done = await on.query(
    `/* all merchants */
     update periods p set state = 'settled'
      where p.id = $1 and p.state = 'drawn'
        and not exists (select from merchant_periods mp
                         where mp.period_id = p.id and mp.settled_version < p.result_version)
        and not exists (select from merchant_periods mp
                          join posting_runs r on r.merchant_id = mp.merchant_id and r.period_id = mp.period_id
                         where mp.period_id = p.id and not r.done)`,
    [periodId],
  )
  return (done.rowCount ?? 0) > 0
}

export interface DuePart {
  readonly merchantId: number
  readonly periodId: number
}

/** Merchants' parts of one period that have something left to do. */
export async function dueParts(on: Queryable, periodId: number): Promise<DuePart[]> {
  const found = await rows<{ merchant_id: number }>(
    on,
    `/* all merchants */
     select mp.merchant_id from merchant_periods mp join periods p on p.id = mp.period_id
      where mp.period_id = $1
        and (mp.settled_version < p.result_version
             or exists (select from posting_runs r
                         where r.merchant_id = mp.merchant_id and r.period_id = mp.period_id and not r.done))
      order by mp.merchant_id`,
    [periodId],
  )
  return found.map(({ merchant_id }) => ({ merchantId: merchant_id, periodId }))
}

/**
 * Periods with a result that may have parts left: drawn ones, those voided lately, and whatever their state those with a
 * part that nobody settled (a merchant's first batch may commit after all others were done) or a run that is not posted.
 */
export async function periodsWithResults(on: Queryable, voidedSince: number): Promise<number[]> {
  const found = await rows<{ id: number }>(
    on,
    `/* all merchants */
     select id from periods where state = 'drawn'
     union
     select mp.period_id from merchant_periods mp join periods p on p.id = mp.period_id
      where mp.settled_version = 0 and p.result_version > 0
     union
     select r.period_id from posting_runs r where not r.done
     union
     select d.period_id from draws d join periods p on p.id = d.period_id
      where d.kind = 'void' and d.at >= $1 and p.state = 'void'
     order by 1 limit 1000`,
    [voidedSince],
  )
  return found.map(({ id }) => id)
}
