import * as booksCalls from '@strata/contract/calls/outside-books'
import { TextField } from '../../ui/fields/text-field.tsx'
import '../../ui/fields/labelled.css'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { Answer } from '../../api/client.ts'
import { seal } from '../../api/seal.ts'
import { callSealed } from '../../api/sealed-call.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { booksText as words } from '../../text/zh-CN/rooms/books.ts'
import { showToast } from '../../ui/pop-up/toast.ts'

export type Book = Answer<'admin.bookQuery'>['items'][number]
type Typed = { readonly name: string; readonly baseUrl: string; readonly keyId: string; readonly secret: string }

const MIN_SECRET = 16

const useSave = (book: Book | null, typed: Typed): (() => Promise<void>) => {
  const client = useQueryClient()
  const [requestId] = useState(newRequestId)
  return async () => {
    const { name, baseUrl, keyId, secret } = typed
    const of = { baseUrl: baseUrl.trim(), keyId: keyId.trim(), requestId }
    await callSealed(async (api) => {
      if (book === null) await api.call(booksCalls.bookCreate, { ...of, name: name.trim(), secret: await seal(secret) })
      else {
        const { bookId, version } = book
        const key = secret === '' ? {} : { secret: await seal(secret) }
        await api.call(booksCalls.bookUpdate, { ...of, ...key, bookId, version })
      }
    })
    if (book === null) showToast('success', words.saved)
    void refreshAfter(client, booksCalls.bookUpdate)
  }
}

const FIELDS = ['name', 'baseUrl', 'keyId', 'secret'] as const

const hintOf = (field: (typeof FIELDS)[number], isNew: boolean): string | undefined => {
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
  const [typed, setTyped] = useState<Typed>({
    name: book?.name ?? '',
    baseUrl: book?.baseUrl ?? '',
    keyId: book?.keyId ?? '',
    secret: '',
  })
  const save = useSave(book, typed)
  const isKeyFine = typed.secret === '' ? book !== null : typed.secret.length >= MIN_SECRET
  const isFilled = [typed.name, typed.baseUrl, typed.keyId].every((text) => text.trim() !== '')
  return (
    <ConfirmDialog
      title={book === null ? words.createTitle : words.editTitle(book.name)}
      confirm={words.save}
      width={520}
      disabled={!isFilled || !isKeyFine}
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
              type={field === 'secret' ? 'password' : 'text'}
              autoComplete={field === 'secret' ? 'new-password' : 'off'}
              maxLength={field === 'name' ? 32 : 200}
              disabled={field === 'name' && book !== null}
              value={typed[field]}
              onChange={(text) => setTyped({ ...typed, [field]: text })}
            />
          )
        })}
      </div>
    </ConfirmDialog>
  )
}
