import type { Tx } from '../platform/db.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { Secrets } from '../platform/secrets.ts'
import { insertBook, lockBook, type StoredBook, saveTrial, updateBook } from './store-books.ts'
import { bookKeyPurpose } from './store-fly-out-accounts.ts'

interface NewBook {
  readonly name: string
  readonly baseUrl: string
  readonly keyId: string
  readonly secret: string
}

/** Registers an outside book; its secret is stored sealed, bound to its name. Refused: bookNameTaken. */
export async function addBook(tx: Tx, secrets: Secrets, book: NewBook, at: number): Promise<number | Refusal> {
  const { name, baseUrl, keyId } = book
  const secret = secrets.seal(book.secret, bookKeyPurpose(name))
  return (await insertBook(tx, { name, base_url: baseUrl, key_id: keyId, secret }, at)) ?? refuse('bookNameTaken')
}

interface BookWish {
  readonly bookId: number
  /** The version that the operator saw. */
  readonly version: number
  readonly baseUrl: string | undefined
  readonly keyId: string | undefined
  readonly secret: string | undefined
  readonly enabled: boolean | undefined
}

/**
 * Changes an outside book; what is undefined stays. Every merchant's decisions read which books are on: the caller marks
 * their snapshots as out of date. Refused in this order: notFound, changed.
 */
export async function changeBook(
  tx: Tx,
  secrets: Secrets,
  wish: BookWish,
): Promise<{ readonly before: StoredBook; readonly after: StoredBook } | Refusal> {
  const before = await lockBook(tx, wish.bookId)
  if (!before) return refuse('notFound')
  if (before.version !== wish.version) return refuse('changed', {}, { version: before.version, asked: wish.version })
  const after = {
    ...before,
    base_url: wish.baseUrl ?? before.base_url,
    key_id: wish.keyId ?? before.key_id,
    secret: wish.secret === undefined ? before.secret : secrets.seal(wish.secret, bookKeyPurpose(before.name)),
    is_enabled: wish.enabled ?? before.is_enabled,
  }
  return { before, after: { ...after, version: await updateBook(tx, after) } }
}

/**
 * Notes how a trial call of a book ended. If its address or key has changed meanwhile, the outcome says nothing about
 * the book as it is, and is not noted.
 */
export async function noteTrial(
  tx: Tx,
  tried: StoredBook,
  trial: { readonly at: number; readonly outcome: string },
): Promise<void> {
  const now = await lockBook(tx, tried.id)
  const isSame = now?.base_url === tried.base_url && now.key_id === tried.key_id && now.secret === tried.secret
  if (isSame) await saveTrial(tx, tried.id, trial)
}
