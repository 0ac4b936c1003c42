import type { MerchantId } from '@strata/domain/ids'
import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'
import type { FundMode } from './store-paths.ts'

export async function isCodeTaken(on: Queryable, code: string): Promise<boolean> {
  return (await rows(on, 'select from merchants where code = $1', [code])).length > 0
}

/** Value of the X-Merchant header of a merchant's game platform. */
export async function merchantCode(on: Queryable, merchantId: MerchantId): Promise<string> {
  return (await row<{ code: string }>(on, 'select code from merchants where id = $1', [merchantId])).code
}

export interface MerchantRecord {
  readonly name: string
  readonly logo: string
  readonly credit_reset: boolean
}

/** Reads and locks a merchant for a change: its bets wait. */
export const lockMerchantRecord = (on: Queryable, merchantId: MerchantId): Promise<MerchantRecord | undefined> =>
  maybeRow<MerchantRecord & Record<string, unknown>>(
    on,
    'select name, logo, credit_reset from merchants where id = $1 for no key update',
    [merchantId],
  )

export async function saveMerchant(on: Queryable, merchantId: MerchantId, merchant: MerchantRecord): Promise<void> {
  await on.query('update merchants set name = $2, logo = $3, credit_reset = $4 where id = $1', [
    merchantId,
    merchant.name,
    merchant.logo,
    merchant.credit_reset,
  ])
}

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
}

export async function listMerchantIds(on: Queryable): Promise<MerchantId[]> {
  return (await rows<{ id: MerchantId }>(on, 'select id from merchants order by id')).map((merchant) => merchant.id)
}

/**
 * Marks that something that decides money of the merchant has changed: after commit, the snapshots of all processes
 * are out of date.
 */
export async function bumpConfig(on: Queryable, merchantId: MerchantId): Promise<void> {
  await on.query('update merchants set config_version = config_version + 1 where id = $1', [merchantId])
}

/** Every merchant's decisions read the head's accounts, so all config versions are raised, locked in one order. */
export async function bumpAllConfigs(on: Queryable): Promise<void> {
  await on.query('select id from merchants order by id for no key update')
  await on.query('update merchants set config_version = config_version + 1')
}

export async function merchantIdOf(on: Queryable, code: string): Promise<MerchantId> {
  return (await row<{ id: MerchantId }>(on, 'select id from merchants where code = $1', [code])).id
}

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
): Promise<{ name: string; logo: string } | undefined> =>
  maybeRow<{ name: string; logo: string }>(
    on,
    `select case when $2 and exists (select from paths p where p.merchant_id = m.id and p.role = 1 and p.name = m.name)
                 then '' else m.name end as name, m.logo
       from merchants m where m.id = $1`,
    [merchantId, isBelow],
  )
