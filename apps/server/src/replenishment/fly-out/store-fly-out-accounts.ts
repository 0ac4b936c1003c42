import { maybeRow, type Queryable, row, rows } from '../../platform/db.ts'

export interface PilotTerms {
  readonly connector: 'record' | 'http'
  readonly bookId: number | null
  readonly discount: bigint
  readonly rate: bigint
  readonly maxPerItem: bigint | null
}

export interface PilotRow {
  readonly path_id: number
  readonly name: string
  readonly nickname: string | null
  readonly status: 1 | 2 | 4
  readonly connector: 'record' | 'http'
  readonly book_id: number | null
  readonly discount: number
  readonly rate: number
  readonly max_per_item: bigint | null
  readonly created_at: bigint
}

const columns = `q.path_id, p.name, p.nickname, p.status, q.connector, q.book_id, q.discount, q.rate, q.max_per_item, p.created_at`
const SORTS = { accountName: 'lower(p.name)', createdAt: 'p.created_at' } as const

/** A page of an owner's fly-order accounts. `merchantId` 0: the head's. */
export async function pilotPage(
  on: Queryable,
  at: { readonly merchantId: number; readonly owner: number; readonly status: number | null },
  page: {
    readonly sort: keyof typeof SORTS
    readonly descending: boolean
    readonly limit: number
    readonly offset: number
  },
): Promise<{ items: PilotRow[]; total: number }> {
  const direction = page.descending ? 'desc' : 'asc'
  const from = `from pilots q join paths p on p.merchant_id = q.merchant_id and p.id = q.path_id
    where q.merchant_id = $1 and q.owner = $2 and p.closed_at is null and ($3::smallint is null or p.status = $3)`
  const values = [at.merchantId, at.owner, at.status]
  const items = await rows<PilotRow>(
    on,
    `select ${columns} ${from} order by ${SORTS[page.sort]} ${direction}, p.id ${direction} limit $4 offset $5`,
    [...values, page.limit, page.offset],
  )
  const { total } = await row<{ total: number }>(on, `select count(*)::integer as total ${from}`, values)
  return { items, total }
}

export const findPilot = (
  on: Queryable,
  at: { readonly merchantId: number; readonly owner: number; readonly pathId: number },
): Promise<PilotRow | undefined> =>
  maybeRow<PilotRow>(
    on,
    `select ${columns} from pilots q join paths p on p.merchant_id = q.merchant_id and p.id = q.path_id
      where q.merchant_id = $1 and q.owner = $2 and q.path_id = $3 and p.closed_at is null`,
    [at.merchantId, at.owner, at.pathId],
  )

export async function savePilot(
  on: Queryable,
  at: { readonly merchantId: number; readonly owner: number; readonly pathId: number },
  terms: PilotTerms,
): Promise<void> {
  await on.query(
    `insert into pilots (merchant_id, path_id, owner, connector, book_id, discount, rate, max_per_item)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (merchant_id, path_id) do update
        set connector = excluded.connector, book_id = excluded.book_id, discount = excluded.discount,
            rate = excluded.rate, max_per_item = excluded.max_per_item`,
    [
      at.merchantId,
      at.pathId,
      at.owner,
      terms.connector,
      terms.bookId,
      String(terms.discount),
      String(terms.rate),
      terms.maxPerItem === null ? null : String(terms.maxPerItem),
    ],
  )
}

export async function saveNickname(on: Queryable, merchantId: number, pathId: number, nickname: string): Promise<void> {
  await on.query(
    `with renamed as (
       update paths set changed = pg_current_xact_id(), nickname = $3 where merchant_id = $1 and id = $2
       returning account_id
     )
     update accounts a set nickname = $3 from renamed where a.id = renamed.account_id`,
    [merchantId, pathId, nickname],
  )
}

/** Which of these are fly-order accounts of an owner. */
export async function ownPilots(
  on: Queryable,
  at: { readonly merchantId: number; readonly owner: number },
  pathIds: readonly number[],
): Promise<Set<number>> {
  const found = await rows<{ path_id: number }>(
    on,
    'select path_id from pilots where merchant_id in (0, $1) and owner = $2 and path_id = any($3::integer[])',
    [at.merchantId, at.owner, [...pathIds]],
  )
  return new Set(found.map((pilot) => pilot.path_id))
}

/** Every merchant's decisions read the head's accounts: all are told, locked in one order. */
export async function bumpAllConfigs(on: Queryable): Promise<void> {
  await on.query('select id from merchants order by id for no key update')
  await on.query('update merchants set config_version = config_version + 1')
}

// ---- outside books -------------------------------------------------------------------------------------------------

export interface OutsideBook {
  readonly name: string
  readonly baseUrl: string
  readonly keyId: string
  readonly secret: string
}

/** What the sealed key of an outside book is bound to. */
export const bookKeyPurpose = (name: string): string => `outside-book:${name}`

/** Registers an outside book, or puts another address and key in its place. `secret` is sealed. */
export async function registerBook(on: Queryable, book: OutsideBook, at: number): Promise<number> {
  const made = await row<{ id: number }>(
    on,
    `insert into outside_books (name, base_url, key_id, secret, created_at) values ($1, $2, $3, $4, $5)
     on conflict (name) do update
        set base_url = excluded.base_url, key_id = excluded.key_id, secret = excluded.secret, is_enabled = true
     returning id`,
    [book.name, book.baseUrl, book.keyId, book.secret, at],
  )
  // After it: outside a transaction whoever reads anew must find it.
  await bumpAllConfigs(on)
  return made.id
}

/** Takes a book out of use: accounts at it fly nothing out any more; what has gone is still asked for. */
export async function disableBook(on: Queryable, name: string): Promise<boolean> {
  const done = await on.query('update outside_books set is_enabled = false where name = $1', [name])
  await bumpAllConfigs(on)
  return done.rowCount === 1
}

/** Books that an account may be pointed to: names only, never an address. */
export const listBooks = (on: Queryable): Promise<{ id: number; name: string }[]> =>
  rows<{ id: number; name: string }>(on, 'select id, name from outside_books where is_enabled order by name limit 500')
