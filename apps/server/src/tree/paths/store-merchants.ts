import type { Day } from '@strata/domain/calendar'
import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import { isLeased, type Lease } from '@strata/domain/tree/lease'
import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'
import { lockSeveralMerchants } from '../snapshot/store-snapshot.ts'
import type { FundMode } from './store-paths.ts'

export async function isCodeTaken(on: Queryable, code: string): Promise<boolean> {
  return (await findMerchantByCode(on, code)) !== undefined
}

/** The merchant of a code. */
export async function findMerchantByCode(on: Queryable, code: string): Promise<MerchantId | undefined> {
  const found = await maybeRow<{ merchant_id: MerchantId }>(
    on,
    'select merchant_id from merchant_directory where code = $1',
    [code],
  )
  return found?.merchant_id
}

/** Value of the X-Merchant header of a merchant's game platform. */
export async function merchantCode(on: Queryable, merchantId: MerchantId): Promise<string> {
  return (await row<{ code: string }>(on, 'select code from merchants where id = $1', [merchantId])).code
}

/** Lease, limits, address and chat groups; null: none. */
export interface MerchantRules {
  readonly lease_from: Day | null
  readonly lease_until: Day | null
  readonly bets_per_second: number | null
  readonly max_open: bigint | null
  readonly max_groups: number | null
  readonly host: string | null
  /** Available balance below which it is warned of; null: the platform's line, 0: no warning. */
  readonly balance_line: bigint | null
}

export interface MerchantRecord extends MerchantRules {
  readonly name: string
  readonly logo: string
  readonly credit_reset: boolean
  readonly rules_version: number
}

const record =
  'name, logo, credit_reset, lease_from, lease_until, bets_per_second, max_open, max_groups, host, balance_line, rules_version'

/** Reads and locks a merchant for a change: its bets wait. */
export const lockMerchantRecord = (on: Queryable, merchantId: MerchantId): Promise<MerchantRecord | undefined> =>
  maybeRow<MerchantRecord & Record<string, unknown>>(
    on,
    `select ${record} from merchants where id = $1 for no key update`,
    [merchantId],
  )

export const readMerchantRecord = (
  on: Queryable,
  merchantId: MerchantId,
): Promise<(MerchantRecord & { readonly code: string; readonly fund_mode: FundMode }) | undefined> =>
  maybeRow<MerchantRecord & { code: string; fund_mode: FundMode } & Record<string, unknown>>(
    on,
    `select code, fund_mode, ${record} from merchants where id = $1`,
    [merchantId],
  )

/** With a new limit on open stakes, what is open has to be summed again. */
export async function saveMerchant(on: Queryable, merchantId: MerchantId, merchant: MerchantRecord): Promise<void> {
  await on.query(
    `update merchants
        set name = $2, logo = $3, credit_reset = $4, lease_from = $5, lease_until = $6, bets_per_second = $7,
            open_bound = case when max_open is not distinct from $8::bigint then open_bound end, max_open = $8,
            max_groups = $9, host = $10, rules_version = $11, balance_line = $12
      where id = $1`,
    [
      merchantId,
      merchant.name,
      merchant.logo,
      merchant.credit_reset,
      merchant.lease_from,
      merchant.lease_until,
      merchant.bets_per_second,
      merchant.max_open === null ? null : String(merchant.max_open),
      merchant.max_groups,
      merchant.host,
      merchant.rules_version,
      merchant.balance_line === null ? null : String(merchant.balance_line),
    ],
  )
  await on.query(
    `update merchant_directory set host = $2, name = $3
      where merchant_id = $1 and (host is distinct from $2 or name <> $3)`,
    [merchantId, merchant.host, merchant.name],
  )
}

/** The caller holds the lock of `nextMerchantId`, so that no other merchant takes the host meanwhile. */
export async function isHostTaken(on: Queryable, host: string, except: MerchantId | null): Promise<boolean> {
  const found = await rows(
    on,
    'select from merchant_directory where host = $1 and merchant_id is distinct from $2::integer',
    [host, except],
  )
  return found.length > 0
}

/** The logo of the merchant of a code, else of a host; '' if it has none. */
export async function readLogo(
  on: Queryable,
  of: { readonly code: string | null; readonly host: string },
): Promise<string> {
  const named = await maybeRow<{ merchant_id: MerchantId }>(
    on,
    'select merchant_id from merchant_directory where case when $1::text is null then host = $2 else code = $1 end',
    [of.code, of.host],
  )
  if (!named) return ''
  const { logo } = await row<{ logo: string }>(on, 'select logo from merchants where id = $1', [named.merchant_id])
  return logo
}

export async function merchantLease(on: Queryable, merchantId: MerchantId): Promise<Lease> {
  const found = await row<{ lease_from: Day | null; lease_until: Day | null }>(
    on,
    'select lease_from, lease_until from merchants where id = $1',
    [merchantId],
  )
  return { from: found.lease_from, until: found.lease_until }
}

/** Whether a merchant's lease includes the day. */
export const isMerchantLeased = async (on: Queryable, merchantId: MerchantId, day: Day): Promise<boolean> =>
  isLeased(await merchantLease(on, merchantId), day)

export interface EndingLease {
  readonly merchant_id: MerchantId
  readonly path_id: PathId
  readonly code: string
  readonly name: string
  readonly lease_until: Day
}

