import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import type { Statement } from '../../platform/chunks.ts'
import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'
import { ABOVE } from './operator-name.ts'

/** One field that changed. Values in the form that users read; null: no value. */
export interface LoggedChange {
  readonly field: string
  readonly label: string
  readonly before: string | null
  readonly after: string | null
}

export interface LogRecord {
  readonly id: bigint
  readonly at: number
  readonly operatorId: number
  readonly operatorName: string
  readonly pathId: PathId
  readonly targetName: string
  readonly action: string
  readonly changes: readonly LoggedChange[]
  readonly ip: string
}

/** Writes many saves at once. One save is one record with all its fields. */
export async function logChanges(on: Queryable, merchantId: MerchantId, records: readonly LogRecord[]): Promise<void> {
  await on.query(
    `insert into change_log (merchant_id, id, at, operator_id, operator_name, path_id, target_name, action, changes, ip)
     select $1, u.id, u.at, u.operator_id, u.operator_name, u.path_id, u.target_name, u.action, u.changes, u.ip
       from unnest($2::text[]::bigint[], $3::bigint[], $4::integer[], $5::text[], $6::integer[], $7::text[], $8::text[],
                   $9::jsonb[], $10::text[])
            as u (id, at, operator_id, operator_name, path_id, target_name, action, changes, ip)`,
    [
      merchantId,
      records.map((r) => String(r.id)),
      records.map((r) => r.at),
      records.map((r) => r.operatorId),
      records.map((r) => r.operatorName),
      records.map((r) => r.pathId),
      records.map((r) => r.targetName),
      records.map((r) => r.action),
      records.map((r) => JSON.stringify(r.changes)),
      records.map((r) => r.ip),
    ],
  )
}

export interface LogPage {
  /** Instants: from inclusive, to exclusive. */
  readonly from: number | null
  readonly to: number | null
  readonly ascending: boolean
  /** Null: no limit. */
  readonly limit: number | null
  readonly offset: number
}

export interface ChangeFilter extends LogPage {
  /** Records of the head are stored under every merchant, so the ids of all merchants are listed for it. */
  readonly merchantIds: readonly MerchantId[]
  /** Records about this path, or made by one of these accounts. */
  readonly pathId: PathId
  readonly operatorIds: readonly number[]
  /** Limits the accounts' records to paths at or below this one; null: all paths. */
  readonly below: number | null
  /** The reader: names and addresses of people above this path stay hidden. Null: the head, which has nobody above. */
  readonly readerPathId: PathId | null
  /** Part of a name, or null. */
  readonly keyword: string | null
  /** Actions whose Chinese name matches the keyword. */
  readonly keywordActions: readonly string[]
  readonly actions: readonly string[] | null
}

export interface FoundChange {
  readonly id: bigint
  readonly at: bigint
  /** Null: a person above the reader. */
  readonly operator_name: string | null
  readonly target_name: string
  readonly action: string
  readonly changes: readonly LoggedChange[]
  readonly ip: string
}

/**
 * The kind of change that a line is read and searched as. Operators are the sub-accounts of the head, and the lines about
 * them are stored with the codes of sub-accounts, which decide who may be the second person of a proposal.
 */
export const namedAction = (log: string): string =>
  `case when ${log}.merchant_id = 0 and ${log}.action in ('subAccountCreate', 'subAccountUpdate', 'subAccountStatus')
        then replace(${log}.action, 'subAccount', 'operator') else ${log}.action end`

/** True when the operator, or the main account of its login, has a path at or below the reader's. */
const isTold = `($10::integer is null or exists (
       select from accounts a join paths p on p.account_id = coalesce(a.main_account_id, a.id)
        where a.id = change_log.operator_id and p.merchant_id = change_log.merchant_id
          and (p.id = $10 or p.lineage @> array[$10])))`

const NAMED = namedAction('change_log')

