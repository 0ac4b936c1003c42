import * as ledgerCalls from '@strata/contract/calls/ledger'
import { ROLE, type Role } from '@strata/domain/tree'
import { queryOf } from '../../api/queries.ts'
import { refreshAfter } from '../../api/stale.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import '../../ui/fields/labelled.css'
import { CODES } from '@strata/contract/errors'
import { transferPasswordProblem } from '@strata/contract/rules'
import { displayMoney, type Money } from '@strata/domain/money'
import { amountInWords } from '@strata/domain/money/words'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { ApiFailure, ApiRefusal } from '../../api/client.ts'
import { seal } from '../../api/seal.ts'
import { callSealed } from '../../api/sealed-call.ts'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { TransferPasswordField } from '../../components/forms/password-field.tsx'
import { showAmount } from '../../lib/amount.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { ledgerText } from '../../text/zh-CN/rooms/ledger.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { Skeleton } from '../../ui/page/skeleton.tsx'
import { showToast } from '../../ui/pop-up/toast.ts'
import { Balances } from './balances.tsx'
import css from './funds.module.css'
import {
  amountProblem,
  type Move,
  maxMovable,
  readTypedAmount,
  recoverableOf,
  type Sides,
  sidesAfter,
  wireAmount,
} from './funds-model.ts'

/** The account that money is moved to or from, and its parent. */
export type FundsTarget = {
  readonly agentPathsId: number
  readonly accountName: string
  readonly roleId: Role
  readonly fundMode: 'credit' | 'cash'
  readonly parent: { readonly agentPathsId: number; readonly name: string }
}

type Props = { readonly target: FundsTarget; readonly move: Move; readonly onClose: () => void }

const useBalanceOf = (agentPathsId: number, enabled: boolean) =>
  useQuery({
    ...queryOf(ledgerCalls.balance, { agentPathsId }, { automatic: true }),
    enabled,
    staleTime: 0,
  })

/** Transfers money to a downline or recovers it: an amount, a confirmation with both balances, then the password. */
export const FundsDialog = ({ target, move, onClose }: Props): ReactNode => {
  const underHead = target.roleId === ROLE.merchant
  const child = useBalanceOf(target.agentPathsId, true)
  const parent = useBalanceOf(target.parent.agentPathsId, !underHead)
  const [typed, setTyped] = useState<Typed>({ amount: '', all: false, remark: '' })
  const [asked, setAsked] = useState<Asked | null>(null)
  const [asking, setAsking] = useState(false)
  const sides: Sides | null =
    child.data && (underHead || parent.data)
      ? { child: child.data.balance, parent: underHead ? null : (parent.data?.balance ?? null) }
      : null
  const title = move === 'transfer' ? ledgerText.transfer(target.accountName) : ledgerText.recover(target.accountName)
  if (!sides)
    return (
      <Dialog title={title} width={480} onClose={onClose}>
        {child.isError || parent.isError ? (
          <p className="form-problem" role="alert">
            {appText.loadFailed}
          </p>
        ) : (
          <Skeleton rows={3} label={appText.loading} />
        )}
      </Dialog>
    )
  if (asking && asked)
    return (
      <AskOnce
        {...{ target, move, title, sides, typed, onClose }}
        amount={asked.amount}
        requestId={asked.requestId}
        onBack={() => setAsking(false)}
      />
    )
  return (
    <AmountForm
      {...{ target, move, title, sides, typed, onClose }}
      back={child.data ? recoverableOf(child.data) : undefined}
      onTyped={setTyped}
      onNext={(amount) => {
        setAsked((before) => askedAgain(before, { amount, remark: typed.remark.trim() }))
        setAsking(true)
      }}
    />
  )
}

/** What was asked about. The same again is the same transfer: it is never carried out twice. */
type Asked = { readonly amount: Money; readonly remark: string; readonly requestId: string }

const askedAgain = (before: Asked | null, now: Omit<Asked, 'requestId'>): Asked =>
  before?.amount === now.amount && before.remark === now.remark ? before : { ...now, requestId: newRequestId() }

type Typed = { readonly amount: string; readonly all: boolean; readonly remark: string }
type StepProps = Props & { readonly title: string; readonly sides: Sides; readonly typed: Typed }

type AmountFieldProps = {
  readonly typed: Typed
  readonly onTyped: (typed: Typed) => void
  readonly most: Money | null
  readonly read: Money | null
  readonly hint: string
  readonly problem: string | null
}

