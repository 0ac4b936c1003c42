import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useSession } from '../api/session.ts'
import { askPlatform } from '../components/public-frame/platform-name.ts'
import { entryText } from '../text/zh-CN/entry/entry.ts'
import type { CaptchaField } from './captcha-field.tsx'
import { type Faults, Field, type FieldName } from './sign-in-field.tsx'

/** The password cipher is a chunk of its own, loaded from the first key press. */
const loadSignIn = (): Promise<typeof import('./sign-in.ts')> => import('./sign-in.ts')

/** What is said of a maintenance; '' without one. The answer also teaches the clock that the password wrapper needs. */
const useMaintenance = (): string => {
  const [line, setLine] = useState('')
  useEffect(() => {
    askPlatform()
      .then(async (state) => {
        if (state.maintenanceState !== 0) setLine((await import('./maintenance-line.ts')).maintenanceLine(state))
      })
      .catch(() => {})
  }, [])
  return line
}

type Props = { readonly onFirstKey: () => void; readonly onSignedIn: () => void }

/** The attempts to sign in from a form, and what the last one asks for. */
const useAttempts = ({ onFirstKey, onSignedIn }: Props) => {
  const [faults, setFaults] = useState<Faults>({})
  const [codeNeeded, setCodeNeeded] = useState(false)
  const [busy, setBusy] = useState(false)
  const [Captcha, setCaptcha] = useState<typeof CaptchaField | null>(null)
  const [tries, setTries] = useState(0)
  const keyed = useRef(false)
  const form = useRef<HTMLFormElement>(null)

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    setBusy(true)
    // What was wrong with the last attempt is not said of this one.
    setFaults({})
    // The page is out of date or the network is down: the next press loads the missing part again.
    const cipher = await loadSignIn().catch(() => null)
    const said = cipher && (await cipher.attempt(typed))
    setBusy(false)
    if (!said) return
    if (said.signedIn) {
      onSignedIn()
      return
    }
    const { faults: found, sent, Captcha: asked } = said
    const [first] = Object.keys(found) as FieldName[]
    if (first === 'verifyCode') setCodeNeeded(true)
    if (asked) setCaptcha(() => asked)
    // A picture serves one attempt.
    if (sent) setTries(tries + 1)
    setFaults(found)
    if (first) queueMicrotask(() => form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus())
  }

  const firstKey = (): void => {
    if (keyed.current) return
    keyed.current = true
    onFirstKey()
    loadSignIn()
      .then(({ prepareSignIn }) => prepareSignIn())
      .catch(() => {})
  }
  return { form, faults, codeNeeded, busy, Captcha, tries, submit, firstKey }
}

const PasswordField = ({
  fault,
  first,
}: {
  readonly fault: string | undefined
  readonly first: boolean
}): ReactNode => {
  const [shown, setShown] = useState(false)
  return (
    <Field name="password" label={entryText.password} fault={fault}>
      {(props) => (
        <span className="entry-password">
          <input
            {...props}
            type={shown ? 'text' : 'password'}
            autoComplete="current-password"
            maxLength={64}
            // biome-ignore lint/a11y/noAutofocus: the first thing that is typed, with the account remembered
            autoFocus={first}
          />
          <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
            {shown ? entryText.hide : entryText.show}
          </button>
        </span>
      )}
    </Field>
  )
}

export const SignInForm = (props: Props): ReactNode => {
  const { form, faults, codeNeeded, busy, Captcha, tries, submit, firstKey } = useAttempts(props)
  const maintenance = useMaintenance()
  const remembered = useSession.getState().rememberedAccount
  return (
    <form ref={form} noValidate onSubmit={(event) => void submit(event)} onKeyDown={firstKey} onInput={firstKey}>
      {maintenance ? (
        <p className="entry-banner" role="status">
          {maintenance}
        </p>
      ) : null}
      <Field name="account" label={entryText.account} fault={faults.account}>
        {(props) => (
          <input
            {...props}
            autoComplete="username"
            autoCapitalize="off"
            spellCheck={false}
            maxLength={32}
            defaultValue={remembered}
            // The first thing every visitor does here is type.
            // biome-ignore lint/a11y/noAutofocus: the page has one purpose
            autoFocus={remembered === ''}
          />
        )}
      </Field>
      <PasswordField fault={faults.password} first={remembered !== ''} />
      {codeNeeded ? (
        <Field name="verifyCode" label={entryText.verifyCode} fault={faults.verifyCode}>
          {(props) => <input {...props} inputMode="numeric" autoComplete="one-time-code" maxLength={16} />}
        </Field>
      ) : null}
      {Captcha ? <Captcha key={tries} fault={faults.captchaText} form={form} Field={Field} /> : null}
      <button className="plain-button entry-submit" type="submit" disabled={busy}>
        {busy ? entryText.submitting : entryText.submit}
      </button>
    </form>
  )
}
