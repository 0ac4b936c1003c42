import * as flyOutsCalls from '@strata/contract/calls/fly-outs'
import { newAccountProblem } from '@strata/contract/rules'
import { parseRate, parseShare, WHOLE_SHARE } from '@strata/domain/money'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../../api/api.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { ConfirmDialog } from '../../../components/dialogs/confirm.tsx'
import { newRequestId } from '../../../lib/request-id.ts'
import { groupDigits, readTyped } from '../../../lib/typed-amount.ts'
import { flyOutText } from '../../../text/zh-CN/rooms/fly-out.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Choice } from '../../../ui/fields/choice.tsx'
import { Labelled } from '../../../ui/fields/labelled.tsx'
import { showToast } from '../../../ui/pop-up/toast.ts'
import { type FlyOutAccount, useBooks } from './use-fly-out.ts'

const words = flyOutText.accounts
const CONNECTORS = ['http', 'record'] as const
const STATUSES = [1, 2, 4] as const

type Form = {
  readonly accountName: string
  readonly nickname: string
  readonly connector: FlyOutAccount['connector']
  /** '' if none is chosen. */
  readonly bookId: string
  readonly oddsDiscount: string
  readonly commission: string
  readonly maxPerItem: string
  readonly status: FlyOutAccount['status']
}
type Problems = Partial<Record<keyof typeof words.problems, string>>

const EMPTY: Form = {
  accountName: '',
  nickname: '',
  connector: 'http',
  bookId: '',
  oddsDiscount: '0',
  commission: '0',
  maxPerItem: '',
  status: 1,
}

const formOf = (account: FlyOutAccount | null): Form =>
  account === null
    ? EMPTY
    : { ...account, bookId: String(account.bookId ?? ''), maxPerItem: groupDigits(account.maxPerItem ?? '') }

const problemsOf = (form: Form, isNew: boolean): Problems => {
  const discount = parseShare(form.oddsDiscount.trim())
  const commission = parseRate(form.commission.trim())
  const wrong = {
    accountName: isNew && newAccountProblem(form.accountName) !== null,
    nickname: form.nickname.trim() === '',
    bookId: form.connector === 'http' && form.bookId === '',
    oddsDiscount: !discount.ok || discount.value < 0n || discount.value >= WHOLE_SHARE,
    commission: !commission.ok || commission.value < 0n || commission.value > 100_000n,
    maxPerItem: !readTyped(form.maxPerItem).ok,
  }
  const found = (Object.keys(wrong) as (keyof typeof wrong)[]).filter((field) => wrong[field])
  return Object.fromEntries(found.map((field) => [field, words.problems[field]]))
}

/** The request fields besides the account's name. */
const fieldsOf = (form: Form) => {
  const most = readTyped(form.maxPerItem)
  return {
    nickname: form.nickname.trim(),
    connector: form.connector,
    oddsDiscount: form.oddsDiscount.trim(),
    commission: form.commission.trim(),
    maxPerItem: most.ok ? most.value : null,
    status: form.status,
    requestId: newRequestId(),
    ...(form.connector === 'http' ? { bookId: Number(form.bookId) } : {}),
  }
}

type Props = { readonly account: FlyOutAccount | null; readonly onClose: () => void }

type FieldsProps = {
  readonly form: Form
  readonly set: (change: Partial<Form>) => void
  readonly shown: (field: keyof Problems) => string | null
  readonly books: ReturnType<typeof useBooks>
}

const BookField = ({ form, set, shown, books }: FieldsProps): ReactNode => {
  const list = books.data ?? []
  return (
    <Labelled
      label={words.columns.book}
      problem={shown('bookId')}
      hint={books.data && list.length === 0 ? words.noBooks : words.bookHint}
    >
      {() => (
        <Choice
          label={words.columns.book}
          value={form.bookId}
          options={[
            { value: '', label: words.chooseBook },
            ...list.map(({ bookId, name }) => ({ value: String(bookId), label: name })),
          ]}
          onChange={(bookId) => set({ bookId })}
        />
      )}
    </Labelled>
  )
}

const Fields = ({ form, set, shown, books, isNew }: FieldsProps & { readonly isNew: boolean }): ReactNode => {
  const text = (field: 'accountName' | 'nickname' | 'oddsDiscount' | 'commission' | 'maxPerItem', hint?: string) => (
    <Labelled label={words.columns[field]} problem={shown(field)} hint={hint}>
      {(input) => (
        <input
          {...input}
          className="text-input"
          maxLength={32}
          autoComplete="off"
          inputMode={field === 'accountName' || field === 'nickname' ? 'text' : 'decimal'}
          value={form[field]}
          onChange={(event) => set({ [field]: event.currentTarget.value })}
        />
      )}
    </Labelled>
  )
  return (
    <div className="form">
      {isNew ? text('accountName', words.nameHint) : null}
      {text('nickname')}
      <Labelled label={words.columns.connector} hint={words.connectorHints[form.connector]}>
        {() => (
          <Choice
            label={words.columns.connector}
            value={form.connector}
            options={CONNECTORS.map((value) => ({ value, label: words.connectors[value] }))}
            onChange={(connector) => set({ connector })}
          />
        )}
      </Labelled>
      {form.connector === 'http' ? <BookField {...{ form, set, shown, books }} /> : null}
      {text('oddsDiscount', words.discountHint)}
      {text('commission', words.commissionHint)}
      {text('maxPerItem', words.maxHint)}
      <Labelled label={words.columns.status}>
        {() => (
          <Choice
            label={words.columns.status}
            value={String(form.status)}
            options={STATUSES.map((one) => ({ value: String(one), label: peopleText.statuses[one] ?? '' }))}
            onChange={(value) => set({ status: STATUSES.find((one) => String(one) === value) ?? 1 })}
          />
        )}
      </Labelled>
    </div>
  )
}

/** Creates an account, or edits the terms of one. */
export const FlyOutAccountDialog = ({ account, onClose }: Props): ReactNode => {
  const client = useQueryClient()
  const books = useBooks(true)
  const [typed, setTyped] = useState<Partial<Form>>({})
  const form: Form = { ...formOf(account), ...typed }
  const set = (change: Partial<Form>): void => setTyped({ ...typed, ...change })
  const problems = problemsOf(form, account === null)
  const shown = (field: keyof Problems): string | null =>
    typed[field] === undefined ? null : (problems[field] ?? null)
  const save = async (): Promise<void> => {
    const fields = fieldsOf(form)
    if (account) await api.call(flyOutsCalls.flyOutAccountUpdate, { pilotId: account.pilotId, ...fields })
    else {
      await api.call(flyOutsCalls.flyOutAccountCreate, { accountName: form.accountName, ...fields })
      showToast('success', words.created)
    }
    await refreshAfter(client, flyOutsCalls.flyOutAccountCreate, flyOutsCalls.flyOutAccountUpdate)
  }
  return (
    <ConfirmDialog
      title={account ? words.edit(account.accountName) : words.add}
      confirm={peopleText.save}
      width={600}
      disabled={Object.keys(problems).length > 0}
      onConfirm={save}
      onClose={onClose}
    >
      <Fields {...{ form, set, shown, books }} isNew={account === null} />
    </ConfirmDialog>
  )
}
