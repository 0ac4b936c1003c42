import type { MerchantId } from '@strata/domain/ids'
import { maybeRow, type Queryable, row, rows } from '../platform/db.ts'

export interface StoredBook {
  readonly id: number
  readonly name: string
  readonly base_url: string
  readonly key_id: string
  readonly secret: string
  readonly is_enabled: boolean
  readonly version: number
  readonly created_at: bigint
  readonly tried_at: bigint | null
  readonly outcome: string | null
}

const columns = 'id, name, base_url, key_id, secret, is_enabled, version, created_at, tried_at, outcome'

export const allBooks = (on: Queryable): Promise<StoredBook[]> =>
  rows<StoredBook & Record<string, unknown>>(on, `select ${columns} from outside_books order by name limit 500`, [])

/** The accounts of each book, by the code of their merchant; the head's serve every merchant. */
export const bookUsers = (on: Queryable): Promise<{ book_id: number; name: string; merchant_id: MerchantId }[]> =>
  rows<{ book_id: number; name: string; merchant_id: MerchantId }>(
    on,
    `select q.book_id, p.name, q.merchant_id
       from pilots q join paths p on p.merchant_id = q.merchant_id and p.id = q.path_id
      where q.connector = 'http' and q.book_id is not null and p.closed_at is null
      order by q.merchant_id, lower(p.name) limit 2000`,
    [],
  )

export const findBook = (on: Queryable, id: number): Promise<StoredBook | undefined> =>
  maybeRow<StoredBook & Record<string, unknown>>(on, `select ${columns} from outside_books where id = $1`, [id])

/** As findBook; nobody else changes the book until the transaction is done. */
export const lockBook = (on: Queryable, id: number): Promise<StoredBook | undefined> =>
  maybeRow<StoredBook & Record<string, unknown>>(
    on,
    `select ${columns} from outside_books where id = $1 for no key update`,
    [id],
  )

/** The new book's id; undefined: its name is taken. */
export const insertBook = async (
  on: Queryable,
  book: Pick<StoredBook, 'name' | 'base_url' | 'key_id' | 'secret'>,
  at: number,
): Promise<number | undefined> =>
  (
    await maybeRow<{ id: number }>(
      on,
      `insert into outside_books (name, base_url, key_id, secret, created_at) values ($1, $2, $3, $4, $5)
       on conflict (name) do nothing returning id`,
      [book.name, book.base_url, book.key_id, book.secret, at],
    )
  )?.id

/** Changes a locked book. What the last trial found no longer holds for another address or key. */
export async function updateBook(
  on: Queryable,
  book: Pick<StoredBook, 'id' | 'base_url' | 'key_id' | 'secret' | 'is_enabled'>,
): Promise<number> {
  const saved = await row<{ version: number }>(
    on,
    `update outside_books
        set tried_at = case when (base_url, key_id, secret) = ($2, $3, $4) then tried_at end,
            outcome = case when (base_url, key_id, secret) = ($2, $3, $4) then outcome end,
            base_url = $2, key_id = $3, secret = $4, is_enabled = $5, version = version + 1
      where id = $1 returning version`,
    [book.id, book.base_url, book.key_id, book.secret, book.is_enabled],
  )
  return saved.version
}

export async function saveTrial(on: Queryable, id: number, trial: { at: number; outcome: string }): Promise<void> {
  await on.query('update outside_books set tried_at = $2, outcome = $3 where id = $1', [id, trial.at, trial.outcome])
}
