import type { MerchantId, PathId } from '@strata/domain/ids'
import { type Money, money, type Rate, rate, type Share, share } from '@strata/domain/money'
import { type FlyOutRule, flyOutLimit, mayFlyTo } from '@strata/domain/replenishment/fly-out-rule'
import { maybeRow, namedRows, type Queryable, row, rows } from '../platform/db.ts'

/** The terms of a fly-order account, which represents an outside book. */
export interface FlyOutAccount {
  readonly pathId: PathId
  /** The path that flies out to it. */
  readonly owner: PathId
  /** Neither it nor its book is switched off, and the owner's parent allows them. */
  readonly isOn: boolean
  readonly connector: 'record' | 'http'
  readonly discount: Share
  readonly rate: Rate
  /** The lower of its own limit and that of the owner's parent. */
  readonly maxPerItem: Money | null
}

/** Fly-order accounts of these owners. Those of the head are stored with its own path and serve every merchant. */
export async function loadFlyOutAccounts(
  on: Queryable,
  merchantId: MerchantId,
  owners: readonly PathId[],
): Promise<FlyOutAccount[]> {
  const found = await namedRows<{
    path_id: PathId
    owner: PathId
    is_on: boolean
    connector: 'record' | 'http'
    book_id: number | null
    discount: number
    rate: number
    max_per_item: bigint | null
    book_ids: number[] | null
    by_hand: boolean | null
    parents_max: bigint | null
  }>(
    on,
    'fly-out-accounts',
    `select q.path_id, q.owner, p.status = 1 and (q.connector = 'record' or b.is_enabled) as is_on, q.connector, q.discount,
            q.book_id, q.rate, q.max_per_item, r.book_ids, r.by_hand, r.max_per_item as parents_max
       from pilots q
       join paths p on p.merchant_id = q.merchant_id and p.id = q.path_id
       left join outside_books b on b.id = q.book_id
       left join fly_out_rules r on r.merchant_id = q.merchant_id and r.path_id = q.owner
      where q.merchant_id in (0, $1) and q.owner = any($2::integer[]) and p.closed_at is null`,
    [merchantId, owners],
  )
  return found.map((account) => {
    const rule: FlyOutRule = {
      bookIds: account.book_ids,
      byHand: account.by_hand ?? true,
      maxPerItem: account.parents_max === null ? null : money(account.parents_max),
    }
    return {
      pathId: account.path_id,
      owner: account.owner,
      isOn: account.is_on && mayFlyTo(rule, { connector: account.connector, bookId: account.book_id }),
      connector: account.connector,
      discount: share(BigInt(account.discount)),
      rate: rate(BigInt(account.rate)),
      maxPerItem: flyOutLimit(account.max_per_item === null ? null : money(account.max_per_item), rule),
    }
  })
}

export interface FlyOutAccountTerms {
  readonly connector: 'record' | 'http'
  readonly bookId: number | null
  readonly discount: bigint
  readonly rate: bigint
  readonly maxPerItem: bigint | null
}

