import * as booksCalls from '@strata/contract/calls/outside-books'
import { TextField } from '../../ui/fields/text-field.tsx'
import '../../ui/fields/labelled.css'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Client } from '../../api/client.ts'
import { orReadAgain } from '../../api/or-read-again.ts'
import { seal } from '../../api/seal.ts'
import { callSealed } from '../../api/sealed-call.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { booksText as words } from '../../text/zh-CN/rooms/books.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import { type Book, bookConflicts, FIELDS, type Field, problemsOf, type Typed, typedOf } from './book-model.ts'

const useSave = (book: Book | null, typed: Typed): (() => Promise<void>) => {
  const client = useQueryClient()
  return async () => {
    const requestId = newRequestId()
    const { name, baseUrl, keyId, secret } = typed
    const of = { baseUrl: baseUrl.trim(), keyId: keyId.trim(), requestId }
    const send = async (api: Client): Promise<void> => {
      if (book === null) await api.call(booksCalls.bookCreate, { ...of, name: name.trim(), secret: await seal(secret) })
      else {
        const { bookId, version } = book
        const key = secret === '' ? {} : { secret: await seal(secret) }
        await api.call(booksCalls.bookUpdate, { ...of, ...key, bookId, version })
      }
    }
    await orReadAgain(client, { read: booksCalls.bookQuery }, () => callSealed(send))
    if (book === null) showToast('success', words.saved)
    void refreshAfter(client, booksCalls.bookUpdate)
  }
}

const hintOf = (field: Field, isNew: boolean): string | undefined => {
  if (field === 'baseUrl') return words.fields.baseUrlHint
  if (field === 'keyId') return words.fields.keyIdHint
  if (field === 'secret') return isNew ? words.fields.secretHint : words.fields.secretKeep
  return undefined
}

/** Registers a book, or changes its address and key. The name never changes, because the key is sealed with it. */
export const BookDialog = ({
  book,
  onClose,
}: {
  readonly book: Book | null
  readonly onClose: () => void
}): ReactNode => {
  const [opened] = useState(book)
  // Only what is typed is held: the rest follows what somebody else saves meanwhile.
  const [changed, setChanged] = useState<Partial<Typed>>({})
  const typed = { ...typedOf(book), ...changed }
  const problems = problemsOf(book, typed)
  const save = useSave(book, typed)
  return (
    <ConfirmDialog
      title={book === null ? words.createTitle : words.editTitle(book.name)}
      confirm={words.save}
      width={520}
      disabled={Object.keys(problems).length > 0}
      conflicts={bookConflicts(opened, book, changed)}
      onConfirm={save}
      onClose={onClose}
    >
      <div className="form form-one">
        {FIELDS.map((field) => {
          const hint = hintOf(field, book === null)
          return (
            <TextField
              key={field}
              label={words.fields[field]}
              {...(hint === undefined ? {} : { hint })}
              // What nobody has typed yet is asked for, not wrong.
              problem={changed[field] === undefined ? null : (problems[field] ?? null)}
              type={field === 'secret' ? 'password' : 'text'}
              autoComplete={field === 'secret' ? 'new-password' : 'off'}
              maxLength={field === 'name' ? 32 : 200}
              disabled={field === 'name' && book !== null}
              value={typed[field]}
              onChange={(text) => setChanged({ ...changed, [field]: text })}
            />
          )
        })}
      </div>
    </ConfirmDialog>
  )
}
