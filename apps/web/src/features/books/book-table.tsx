import * as booksCalls from '@strata/contract/calls/outside-books'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiFailure, ApiRefusal } from '../../api/client.ts'
import { refreshAfter } from '../../api/stale.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { booksText as words } from '../../text/zh-CN/rooms/books.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import type { Book } from './book-model.ts'
import { ConnectionActions, ConnectionTable } from './connection-table.tsx'

/** One signed call to the book. A refusal has been shown by the client. */
const useTrial = () => {
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const trial = async ({ bookId }: Book): Promise<void> => {
    setBusy(true)
    try {
      const { outcome, ms } = await api.call(booksCalls.bookTrial, { bookId, requestId: newRequestId() })
      if (outcome === 'ok') showToast('success', words.answered(ms))
      else showToast('warning', words.failed(words.outcomes[outcome]))
      await refreshAfter(client, booksCalls.bookTrial)
    } catch (error) {
      if (!(error instanceof ApiRefusal || error instanceof ApiFailure)) throw error
    } finally {
      setBusy(false)
    }
  }
  return { busy, trial }
}

const usersText = ({ users }: Book): string =>
  users.length === 0
    ? words.unused
    : users
        .map(({ merchant, accountName }) => (merchant === '' ? accountName : `${merchant} ${accountName}`))
        .join('、')

type ActionsProps = {
  readonly book: Book
  readonly onEdit: (book: Book) => void
  readonly onSwitch: (book: Book) => void
}

const Actions = ({ book, onEdit, onSwitch }: ActionsProps): ReactNode => {
  const { busy, trial } = useTrial()
  return (
    <ConnectionActions
      labelOf={(text) => words.labelOf(text, book.name)}
      disabled={busy}
      list={[
        [busy ? words.trying : words.try, () => void trial(book)],
        [words.edit, () => onEdit(book)],
        [book.enabled ? words.disable : words.enable, () => onSwitch(book)],
      ]}
    />
  )
}

type Props = Omit<ActionsProps, 'book'> & { readonly books: readonly Book[]; readonly mayChange: boolean }

/** The registered books, whether they answer, and the accounts that fly out through them. */
export const BookTable = ({ books, mayChange, ...act }: Props): ReactNode => (
  <ConnectionTable
    words={words}
    facts={['address', 'keyId']}
    good="ok"
    mayChange={mayChange}
    rows={books.map((book) => ({
      key: book.name,
      name: book.name,
      enabled: book.enabled,
      facts: [book.baseUrl, book.keyId],
      trial: book.trial,
      users: usersText(book),
      actions: <Actions book={book} {...act} />,
    }))}
  />
)
