import * as flyOutsCalls from '@strata/contract/calls/fly-outs'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { newRequestId } from '../../../lib/request-id.ts'
import { groupDigits, readTyped } from '../../../lib/typed-amount.ts'
import { flyOutText } from '../../../text/zh-CN/rooms/fly-out.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Switch } from '../../../ui/fields/choice.tsx'
import { Labelled } from '../../../ui/fields/labelled.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import css from './fly-out.module.css'
import type { FlyOutSaved } from './use-fly-out.ts'

const words = flyOutText.settings.rule

type Child = FlyOutSaved['downline'][number]
type Book = { readonly bookId: number; readonly name: string }

const booksText = (bookIds: Child['bookIds'], books: readonly Book[]): string => {
  if (bookIds === null) return words.anyBook
  const names = bookIds.map((id) => books.find(({ bookId }) => bookId === id)?.name ?? String(id))
  return names.length === 0 ? words.noBook : names.join('、')
}

type CellsProps = {
  readonly child: Child
  readonly books: readonly Book[]
  /** null: only for reading. */
  readonly onEdit: ((child: Child) => void) | null
}

/** What the parent decides about a child's fly-outs, in the columns of the list. */
export const RuleCells = ({ child, books, onEdit }: CellsProps): ReactNode => (
  <>
    <td className="left">{booksText(child.bookIds, books)}</td>
    <td className="left">{child.byHand ? words.yes : words.no}</td>
    <td>{child.maxPerItem === null ? words.unlimited : groupDigits(child.maxPerItem)}</td>
    <td className="left">
      {onEdit === null ? null : (
        <button
          type="button"
          className="link-button"
          aria-label={words.editOf(child.accountName)}
          onClick={() => onEdit(child)}
        >
          {words.edit}
        </button>
      )}
    </td>
  </>
)

type BooksProps = {
  readonly books: readonly Book[]
  readonly chosen: Child['bookIds']
  readonly onChange: (chosen: Child['bookIds']) => void
}

const Books = ({ books, chosen, onChange }: BooksProps): ReactNode => (
  <fieldset className={css.flyOutBooks}>
    <legend>{words.books}</legend>
    <label className="check">
      <input
        type="checkbox"
        checked={chosen === null}
        onChange={(event) => onChange(event.currentTarget.checked ? null : books.map(({ bookId }) => bookId))}
      />
      {words.anyBook} <small>{words.anyBookHint}</small>
    </label>
    {books.map(({ bookId, name }) => (
      <label key={bookId} className="check">
        <input
          type="checkbox"
          disabled={chosen === null}
          checked={chosen === null || chosen.includes(bookId)}
          onChange={(event) => {
            const others = (chosen ?? []).filter((id) => id !== bookId)
            onChange(event.currentTarget.checked ? [...others, bookId] : others)
          }}
        />
        {name}
      </label>
    ))}
  </fieldset>
)

type Props = { readonly child: Child; readonly books: readonly Book[]; readonly onClose: () => void }

/** To which outside books a child may fly out, and how much of an item. */
export const FlyOutRuleDialog = ({ child, books, onClose }: Props): ReactNode => {
  const client = useQueryClient()
  const [bookIds, setBookIds] = useState(child.bookIds)
  const [byHand, setByHand] = useState(child.byHand)
  const [most, setMost] = useState(groupDigits(child.maxPerItem ?? ''))
  const typed = readTyped(most)
  const save = async (): Promise<void> => {
    if (!typed.ok) return
    const { agentPathsId, version, isAllowPilotOut } = child
    const rule = { bookIds: bookIds === null ? null : [...bookIds], byHand, maxPerItem: typed.value }
    const items = [{ agentPathsId, version, isAllowPilotOut, rule }]
    try {
      await api.call(flyOutsCalls.flyOutAllowedSet, { items, requestId: newRequestId() })
      showToast('success', flyOutText.settings.downlineSaved)
    } finally {
      await refreshAfter(client, flyOutsCalls.flyOutAllowedSet)
    }
  }
  return (
    <ConfirmDialog
      title={words.title(child.accountName)}
      confirm={peopleText.save}
      disabled={!typed.ok}
      onConfirm={save}
      onClose={onClose}
    >
      <p className="dialog-note">{words.note}</p>
      <Books books={books} chosen={bookIds} onChange={setBookIds} />
      <Labelled label={words.byHand}>
        {() => <Switch label={words.byHand} checked={byHand} onChange={setByHand} />}
      </Labelled>
      <Labelled label={words.maxPerItem} hint={words.maxHint} problem={typed.ok ? null : words.maxWrong}>
        {(input) => (
          <input
            {...input}
            className="text-input"
            inputMode="decimal"
            placeholder={words.unlimited}
            value={most}
            onChange={(event) => setMost(event.currentTarget.value)}
          />
        )}
      </Labelled>
    </ConfirmDialog>
  )
}
