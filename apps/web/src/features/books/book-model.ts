import type { Answer } from '../../api/client.ts'
import type { ConflictCell } from '../../components/dialogs/conflict.tsx'
import { conflictCells } from '../../components/dialogs/conflict-cells.ts'
import { booksText } from '../../text/zh-CN/rooms/books.ts'

export type Book = Answer<'admin.bookQuery'>['items'][number]

/** The fields of the form, the secret last. */
export const FIELDS = ['name', 'baseUrl', 'keyId', 'secret'] as const
export type Field = (typeof FIELDS)[number]
export type Typed = Readonly<Record<Field, string>>

const words = booksText.fields
const MIN_SECRET = 16

export const typedOf = (book: Book | null): Typed => ({
  name: book?.name ?? '',
  baseUrl: book?.baseUrl ?? '',
  keyId: book?.keyId ?? '',
  secret: '',
})

const LABELS = { baseUrl: words.baseUrl, keyId: words.keyId } as const

/** What somebody else saved of a book since a dialog was opened, beside what was typed into it. Its secret is never shown. */
export const bookConflicts = (opened: Book | null, now: Book | null, mine: Partial<Typed>): readonly ConflictCell[] =>
  conflictCells(LABELS, { opened: typedOf(opened), theirs: typedOf(now), mine })

/** What is wrong, by field. A book that is registered keeps its secret where none is typed. */
export const problemsOf = (book: Book | null, typed: Typed): Partial<Record<Field, string>> => {
  const empty = FIELDS.filter((field) => typed[field].trim() === '' && (field !== 'secret' || book === null))
  const isShort = typed.secret !== '' && typed.secret.length < MIN_SECRET
  return {
    ...(isShort ? { secret: words.secretWrong } : {}),
    ...Object.fromEntries(empty.map((field) => [field, words.needed(words[field])])),
  }
}