const changesWhere = `
  where merchant_id = any($1::integer[])
    and (path_id = $2 or (operator_id = any($3::integer[])
         and ($9::integer is null or exists (select from paths p where p.merchant_id = change_log.merchant_id
                                               and p.id = change_log.path_id and $9 = any(p.lineage)))))
    and ($4::text is null or position(lower($4) in lower(case when ${isTold} then operator_name else '${ABOVE}' end)) > 0
         or position(lower($4) in lower(target_name)) > 0 or ${NAMED} = any($5::text[]))
    and ($6::text[] is null or ${NAMED} = any($6::text[]))
    and ($7::bigint is null or at >= $7) and ($8::bigint is null or at < $8)`

const changesValues = (filter: ChangeFilter): unknown[] => [
  filter.merchantIds,
  filter.pathId,
  filter.operatorIds,
  filter.keyword,
  filter.keywordActions,
  filter.actions,
  filter.from,
  filter.to,
  filter.below,
  filter.readerPathId,
]

export const changesStatement = (filter: ChangeFilter): Statement => ({
  text: `select id, at, case when told then operator_name end as operator_name, target_name, action, changes,
                case when told then ip else '' end as ip
           from (select id, at, operator_name, target_name, ${NAMED} as action, changes, ip, ${isTold} as told
                   from change_log ${changesWhere}
                  order by id ${filter.ascending ? 'asc' : 'desc'} limit $11 offset $12) c
          order by id ${filter.ascending ? 'asc' : 'desc'}`,
  values: [...changesValues(filter), filter.limit, filter.offset],
})

export async function countChanges(on: Queryable, filter: ChangeFilter): Promise<number> {
  const text = `select count(*)::integer as total from change_log ${changesWhere}`
  return (await row<{ total: number }>(on, text, changesValues(filter))).total
}

/** A page of the change log, by time. */
export async function findChanges(
  on: Queryable,
  filter: ChangeFilter,
): Promise<{ items: FoundChange[]; total: number }> {
  const { text, values } = changesStatement(filter)
  const items = await rows<FoundChange & Record<string, unknown>>(on, text, values)
  return { items, total: await countChanges(on, filter) }
}

export interface FoundLogin {
  readonly id: bigint
  readonly account_name: string
  readonly at: bigint
  readonly ip: string
  readonly region: string
  readonly device: string
  readonly result: string
  readonly new_device: boolean
}

const loginsWhere = `
  where account_id = any($1::integer[]) and ($2::bigint is null or at >= $2) and ($3::bigint is null or at < $3)`

export interface LoginFilter extends LogPage {
  readonly accountIds: readonly AccountId[]
}

export const loginsStatement = ({ accountIds, from, to, ascending, limit, offset }: LoginFilter): Statement => ({
  text: `select id, account_name, at, ip, region, device, result, new_device from login_log ${loginsWhere}
      order by id ${ascending ? 'asc' : 'desc'} limit $4 offset $5`,
  values: [accountIds, from, to, limit, offset],
})

export async function countLogins(on: Queryable, { accountIds, from, to }: LoginFilter): Promise<number> {
  const text = `select count(*)::integer as total from login_log ${loginsWhere}`
  return (await row<{ total: number }>(on, text, [accountIds, from, to])).total
}

/** A page of sign-ins of accounts, by time. */
export async function findLogins(on: Queryable, filter: LoginFilter): Promise<{ items: FoundLogin[]; total: number }> {
  const { text, values } = loginsStatement(filter)
  const items = await rows<FoundLogin & Record<string, unknown>>(on, text, values)
  return { items, total: await countLogins(on, filter) }
}

/** All merchants, for sums and lists of the head. */
export async function merchantIds(on: Queryable): Promise<MerchantId[]> {
  const found = await rows<{ id: MerchantId }>(on, 'select id from merchants order by id')
  return found.map((merchant) => merchant.id)
}

/** The path of the head; log records about the platform itself belong to it. */
export const findHead = (on: Queryable): Promise<{ pathId: PathId; merchantId: MerchantId } | undefined> =>
  maybeRow<{ pathId: PathId; merchantId: MerchantId }>(
    on,
    'select id as "pathId", merchant_id as "merchantId" from paths where merchant_id = 0 and role = 0',
  )
