import { type Money, money, type Rate, rate, type Share, share } from '@strata/domain/money'
import { maybeRow, namedRows, type Queryable, row, rows } from '../platform/db.ts'

/** The terms of a fly-order account: the outside book that a path flies out to. */
export interface StoredPilot {
  readonly pathId: number
  /** Who flies out to it. */
  readonly owner: number
  readonly isOn: boolean
  readonly connector: 'record' | 'http'
  readonly discount: Share
  readonly rate: Rate
  readonly maxPerItem: Money | null
}

/** Fly-order accounts of these owners; the head's lie beside its own path and serve every merchant. */
export async function loadPilots(on: Queryable, merchantId: number, owners: readonly number[]): Promise<StoredPilot[]> {
  const found = await namedRows<{
    path_id: number
    owner: number
    is_on: boolean
    connector: 'record' | 'http'
    discount: number
    rate: number
    max_per_item: bigint | null
  }>(
    on,
    'fly-out-accounts',
    `select q.path_id, q.owner, p.status = 1 and (q.connector = 'record' or b.is_enabled) as is_on, q.connector, q.discount,
            q.rate, q.max_per_item
       from pilots q
       join paths p on p.merchant_id = q.merchant_id and p.id = q.path_id
       left join outside_books b on b.id = q.book_id
      where q.merchant_id in (0, $1) and q.owner = any($2::integer[]) and p.closed_at is null`,
    [merchantId, owners],
  )
  return found.map((pilot) => ({
    pathId: pilot.path_id,
    owner: pilot.owner,
    isOn: pilot.is_on,
    connector: pilot.connector,
    discount: share(BigInt(pilot.discount)),
    rate: rate(BigInt(pilot.rate)),
    maxPerItem: pilot.max_per_item === null ? null : money(pilot.max_per_item),
  }))
}

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

const accountColumns = `q.path_id, p.name, p.nickname, p.status, q.connector, q.book_id, q.discount, q.rate, q.max_per_item, p.created_at`
const ACCOUNT_SORTS = { accountName: 'lower(p.name)', createdAt: 'p.created_at' } as const

/** A page of an owner's fly-order accounts. `merchantId` 0: the head's. */
export async function pilotPage(
  on: Queryable,
  at: { readonly merchantId: number; readonly owner: number; readonly status: number | null },
  page: {
    readonly sort: keyof typeof ACCOUNT_SORTS
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
    `select ${accountColumns} ${from} order by ${ACCOUNT_SORTS[page.sort]} ${direction}, p.id ${direction} limit $4 offset $5`,
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
    `select ${accountColumns} from pilots q join paths p on p.merchant_id = q.merchant_id and p.id = q.path_id
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

export interface OutsideBook {
  readonly name: string
  readonly baseUrl: string
  readonly keyId: string
  readonly secret: string
}

/** What the sealed key of an outside book is bound to. */
export const bookKeyPurpose = (name: string): string => `outside-book:${name}`

/** Books that an account may be pointed to: names only, never an address. */
export const listBooks = (on: Queryable): Promise<{ id: number; name: string }[]> =>
  rows<{ id: number; name: string }>(on, 'select id, name from outside_books where is_enabled order by name limit 500')

/** Writes an outside book, or puts another address and key in its place. `secret` is sealed. Answers its id. */
export async function saveBook(on: Queryable, book: OutsideBook, at: number): Promise<number> {
  const saved = await row<{ id: number }>(
    on,
    `insert into outside_books (name, base_url, key_id, secret, created_at) values ($1, $2, $3, $4, $5)
     on conflict (name) do update
        set base_url = excluded.base_url, key_id = excluded.key_id, secret = excluded.secret, is_enabled = true
     returning id`,
    [book.name, book.baseUrl, book.keyId, book.secret, at],
  )
  return saved.id
}

/** False when there is no such book. */
export async function takeBookOut(on: Queryable, name: string): Promise<boolean> {
  const done = await on.query('update outside_books set is_enabled = false where name = $1', [name])
  return done.rowCount === 1
}