export interface FlyOutAccountRow {
  readonly path_id: PathId
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

/** A page of an owner's fly-order accounts. `merchantId` 0: those of the head. */
export async function flyOutAccountPage(
  on: Queryable,
  at: { readonly merchantId: MerchantId; readonly owner: PathId; readonly status: number | null },
  page: {
    readonly sort: keyof typeof ACCOUNT_SORTS
    readonly descending: boolean
    readonly limit: number
    readonly offset: number
  },
): Promise<{ items: FlyOutAccountRow[]; total: number }> {
  const direction = page.descending ? 'desc' : 'asc'
  const from = `from pilots q join paths p on p.merchant_id = q.merchant_id and p.id = q.path_id
    where q.merchant_id = $1 and q.owner = $2 and p.closed_at is null and ($3::smallint is null or p.status = $3)`
  const values = [at.merchantId, at.owner, at.status]
  const items = await rows<FlyOutAccountRow>(
    on,
    `select ${accountColumns} ${from} order by ${ACCOUNT_SORTS[page.sort]} ${direction}, p.id ${direction} limit $4 offset $5`,
    [...values, page.limit, page.offset],
  )
  const { total } = await row<{ total: number }>(on, `select count(*)::integer as total ${from}`, values)
  return { items, total }
}

export const findFlyOutAccount = (
  on: Queryable,
  at: { readonly merchantId: MerchantId; readonly owner: PathId; readonly pathId: PathId },
): Promise<FlyOutAccountRow | undefined> =>
  maybeRow<FlyOutAccountRow>(
    on,
    `select ${accountColumns} from pilots q join paths p on p.merchant_id = q.merchant_id and p.id = q.path_id
      where q.merchant_id = $1 and q.owner = $2 and q.path_id = $3 and p.closed_at is null`,
    [at.merchantId, at.owner, at.pathId],
  )

export async function saveFlyOutAccount(
  on: Queryable,
  at: { readonly merchantId: MerchantId; readonly owner: PathId; readonly pathId: PathId },
  terms: FlyOutAccountTerms,
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

/** Which of these paths are fly-order accounts of the owner. */
export async function ownFlyOutAccounts(
  on: Queryable,
  at: { readonly merchantId: MerchantId; readonly owner: PathId },
  pathIds: readonly PathId[],
): Promise<Set<PathId>> {
  const found = await rows<{ path_id: PathId }>(
    on,
    'select path_id from pilots where merchant_id in (0, $1) and owner = $2 and path_id = any($3::integer[])',
    [at.merchantId, at.owner, [...pathIds]],
  )
  return new Set(found.map((account) => account.path_id))
}

export interface OutsideBook {
  readonly name: string
  readonly baseUrl: string
  readonly keyId: string
  readonly secret: string
}

/** The purpose that the sealed key of an outside book is bound to. */
export const bookKeyPurpose = (name: string): string => `outside-book:${name}`

/** Books that an account may use: names only, without address. */
export const listBooks = (on: Queryable): Promise<{ id: number; name: string }[]> =>
  rows<{ id: number; name: string }>(on, 'select id, name from outside_books where is_enabled order by name limit 500')

/** A book as it was before a change. */
export interface BookBefore {
  readonly baseUrl: string
  readonly keyId: string
  readonly isEnabled: boolean
}

/**
 * Writes an outside book, or replaces its address and key. `secret` is sealed. Returns its id and the book as it was
 * before; null: it is new.
 */
export async function saveBook(
  on: Queryable,
  book: OutsideBook,
  at: number,
): Promise<{ id: number; before: BookBefore | null }> {
  const before = await maybeRow<BookBefore & { id: number } & Record<string, unknown>>(
    on,
    `select id, base_url as "baseUrl", key_id as "keyId", is_enabled as "isEnabled" from outside_books
      where name = $1 for no key update`,
    [book.name],
  )
  const { id } = await row<{ id: number }>(
    on,
    `insert into outside_books (name, base_url, key_id, secret, created_at) values ($1, $2, $3, $4, $5)
     on conflict (name) do update
        set base_url = excluded.base_url, key_id = excluded.key_id, secret = excluded.secret, is_enabled = true,
            version = outside_books.version + 1, tried_at = null, outcome = null
     returning id`,
    [book.name, book.baseUrl, book.keyId, book.secret, at],
  )
  if (!before) return { id, before: null }
  const { baseUrl, keyId, isEnabled } = before
  return { id, before: { baseUrl, keyId, isEnabled } }
}

/** Disables an outside book. Returns whether it was enabled; undefined when there is no such book. */
export async function takeBookOut(on: Queryable, name: string): Promise<boolean | undefined> {
  const found = await maybeRow<{ was_enabled: boolean }>(
    on,
    'select is_enabled as was_enabled from outside_books where name = $1 for no key update',
    [name],
  )
  if (found)
    await on.query('update outside_books set is_enabled = false, version = version + 1 where name = $1', [name])
  return found?.was_enabled
}
