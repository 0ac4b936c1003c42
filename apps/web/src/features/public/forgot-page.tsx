import * as passwordsCalls from '@strata/contract/calls/passwords'
import { TextField } from '../../ui/fields/text-field.tsx'
import '../../ui/fields/labelled.css'
import { signInAccountProblem } from '@strata/contract/rules'
import { type FormEvent, type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiRefusal } from '../../api/client.ts'
import { useSession } from '../../api/session.ts'
import cardCss from '../../components/public-frame/card.module.css'
import { Frame, type Go, go } from '../../components/public-frame/public-frame.tsx'
import { commonText } from '../../text/zh-CN/entry/common.ts'
import { publicText } from '../../text/zh-CN/entry/public.ts'
import { useSecond } from '../../ui/hooks/use-second.ts'
import { DemoOutbox } from './demo-outbox.tsx'
import css from './public.module.css'
import { holdResetToken, resendIn } from './reset-flow.ts'
import { Steps } from './steps.tsx'

const words = publicText.forgot

/** Steps one and two of a forgotten password: the account name, and the code that was sent. */
export const ForgotPage = ({ onGo }: { readonly onGo: Go }): ReactNode => {
  const [sent, setSent] = useState<{ readonly account: string; readonly at: number } | null>(null)
  return (
    <Frame title={words.title}>
      <div className={`${cardCss.card} ${css.publicCard}`}>
        <Steps at={sent === null ? 1 : 2} />
        {sent === null ? (
          <AccountStep onSent={(account) => setSent({ account, at: Date.now() })} />
        ) : (
          <CodeStep
            key={sent.account}
            {...sent}
            onSent={() => setSent({ account: sent.account, at: Date.now() })}
            onOther={() => setSent(null)}
            onChecked={() => onGo('/resetpwd')}
          />
        )}
        <nav className="entry-links">
          <a href="/login" onClick={go(onGo, '/login')}>
            {publicText.back}
          </a>
        </nav>
      </div>
    </Frame>
  )
}

const AccountStep = ({ onSent }: { readonly onSent: (account: string) => void }): ReactNode => {
  const [account, setAccount] = useState(useSession.getState().rememberedAccount)
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const name = account.trim()
    const fault = signInAccountProblem(name)
    setProblem(fault)
    if (fault !== null) return
    setBusy(true)
    const send = async (): Promise<void> => {
      // Both calls give the same answer whether the account exists or not. Only the second one shows a message.
      await api.call(passwordsCalls.forgotPassword, { account: name }, { automatic: true })
      await api.call(passwordsCalls.sendResetCode, { account: name }, { atField: 'all' })
    }
    send().then(
      () => onSent(name),
      (caught: unknown) => {
        setBusy(false)
        setProblem(caught instanceof ApiRefusal ? caught.message : commonText.systemError)
      },
    )
  }
  return (
    <form noValidate onSubmit={submit}>
      <TextField
        label={words.account}
        problem={problem}
        autoComplete="username"
        autoCapitalize="off"
        spellCheck={false}
        maxLength={32}
        value={account}
        onChange={setAccount}
      />
      <button type="submit" className="plain-button" disabled={busy}>
        {words.next}
      </button>
    </form>
  )
}

type CodeProps = {
  readonly account: string
  readonly at: number
  readonly onSent: () => void
  readonly onOther: () => void
  readonly onChecked: () => void
}

const CodeStep = ({ account, at, onSent, onOther, onChecked }: CodeProps): ReactNode => {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useSecond()
  const wait = resendIn(at, Date.now())
  const refused = (caught: unknown): void => {
    if (caught instanceof ApiRefusal) setProblem(caught.message)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    if (!/^\d{6}$/.test(code)) {
      setProblem(words.codeProblem)
      return
    }
    setBusy(true)
    api
      .call(passwordsCalls.checkResetCode, { account, code }, { atField: 'all' })
      .then(({ resetToken }) => {
        holdResetToken(resetToken, Date.now())
        onChecked()
      }, refused)
      .finally(() => setBusy(false))
  }
  return (
    <form noValidate onSubmit={submit}>
      <p className="entry-note">{words.sent}</p>
      <p className={css.publicLine}>
        <b>{account}</b>
        <button type="button" className="link-button" onClick={onOther}>
          {words.otherAccount}
        </button>
      </p>
      <TextField
        label={words.code}
        problem={problem}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onChange={(text) => setCode(text.replaceAll(/\D/g, ''))}
      />
      <button type="submit" className="plain-button" disabled={busy}>
        {words.check}
      </button>
      <p className={css.publicLine} style={{ marginTop: 10 }}>
        <button
          type="button"
          className="link-button"
          disabled={wait > 0}
          onClick={() =>
            void api.call(passwordsCalls.sendResetCode, { account }, { atField: 'all' }).then(onSent, refused)
          }
        >
          {wait > 0 ? words.resendIn(wait) : words.resend}
        </button>
      </p>
      <DemoOutbox />
    </form>
  )
}
