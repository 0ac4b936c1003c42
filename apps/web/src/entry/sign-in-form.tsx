import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiRefusal } from '../api/client.ts'
import { useSession } from '../api/session.ts'
import { askPlatform } from '../components/public-frame/platform-name.ts'
import { entryText } from '../text/zh-CN/entry/entry.ts'
import { SIGN_IN_CODES } from './refusal-codes.ts'

/** The password cipher is a chunk of its own, loaded from the first key press. */
const loadSignIn = (): Promise<typeof import('./sign-in.ts')> => import('./sign-in.ts')

type FieldName = 'account' | 'password' | 'verifyCode'
type Faults = Partial<Record<FieldName, string>>

/** Which field a refusal belongs to. */
const fieldOf = (refusal: ApiRefusal): FieldName => {
  if (refusal.code === SIGN_IN_CODES.codeNeeded || refusal.code === SIGN_IN_CODES.codeWrong) return 'verifyCode'
  if (refusal.code === SIGN_IN_CODES.disabled || refusal.code === SIGN_IN_CODES.frozen) return 'account'
  return 'password'
}

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

export const SignInForm = ({ onFirstKey, onSignedIn }: Props): ReactNode => {
  const [faults, setFaults] = useState<Faults>({})
  const [codeNeeded, setCodeNeeded] = useState(false)
  const [shown, setShown] = useState(false)
  const [busy, setBusy] = useState(false)
  const keyed = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const maintenance = useMaintenance()
  const remembered = useSession.getState().rememberedAccount

  const focus = (name: FieldName): void => {
    queueMicrotask(() => form.current?.querySelector<HTMLInputElement>(`[name=${name}]`)?.focus())
  }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const typed = new FormData(event.currentTarget)
    const text = (name: FieldName): string => String(typed.get(name) ?? '').trim()
    const account = text('account')
    const password = text('password')
    setBusy(true)
    const cipher = await loadSignIn().catch(() => null)
    setBusy(false)
    // The page is out of date or the network is down; the next press loads the missing part again.
    if (!cipher) return
    const accountProblem = cipher.signInAccountProblem(account)
    const found: Faults = {
      ...(accountProblem === null ? {} : { account: accountProblem }),
      ...(password === '' ? { password: entryText.passwordNeeded } : {}),
      ...(codeNeeded && text('verifyCode') === '' ? { verifyCode: entryText.verifyHint } : {}),
    }
    setFaults(found)
    const [first] = Object.keys(found) as FieldName[]
    if (first) {
      focus(first)
      return
    }
    setBusy(true)
    try {
      await cipher.signIn({ account, password, ...(codeNeeded ? { verifyCode: text('verifyCode') } : {}) })
      onSignedIn()
    } catch (caught) {
      setBusy(false)
      if (!(caught instanceof ApiRefusal)) return
      const field = fieldOf(caught)
      if (field === 'verifyCode') setCodeNeeded(true)
      setFaults({ [field]: caught.message })
      focus(field)
    }
  }

  const firstKey = (): void => {
    if (keyed.current) return
    keyed.current = true
    onFirstKey()
    loadSignIn()
      .then(({ prepareSignIn }) => prepareSignIn())
      .catch(() => {})
  }

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
      <Field name="password" label={entryText.password} fault={faults.password}>
        {(props) => (
          <span className="entry-password">
            <input
              {...props}
              type={shown ? 'text' : 'password'}
              autoComplete="current-password"
              maxLength={64}
              // biome-ignore lint/a11y/noAutofocus: as above, with the account remembered
              autoFocus={remembered !== ''}
            />
            <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
              {shown ? entryText.hide : entryText.show}
            </button>
          </span>
        )}
      </Field>
      {codeNeeded ? (
        <Field name="verifyCode" label={entryText.verifyCode} fault={faults.verifyCode}>
          {(props) => <input {...props} inputMode="numeric" autoComplete="one-time-code" maxLength={16} />}
        </Field>
      ) : null}
      <button className="plain-button entry-submit" type="submit" disabled={busy}>
        {busy ? entryText.submitting : entryText.submit}
      </button>
    </form>
  )
}

type InputProps = {
  readonly id: string
  readonly name: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string
}

const Field = ({
  name,
  label,
  fault,
  children,
}: {
  readonly name: FieldName
  readonly label: string
  readonly fault: string | undefined
  readonly children: (props: InputProps) => ReactNode
}): ReactNode => (
  <div className="entry-field">
    <label htmlFor={`entry-${name}`}>{label}</label>
    {children({
      id: `entry-${name}`,
      name,
      'aria-invalid': fault !== undefined,
      'aria-describedby': `entry-${name}-fault`,
    })}
    <p id={`entry-${name}-fault`} className="entry-fault" role={fault === undefined ? undefined : 'alert'}>
      {fault}
    </p>
  </div>
)
