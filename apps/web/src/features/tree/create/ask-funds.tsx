import { CODES } from '@strata/contract/errors'
import { transferPasswordProblem } from '@strata/contract/rules'
import { displayMoney, formatMoney } from '@strata/domain/money'
import { amountInWords } from '@strata/domain/money/words'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiFailure, ApiRefusal } from '../../../api/client.ts'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { TransferPasswordField } from '../../../components/forms/password-field.tsx'
import { readAmount } from '../../../lib/amount.ts'
import { ledgerText } from '../../../text/zh-CN/rooms/ledger.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { peopleText } from '../../../text/zh-CN/shared/people.ts'
import { Balances } from '../../ledger/balances.tsx'
import fundsCss from '../../ledger/funds.module.css'
import { sidesAfter } from '../../ledger/funds-model.ts'

const words = treeText.createForm

type Props = {
  readonly name: string
  /** `balance` null: the head, whose balance has no limit. */
  readonly parent: { readonly name: string; readonly balance: string | null }
  /** As typed, without separators. */
  readonly credit: string
  readonly busy: boolean
  /** Rejects with the refusal of a wrong transfer password, or without an answer. */
  readonly onConfirm: (password: string) => Promise<void>
  readonly onClose: () => void
}

const NOTHING = formatMoney(readAmount('0'))

/** The question before an account is created with an amount: the amount in words, both balances, the password. */
export const AskFunds = ({ name, parent, credit, busy, onConfirm, onClose }: Props): ReactNode => {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [uncertain, setUncertain] = useState(false)
  const amount = readAmount(credit)
  const sides = { parent: parent.balance, child: NOTHING }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const fault = transferPasswordProblem(password)
    setProblem(fault)
    if (fault !== null || busy) return
    setUncertain(false)
    onConfirm(password).catch((caught: unknown) => {
      if (caught instanceof ApiRefusal && caught.code === CODES.transferPassword) setProblem(caught.message)
      else if (caught instanceof ApiFailure) setUncertain(true)
    })
  }
  return (
    <Dialog
      title={words.ask(name)}
      width={480}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" disabled={busy} onClick={onClose}>
            {ledgerText.edit}
          </button>
          <button type="submit" form="create-ask" className="plain-button" disabled={busy}>
            {busy ? peopleText.working : words.confirm(displayMoney(amount))}
          </button>
        </>
      }
    >
      <form id="create-ask" noValidate onSubmit={submit}>
        {uncertain ? (
          <p className="form-problem" role="alert">
            {words.uncertain}
          </p>
        ) : null}
        <p className={fundsCss.fundsBig}>
          <b>{displayMoney(amount)}</b>
          <span>{amountInWords(amount)}</span>
        </p>
        <Balances
          names={{ parent: parent.name, child: name }}
          move="transfer"
          before={sides}
          after={sidesAfter('transfer', amount, sides)}
        />
        <p className="dialog-note">{words.askNote}</p>
        <TransferPasswordField
          label={words.transferPassword}
          problem={problem}
          value={password}
          onChange={setPassword}
        />
      </form>
    </Dialog>
  )
}
