import * as passwordsCalls from '@strata/contract/calls/passwords'
import '../../ui/fields/labelled.css'
import { passwordProblem } from '@strata/contract/rules'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiRefusal } from '../../api/client.ts'
import { seal } from '../../api/seal.ts'
import { callSealed } from '../../api/sealed-call.ts'
import cardCss from '../../components/public-frame/card.module.css'
import { Frame, type Go, go } from '../../components/public-frame/public-frame.tsx'
import { passwordChecks } from '../../lib/password.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { publicText } from '../../text/zh-CN/entry/public.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Checklist } from '../../ui/fields/checklist.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { useSecond } from '../../ui/hooks/use-second.ts'
import css from './public.module.css'
import { dropResetToken, heldResetToken } from './reset-flow.ts'
import { Steps } from './steps.tsx'

const words = publicText.reset

/** Step three of a forgotten password: a new password, while the token is valid. */
export const ResetPage = ({ onGo }: { readonly onGo: Go }): ReactNode => {
  useSecond()
  const held = heldResetToken(Date.now())
  return (
    <Frame title={words.title}>
      <div className={`${cardCss.card} ${css.publicCard}`}>
        <Steps at={3} />
        {held === null ? (
          <>
            <p className="entry-banner" role="alert">
              {words.lost}
            </p>
            <button type="button" className="plain-button" onClick={() => onGo('/forgot')}>
              {words.restart}
            </button>
          </>
        ) : (
          <NewPassword token={held.token} minutes={Math.ceil((held.until - Date.now()) / 60_000)} onGo={onGo} />
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

type Props = { readonly token: string; readonly minutes: number; readonly onGo: Go }

const NewPassword = ({ token, minutes, onGo }: Props): ReactNode => {
  const [fresh, setFresh] = useState('')
  const [again, setAgain] = useState('')
  const [faults, setFaults] = useState<{ readonly fresh?: string; readonly again?: string }>({})
  const [busy, setBusy] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const rule = passwordProblem(fresh)
    const found = {
      ...(rule === null ? {} : { fresh: rule }),
      ...(fresh === again ? {} : { again: words.differs }),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const send = async (): Promise<void> => {
      await callSealed(async (client) =>
        client.call(
          passwordsCalls.updatePassword,
          { resetToken: token, newPassword: await seal(fresh), requestId: newRequestId() },
          { atField: 'all' },
        ),
      )
      dropResetToken()
      onGo('/login')
    }
    send().catch((caught: unknown) => {
      setBusy(false)
      if (caught instanceof ApiRefusal) setFaults({ fresh: caught.message })
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <p className={css.publicLine}>
        <span>{words.note}</span>
        <span>{words.left(minutes)}</span>
      </p>
      <Labelled label={words.fresh} problem={faults.fresh ?? null}>
        {(input) => (
          <PasswordInput
            {...input}
            value={fresh}
            onChange={setFresh}
            words={peopleText}
            autoComplete="new-password"
            maxLength={16}
          />
        )}
      </Labelled>
      <Checklist
        label={peopleText.passwordRules.label}
        items={[...passwordChecks(fresh), { text: peopleText.same, ok: again !== '' && again === fresh }]}
      />
      <Labelled label={words.again} problem={faults.again ?? null}>
        {(input) => (
          <PasswordInput
            {...input}
            value={again}
            onChange={setAgain}
            words={peopleText}
            autoComplete="new-password"
            maxLength={16}
          />
        )}
      </Labelled>
      <button type="submit" className="plain-button" disabled={busy}>
        {words.submit}
      </button>
    </form>
  )
}
