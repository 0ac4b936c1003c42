import * as booksCalls from '@strata/contract/calls/outside-books'
import { PERMISSION } from '@strata/contract/permissions'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import '../../ui/page/list-page.css'
import { api } from '../../api/api.ts'
import { orReadAgain } from '../../api/or-read-again.ts'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { refreshAfter } from '../../api/stale.ts'
import { ConfirmDialog } from '../../components/dialogs/confirm.tsx'
import { ListState } from '../../components/list-state.tsx'
import { LogLink } from '../../components/logs/log-link.tsx'
import { newRequestId } from '../../lib/request-id.ts'
import { booksText as words } from '../../text/zh-CN/rooms/books.ts'
import { BookDialog } from './book-dialog.tsx'
import type { Book } from './book-model.ts'
import { BookTable } from './book-table.tsx'
import css from './books.module.css'
import { ChannelsCard } from './channels-card.tsx'

type Asked = { readonly kind: 'edit'; readonly book: Book | null } | { readonly kind: 'switch'; readonly book: Book }

const useSwitch = ({ bookId, version }: Book): ((enabled: boolean) => Promise<void>) => {
  const client = useQueryClient()
  return async (enabled) => {
    const wish = { bookId, version, enabled, requestId: newRequestId() }
    await orReadAgain(client, { read: booksCalls.bookQuery }, () => api.call(booksCalls.bookUpdate, wish))
    await refreshAfter(client, booksCalls.bookUpdate)
  }
}

const SwitchDialog = ({ book, onClose }: { readonly book: Book; readonly onClose: () => void }): ReactNode => {
  const change = useSwitch(book)
  // What was asked for stays what is asked for: somebody else may have switched it meanwhile.
  const [{ enabled }] = useState(book)
  return (
    <ConfirmDialog
      title={enabled ? words.disableTitle(book.name) : words.labelOf(words.enable, book.name)}
      confirm={enabled ? words.disable : words.enable}
      danger={enabled}
      onConfirm={() => change(!enabled)}
      onClose={onClose}
    >
      {enabled ? <p>{words.disableText(book.users.length)}</p> : null}
    </ConfirmDialog>
  )
}

/** The outside books that take fly-outs, and the channels that send reset codes. */
export const BooksPage = (): ReactNode => {
  const books = useQuery(queryOf(booksCalls.bookQuery, {}))
  const mayChange = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.outsideBooks))
  const [asked, setAsked] = useState<Asked | null>(null)
  const close = (): void => setAsked(null)
  // As it is now: a dialog shows what somebody else saved meanwhile, and saves over that.
  const current = (book: Book): Book => books.data?.items.find(({ bookId }) => bookId === book.bookId) ?? book
  return (
    <div className="list-page">
      <section className="card list-card" aria-label={words.title}>
        <div className={css.head}>
          <h2>{words.title}</h2>
          <span className={css.note}>{words.note}</span>
          <span className={css.end}>
            <LogLink of={{ action: words.title }} />
            {mayChange ? (
              <button type="button" className="plain-button" onClick={() => setAsked({ kind: 'edit', book: null })}>
                {words.add}
              </button>
            ) : null}
          </span>
        </div>
        <ListState query={books} isEmpty={({ items }) => items.length === 0} empty={words.empty}>
          {({ items }) => (
            <BookTable
              books={items}
              mayChange={mayChange}
              onEdit={(book) => setAsked({ kind: 'edit', book })}
              onSwitch={(book) => setAsked({ kind: 'switch', book })}
            />
          )}
        </ListState>
      </section>
      <ChannelsCard mayChange={mayChange} />
      {asked?.kind === 'edit' ? <BookDialog book={asked.book && current(asked.book)} onClose={close} /> : null}
      {asked?.kind === 'switch' ? <SwitchDialog book={current(asked.book)} onClose={close} /> : null}
    </div>
  )
}
