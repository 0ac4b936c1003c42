import * as booksCalls from '@strata/contract/calls/outside-books'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import '../../ui/page/table.css'
import { api } from '../../api/api.ts'
import { ApiFailure, ApiRefusal } from '../../api/client.ts'
import { refreshAfter } from '../../api/stale.ts'
import { TimeAgo } from '../../components/time-ago.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { booksText as words } from '../../text/zh-CN/rooms/books.ts'
import { showToast } from '../../ui/pop-up/toast.ts'
import type { Book } from './book-dialog.tsx'
import css from './books.module.css'

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

const Trial = ({ trial }: Pick<Book, 'trial'>): ReactNode =>
  trial === null ? (
    words.never
  ) : (
    <>
      <span className={trial.outcome === 'ok' ? 'tag tag-good' : 'tag tag-bad'}>{words.outcomes[trial.outcome]}</span>{' '}
      <TimeAgo at={trial.at} />
    </>
  )

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
  const actions = [
    [busy ? words.trying : words.try, () => void trial(book)],
    [words.edit, () => onEdit(book)],
    [book.enabled ? words.disable : words.enable, () => onSwitch(book)],
  ] as const
  return (
    <span className={css.actions}>
      {actions.map(([text, act]) => (
        <button
          key={text}
          type="button"
          className="link-button"
          disabled={busy}
          aria-label={words.labelOf(text, book.name)}
          onClick={act}
        >
          {text}
        </button>
      ))}
    </span>
  )
}

type Props = Omit<ActionsProps, 'book'> & { readonly books: readonly Book[]; readonly mayChange: boolean }
const HEADS = ['name', 'state', 'address', 'keyId', 'trial', 'users'] as const

export const BookTable = ({ books, mayChange, ...act }: Props): ReactNode => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a table that scrolls must be reachable by keyboard
  <section className="table-scroll" aria-label={words.table} tabIndex={0}>
    <table className="table">
      <thead>
        <tr>
          {HEADS.map((head) => (
            <th key={head} className="left">
              {words.columns[head]}
            </th>
          ))}
          {mayChange ? <th className="left">{words.columns.actions}</th> : null}
        </tr>
      </thead>
      <tbody>
        {books.map((book) => (
          <tr key={book.bookId} data-book={book.name}>
            <th scope="row" className="left">
              {book.name}
            </th>
            <td className="left">
              <span className={book.enabled ? 'tag tag-good' : 'tag'}>{book.enabled ? words.on : words.off}</span>
            </td>
            <td className="left">{book.baseUrl}</td>
            <td className="left">{book.keyId}</td>
            <td className="left">
              <Trial trial={book.trial} />
            </td>
            <td className={`left ${css.users}`}>{usersText(book)}</td>
            {mayChange ? (
              <td className="left">
                <Actions book={book} {...act} />
              </td>
            ) : null}
          </tr>
        ))}
      </tbody>
    </table>
  </section>
)