const AmountField = ({ typed, onTyped, most, read, hint, problem }: AmountFieldProps): ReactNode => (
  <>
    <Labelled label={ledgerText.amount} problem={problem} hint={hint}>
      {(input) => (
        <input
          {...input}
          className={`text-input ${css.fundsAmount}`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={20}
          // biome-ignore lint/a11y/noAutofocus: the amount is the dialog's only purpose
          autoFocus
          disabled={typed.all}
          value={typed.all && most !== null ? displayMoney(most) : typed.amount}
          onChange={(event) => onTyped({ ...typed, amount: event.currentTarget.value })}
        />
      )}
    </Labelled>
    <p className={css.fundsWords} aria-live="polite">
      {read === null ? ' ' : `${ledgerText.words}：${amountInWords(read)}`}
    </p>
  </>
)

const AmountForm = (
  props: StepProps & {
    /** What can be recovered, in the wire's form. */
    readonly back: string | undefined
    readonly onTyped: (typed: Typed) => void
    readonly onNext: (amount: Money) => void
  },
): ReactNode => {
  const { target, move, title, sides, back, typed, onTyped, onNext, onClose } = props
  const [judged, setJudged] = useState(false)
  const most = maxMovable(move, sides, back)
  const problem = typed.all
    ? most === null || most > 0n
      ? null
      : ledgerText.nothing
    : amountProblem(move, typed.amount, sides, back)
  const read = typed.all ? most : readTypedAmount(typed.amount)
  const hint =
    move === 'recover'
      ? ledgerText.available(showAmount(back ?? sides.child))
      : sides.parent === null
        ? ledgerText.head
        : ledgerText.parentHas(target.parent.name, showAmount(sides.parent))
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    setJudged(true)
    if (problem === null && read !== null && read > 0n) onNext(read)
  }
  return (
    <Dialog
      title={title}
      width={480}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" onClick={onClose}>
            {peopleText.cancel}
          </button>
          <button type="submit" form="funds-form" className="plain-button">
            {ledgerText.next}
          </button>
        </>
      }
    >
      <form id="funds-form" className="form form-one" noValidate onSubmit={submit}>
        <p className={css.fundsKind}>
          {ledgerText.kind}：{ledgerText.kinds[target.fundMode]}
        </p>
        <AmountField {...{ typed, onTyped, most, read, hint }} problem={judged ? problem : null} />
        {move === 'recover' ? (
          <label className="check">
            <input
              type="checkbox"
              checked={typed.all}
              onChange={(event) => onTyped({ ...typed, all: event.currentTarget.checked })}
            />
            {ledgerText.all}
          </label>
        ) : null}
        <TextField
          label={ledgerText.remark}
          maxLength={200}
          value={typed.remark}
          onChange={(text) => onTyped({ ...typed, remark: text })}
        />
      </form>
    </Dialog>
  )
}

type AskProps = StepProps & { readonly amount: Money; readonly requestId: string; readonly onBack: () => void }

/** The refusal that the password's field shows. */
const AT_PASSWORD = { atField: [CODES.transferPassword] } as const

const useSend = (props: AskProps): ((password: string) => Promise<void>) => {
  const { target, move, typed, amount, requestId, onClose } = props
  const client = useQueryClient()
  return async (password) => {
    const remark = typed.remark.trim()
    await callSealed(async (client) => {
      const common = {
        agentPathsId: target.agentPathsId,
        kind: target.fundMode,
        transferPassword: await seal(password),
        requestId,
        ...(remark === '' ? {} : { remark }),
      }
      if (move === 'recover')
        await client.call(
          ledgerCalls.agentRecovery,
          // All of it as an amount: what is moved is what was confirmed, also when the balance changes meanwhile.
          { ...common, amount: wireAmount(amount) },
          AT_PASSWORD,
        )
      else if (target.roleId === ROLE.merchant)
        await client.call(ledgerCalls.merchantTransfer, { ...common, amount: wireAmount(amount) }, AT_PASSWORD)
      else await client.call(ledgerCalls.agentTransfer, { ...common, amount: wireAmount(amount) }, AT_PASSWORD)
    })
    void refreshAfter(client, ledgerCalls.agentTransfer, ledgerCalls.agentRecovery)
    showToast('success', move === 'transfer' ? ledgerText.transferred : ledgerText.recovered)
    onClose()
  }
}

/** The password of the question and what came of sending it. */
const useAsk = (props: AskProps) => {
  const [password, setPassword] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [notice, setNotice] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [unknown, setUnknown] = useState(false)
  const send = useSend(props)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const fault = transferPasswordProblem(password)
    setProblem(fault)
    if (fault !== null) return
    setBusy(true)
    setNotice(null)
    send(password).catch((caught: unknown) => {
      setBusy(false)
      if (caught instanceof ApiRefusal && caught.code === CODES.transferPassword) setProblem(caught.message)
      else if (caught instanceof ApiRefusal) {
        setNotice(caught.message)
        if (caught.code !== CODES.lockedOut) setUnknown(false)
      } else if (caught instanceof ApiFailure) {
        setNotice(ledgerText.uncertain)
        setUnknown(true)
      }
    })
  }
  return { password, setPassword, problem, notice, busy, unknown, submit }
}

const AskOnce = (props: AskProps): ReactNode => {
  const { target, move, title, sides, amount, onBack, onClose } = props
  const { password, setPassword, problem, notice, busy, unknown, submit } = useAsk(props)
  const shown = displayMoney(amount)
  return (
    <Dialog
      title={title}
      width={480}
      onClose={onClose}
      footer={
        <>
          {/* Another amount while nobody knows what became of this one could move both. */}
          <button type="button" className="ghost-button" disabled={busy || unknown} onClick={onBack}>
            {ledgerText.edit}
          </button>
          <button type="submit" form="funds-ask" className="plain-button" disabled={busy}>
            {busy
              ? peopleText.working
              : move === 'transfer'
                ? ledgerText.confirmTransfer(shown)
                : ledgerText.confirmRecover(shown)}
          </button>
        </>
      }
    >
      <form id="funds-ask" noValidate onSubmit={submit}>
        {notice === null ? null : (
          <p className="form-problem" role="alert">
            {notice}
          </p>
        )}
        <p className={css.fundsBig}>
          <b>{shown}</b>
          <span>{amountInWords(amount)}</span>
        </p>
        <Balances
          names={{ parent: target.parent.name, child: target.accountName }}
          move={move}
          before={sides}
          after={sidesAfter(move, amount, sides)}
        />
        <TransferPasswordField
          label={ledgerText.password}
          problem={problem}
          hint={
            <>
              {peopleText.transferRules.six}　<Link to="/profile/password">{ledgerText.passwordPage}</Link>
            </>
          }
          value={password}
          onChange={setPassword}
        />
      </form>
    </Dialog>
  )
}
