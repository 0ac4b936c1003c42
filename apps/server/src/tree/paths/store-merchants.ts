import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'
import type { FundMode } from './store-paths.ts'

export async function isCodeTaken(on: Queryable, code: string): Promise<boolean> {
  return (await rows(on, 'select from merchants where code = $1', [code])).length > 0
}

export interface MerchantRecord {
  readonly name: string
  readonly logo: string
  readonly credit_reset: boolean
}

/** Takes a merchant to change it: bets of it wait. */
export const lockMerchantRecord = (on: Queryable, merchantId: number): Promise<MerchantRecord | undefined> =>
  maybeRow<MerchantRecord & Record<string, unknown>>(
    on,
    'select name, logo, credit_reset from merchants where id = $1 for no key update',
    [merchantId],
  )

export async function saveMerchant(on: Queryable, merchantId: number, merchant: MerchantRecord): Promise<void> {
  await on.query('update merchants set name = $2, logo = $3, credit_reset = $4 where id = $1', [
    merchantId,
    merchant.name,
    merchant.logo,
    merchant.credit_reset,
  ])
}

/** The next merchant number; the lock keeps two creations apart until commit. */
export async function nextMerchantId(on: Queryable): Promise<number> {
  await on.query(`select pg_advisory_xact_lock(hashtextextended('strata:merchants', 0))`)
  return (await row<{ id: number }>(on, 'select coalesce(max(id), 0) + 1 as id from merchants')).id
}

export async function insertMerchant(
  on: Queryable,
  merchant: { id: number; code: string; name: string; fundMode: FundMode; at: number },
): Promise<void> {
  await on.query('insert into merchants (id, code, name, fund_mode, created_at) values ($1, $2, $3, $4, $5)', [
    merchant.id,
    merchant.code,
    merchant.name,
    merchant.fundMode,
    merchant.at,
  ])
}

export async function listMerchantIds(on: Queryable): Promise<number[]> {
  return (await rows<{ id: number }>(on, 'select id from merchants order by id')).map((merchant) => merchant.id)
}

/** Whatever decides money of the merchant changed: snapshots of other processes are out of date after commit. */
export async function bumpConfig(on: Queryable, merchantId: number): Promise<void> {
  await on.query('update merchants set config_version = config_version + 1 where id = $1', [merchantId])
}

/** Every merchant's decisions read the head's accounts: all are told, locked in one order. */
export async function bumpAllConfigs(on: Queryable): Promise<void> {
  await on.query('select id from merchants order by id for no key update')
  await on.query('update merchants set config_version = config_version + 1')
}

export async function merchantIdOf(on: Queryable, code: string): Promise<number> {
  return (await row<{ id: number }>(on, 'select id from merchants where code = $1', [code])).id
}

export const readMerchantName = async (on: Queryable, merchantId: number): Promise<string> =>
  (await row<{ name: string }>(on, 'select name from merchants where id = $1', [merchantId])).name

/** What a merchant's people see at the top of their pages. `isBelow`: no name where it is only that of its login. */
export const merchantLogo = (
  on: Queryable,
  merchantId: number,
  isBelow: boolean,
): Promise<{ name: string; logo: string } | undefined> =>
  maybeRow<{ name: string; logo: string }>(
    on,
    `select case when $2 and exists (select from paths p where p.merchant_id = m.id and p.role = 1 and p.name = m.name)
                 then '' else m.name end as name, m.logo
       from merchants m where m.id = $1`,
    [merchantId, isBelow],
  )