/** The merchants whose lease ends within these days, with their first path. */
export const endingLeases = (
  on: Queryable,
  { from, to }: { readonly from: Day; readonly to: Day },
): Promise<EndingLease[]> =>
  rows<EndingLease & Record<string, unknown>>(
    on,
    `select m.id as merchant_id, p.id as path_id, m.code, m.name, m.lease_until
       from merchants m join paths p on p.merchant_id = m.id and p.role = 1 and p.closed_at is null
      where m.lease_until between $1 and $2 order by m.lease_until, m.id`,
    [from, to],
  )

export interface WarnedMerchant {
  readonly merchant_id: MerchantId
  readonly path_id: PathId
  readonly code: string
  readonly name: string
  /** null: the platform's. */
  readonly balance_line: bigint | null
}

/** Every merchant with its first path and its own warning line. */
export const merchantLines = (on: Queryable): Promise<WarnedMerchant[]> =>
  rows<WarnedMerchant & Record<string, unknown>>(
    on,
    `select m.id as merchant_id, p.id as path_id, m.code, m.name, m.balance_line
       from merchants m join paths p on p.merchant_id = m.id and p.role = 1 and p.closed_at is null
      order by m.id`,
  )

/** The next merchant number; the lock makes concurrent creations wait until commit. */
export async function nextMerchantId(on: Queryable): Promise<MerchantId> {
  await on.query(`select pg_advisory_xact_lock(hashtextextended('strata:merchants', 0))`)
  return (await row<{ id: MerchantId }>(on, 'select coalesce(max(id), 0) + 1 as id from merchants')).id
}

export async function insertMerchant(
  on: Queryable,
  merchant: { id: MerchantId; code: string; name: string; fundMode: FundMode; at: number },
): Promise<void> {
  await on.query('insert into merchants (id, code, name, fund_mode, created_at) values ($1, $2, $3, $4, $5)', [
    merchant.id,
    merchant.code,
    merchant.name,
    merchant.fundMode,
    merchant.at,
  ])
  await on.query('insert into merchant_directory (merchant_id, code, name) values ($1, $2, $3)', [
    merchant.id,
    merchant.code,
    merchant.name,
  ])
}

/** Enters merchants that an older process made: it knows no directory. */
export async function completeDirectory(on: Queryable): Promise<void> {
  await on.query(
    `/* all merchants */
     insert into merchant_directory (merchant_id, code, host, name)
     select m.id, m.code, m.host, m.name from merchants m
      where not exists (select from merchant_directory d where d.merchant_id = m.id)
         on conflict do nothing`,
  )
}

export async function listMerchantIds(on: Queryable): Promise<MerchantId[]> {
  return (await rows<{ id: MerchantId }>(on, 'select id from merchants order by id')).map((merchant) => merchant.id)
}

/** Every merchant's name, for choices; the code where it has no name. */
export const listMerchantNames = (on: Queryable): Promise<{ merchantId: MerchantId; name: string }[]> =>
  rows<{ merchantId: MerchantId; name: string }>(
    on,
    `select id as "merchantId", coalesce(nullif(name, ''), code) as name from merchants order by id`,
  )

/**
 * Marks that something that decides money of the merchant has changed: after commit, the snapshots of all processes
 * are out of date.
 */
export async function bumpConfig(on: Queryable, merchantId: MerchantId): Promise<void> {
  await on.query('update merchants set config_version = config_version + 1 where id = $1', [merchantId])
}

/** Every merchant's decisions read the head's accounts, so all config versions are raised. */
export async function bumpAllConfigs(on: Queryable): Promise<void> {
  await lockSeveralMerchants(on)
  await on.query('update merchants set config_version = config_version + 1')
}

export async function merchantIdOf(on: Queryable, code: string): Promise<MerchantId> {
  const merchantId = await findMerchantByCode(on, code)
  if (merchantId === undefined) throw new Error(`no merchant has the code ${code}`)
  return merchantId
}

/** The main account of a merchant's first path. */
export const merchantAccountId = async (on: Queryable, merchantId: MerchantId): Promise<AccountId> =>
  (
    await row<{ account_id: AccountId }>(
      on,
      'select account_id from paths where merchant_id = $1 and role = 1 and closed_at is null',
      [merchantId],
    )
  ).account_id

export const readMerchantName = async (on: Queryable, merchantId: MerchantId): Promise<string> =>
  (await row<{ name: string }>(on, 'select name from merchants where id = $1', [merchantId])).name

/**
 * Name and logo shown at the top of the merchant's pages. `isBelow`: the name is left out if it is only that of its
 * login.
 */
export const merchantLogo = (
  on: Queryable,
  merchantId: MerchantId,
  isBelow: boolean,
): Promise<{ name: string; logo: string; code: string } | undefined> =>
  maybeRow<{ name: string; logo: string; code: string }>(
    on,
    `select case when $2 and exists (select from paths p where p.merchant_id = m.id and p.role = 1 and p.name = m.name)
                 then '' else m.name end as name, m.logo, m.code
       from merchants m where m.id = $1`,
    [merchantId, isBelow],
  )

/** Merchants with a daily reset of members' credit. */
export async function listCreditMerchants(on: Queryable): Promise<MerchantId[]> {
  const found = await rows<{ id: MerchantId }>(
    on,
    `select id from merchants where fund_mode = 'credit' and credit_reset order by id`,
  )
  return found.map((merchant) => merchant.id)
}
