import * as ledgerCalls from '@strata/contract/calls/ledger'
import { CODES } from '@strata/contract/errors'
import { transferPasswordProblem } from '@strata/contract/rules'
import { displayMoney, formatMoney, type Money } from '@strata/domain/money'
import { amountInWords } from '@strata/domain/money/words'
import { ROLE } from '@strata/domain/tree'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { queryOf } from '../../../api/queries.ts'
import { seal } from '../../../api/seal.ts'
import { callSealed } from '../../../api/sealed-call.ts'
import { useSession } from '../../../api/session.ts'
import { refreshAfter } from '../../../api/stale.ts'
import { Amount } from '../../../components/amount.tsx'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { TransferPasswordField } from '../../../components/forms/password-field.tsx'
import { readAmount, showAmount } from '../../../lib/amount.ts'
import { ledgerText } from '../../../text/zh-CN/rooms/ledger.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { TextField } from '../../../ui/fields/text-field.tsx'
import { amountProblem, readTypedAmount, sidesAfter, wireAmount } from '../../ledger/funds-model.ts'
import type { AccountRow } from '../accounts/row-actions.ts'
import { BulkResults } from './bulk-results.tsx'
import { useBulkRows } from './use-bulk-rows.ts'

const words = treeText.bulkRows

type Props = { readonly rows: readonly AccountRow[]; readonly onClose: () => void }

const balanceOf = (row: AccountRow): string => (row.fundMode === 'credit' ? row.balance : row.cash)

/** The sum of one amount for each row; null: nothing that can be sent is typed. */
const sumOf = (typed: string, count: number): Money | null => {
  const each = readTypedAmount(typed)
  return each === null || each <= 0n ? null : ((each * BigInt(count)) as Money)
}

/** One transfer for each row, with the same password. */
const useTransfers = (rows: readonly AccountRow[]) => {
  // With a wrong password no row can succeed, and each try would count as a guess.
  const bulk = useBulkRows(rows, [CODES.transferPassword, CODES.lockedOut])
  const client = useQueryClient()
  const send = async (amount: Money, password: string): Promise<void> => {
    await bulk.start((row, requestId) =>
      callSealed(async (sealed) => {
        const { agentPathsId, fundMode, roleId } = row
        const transferPassword = await seal(password)
        const call = roleId === ROLE.merchant ? ledgerCalls.merchantTransfer : ledgerCalls.agentTransfer
        const wire = { agentPathsId, kind: fundMode, amount: wireAmount(amount), transferPassword, requestId }
        // Each row shows its own refusal.
        return await sealed.call(call, wire, { atField: 'all' })
      }),
    )
    await refreshAfter(client, ledgerCalls.agentTransfer)
  }
  return { ...bulk, send }
}

/** What is typed: the same amount for each row, and the password; its sum against what is available. */
const useTyped = (rows: readonly AccountRow[]) => {
  const own = useSession((session) => session.currentPathId)
  const underHead = rows[0]?.roleId === ROLE.merchant
  const parent = useQuery({
    ...queryOf(ledgerCalls.balance, { agentPathsId: own }, { automatic: true }),
    enabled: !underHead,
  }).data
  const [typed, setTyped] = useState('')
  const [password, setPassword] = useState('')
  const sum = sumOf(typed, rows.length)
  const available = underHead || parent === undefined ? null : parent.balance
  const tooMuch = available !== null && sum !== null && sum > readAmount(available)
  const problem =
    amountProblem('transfer', typed, { parent: null, child: '0' }) ??
    (tooMuch ? ledgerText.tooMuch(showAmount(available)) : null)
  const hint =
    sum === null
      ? available === null
        ? undefined
        : words.available(showAmount(available))
      : words.sum(displayMoney(sum), amountInWords(sum))
  const passwordFault = transferPasswordProblem(password)
  return { typed, setTyped, password, setPassword, each: readTypedAmount(typed), sum, problem, hint, passwordFault }
}

type FormProps = ReturnType<typeof useTyped> & {
  readonly judged: boolean
  /** The amount is fixed from the first try on: a row that is sent again is the same transfer. */
  readonly fixed: boolean
  readonly onSubmit: () => void
}

const Form = (props: FormProps): ReactNode => {
  const { typed, setTyped, password, setPassword, problem, hint, passwordFault, judged, fixed, onSubmit } = props
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSubmit()
  }
  return (
    <form id="bulk-funds" className="form" noValidate onSubmit={submit}>
      <TextField
        label={words.each}
        problem={judged ? problem : null}
        hint={hint}
        inputMode="decimal"
        autoComplete="off"
        maxLength={20}
        disabled={fixed}
        value={typed}
        onChange={setTyped}
      />
      <TransferPasswordField
        label={ledgerText.password}
        problem={judged ? passwordFault : null}
        value={password}
        onChange={setPassword}
      />
    </form>
  )
}

/** The same amount for many direct children: the balances before and after, the sum, one password, a result each. */
export const BulkFunds = ({ rows, onClose }: Props): ReactNode => {
  const typed = useTyped(rows)
  const [judged, setJudged] = useState(false)
  const { results, busy, allDone, send } = useTransfers(rows)
  const { each, sum, problem, passwordFault, password } = typed
  const submit = (): void => {
    setJudged(true)
    if (allDone) onClose()
    else if (problem === null && passwordFault === null && each !== null && !busy) send(each, password).catch(() => {})
  }
  const main = allDone ? treeText.bulkTerms.close : words.confirmFunds(sum === null ? '' : displayMoney(sum))
  return (
    <Dialog
      title={words.fundsTitle(rows.length)}
      width={680}
      onClose={onClose}
      footer={
        <>
          {allDone ? null : (
            <button type="button" className="ghost-button" disabled={busy} onClick={onClose}>
              {peopleText.cancel}
            </button>
          )}
          <button type="submit" form="bulk-funds" className="plain-button" disabled={busy}>
            {busy ? peopleText.working : main}
          </button>
        </>
      }
    >
      <Form {...typed} judged={judged} fixed={busy || results.length > 0} onSubmit={submit} />
      <BulkResults rows={rows} results={results} columns={columnsOf(each)} />
      <p className="dialog-note">{words.fundsNote}</p>
    </Dialog>
  )
}

const columnsOf = (each: Money | null) => [
  { title: words.now, cell: (row: AccountRow): ReactNode => <Amount value={balanceOf(row)} /> },
  {
    title: words.after,
    cell: (row: AccountRow): ReactNode => (
      <Amount
        value={
          each === null || each <= 0n
            ? null
            : sidesAfter('transfer', each, { parent: null, child: formatMoney(readAmount(balanceOf(row))) }).child
        }
      />
    ),
  },
]
