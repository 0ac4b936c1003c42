import type { MerchantId, PathId } from '@strata/domain/ids'
import type { Statement } from '../../platform/chunks.ts'
import { type Queryable, row, rows } from '../../platform/db.ts'
import { type FoundChange, type LogPage, namedAction } from './store-log.ts'

/** Null: any. */
export interface AllChangesFilter extends LogPage {
  /** All of them: the log is the tenants', so every statement names whose. */
  readonly merchantIds: readonly MerchantId[]
  readonly person: string | null
  readonly target: string | null
  readonly actions: readonly string[] | null
  /** Only records about this path or one below it. */
  readonly under: PathId | null
}

export interface FoundAnyChange extends FoundChange {
  readonly operator_name: string
  readonly merchant_name: string
}

const NAMED = namedAction('c')

const changesWhere = `
  where c.merchant_id = any($1::integer[])
    and ($2::text is null or position(lower($2) in lower(c.operator_name)) > 0)
    and ($3::text is null or position(lower($3) in lower(c.target_name)) > 0)
    and ($4::text[] is null or ${NAMED} = any($4))
    and ($5::integer is null or exists (select from paths p where p.merchant_id = c.merchant_id and p.id = c.path_id
                                           and (p.id = $5 or $5 = any(p.lineage))))
    and ($6::bigint is null or c.at >= $6) and ($7::bigint is null or c.at < $7)`

const changesValues = (filter: AllChangesFilter): unknown[] => [
  filter.merchantIds,
  filter.person,
  filter.target,
  filter.actions,
  filter.under,
  filter.from,
  filter.to,
]

export const allChangesStatement = (filter: AllChangesFilter): Statement => ({
  text: `select c.id, c.at, c.operator_name, c.target_name, ${NAMED} as action, c.changes, c.ip,
                coalesce(m.name, '') as merchant_name
           from change_log c left join merchants m on m.id = c.merchant_id ${changesWhere}
          order by c.id ${filter.ascending ? 'asc' : 'desc'} limit $8 offset $9`,
  values: [...changesValues(filter), filter.limit, filter.offset],
})

export async function countAllChanges(on: Queryable, filter: AllChangesFilter): Promise<number> {
  const text = `select count(*)::integer as total from change_log c ${changesWhere}`
  return (await row<{ total: number }>(on, text, changesValues(filter))).total
}

export async function findAllChanges(
  on: Queryable,
  filter: AllChangesFilter,
): Promise<{ items: FoundAnyChange[]; total: number }> {
  const { text, values } = allChangesStatement(filter)
  const items = await rows<FoundAnyChange & Record<string, unknown>>(on, text, values)
  return { items, total: await countAllChanges(on, filter) }
}

/** Null: any. */
export interface AllLoginsFilter extends LogPage {
  readonly person: string | null
  readonly outcome: 'ok' | 'refused' | null
  /** Only sign-ins of accounts that have this path or one below it. */
  readonly under: PathId | null
}

export interface FoundAnyLogin {
  readonly id: bigint
  readonly at: bigint
  readonly merchant_name: string
  readonly account_name: string
  readonly ip: string
  readonly device: string
  readonly result: string
}

const loginsFrom = `
  from login_log l
  left join accounts a on a.id = l.account_id
  left join merchant_directory m on m.merchant_id = a.merchant_id
 where ($1::text is null or position(lower($1) in lower(l.account_name)) > 0)
   and ($2::text is null or (l.result = 'ok') = ($2 = 'ok'))
   and ($3::integer is null or coalesce(a.main_account_id, a.id) in (
          select p.account_id from paths p where $3 is not null and (p.id = $3 or p.lineage @> array[$3::integer])))
   and ($4::bigint is null or l.at >= $4) and ($5::bigint is null or l.at < $5)`

const loginsValues = ({ person, outcome, under, from, to }: AllLoginsFilter): unknown[] => [
  person,
  outcome,
  under,
  from,
  to,
]

export const allLoginsStatement = (filter: AllLoginsFilter): Statement => ({
  text: `select l.id, l.at, coalesce(m.name, '') as merchant_name, l.account_name, l.ip, l.device, l.result ${loginsFrom}
          order by l.id ${filter.ascending ? 'asc' : 'desc'} limit $6 offset $7`,
  values: [...loginsValues(filter), filter.limit, filter.offset],
})

export async function countAllLogins(on: Queryable, filter: AllLoginsFilter): Promise<number> {
  return (await row<{ total: number }>(on, `select count(*)::integer as total ${loginsFrom}`, loginsValues(filter)))
    .total
}

export async function findAllLogins(
  on: Queryable,
  filter: AllLoginsFilter,
): Promise<{ items: FoundAnyLogin[]; total: number }> {
  const { text, values } = allLoginsStatement(filter)
  const items = await rows<FoundAnyLogin & Record<string, unknown>>(on, text, values)
  return { items, total: await countAllLogins(on, filter) }
}
