import * as passwordsCalls from '@strata/contract/calls/passwords'
import '../../ui/fields/labelled.css'
import { CODES } from '@strata/contract/errors'
import { passwordProblem, transferPasswordProblem } from '@strata/contract/rules'
import { type FormEvent, type ReactNode, useState } from 'react'
import { ApiRefusal } from '../../api/client.ts'
import { seal } from '../../api/seal.ts'
import { callSealed } from '../../api/sealed-call.ts'
import { passwordChecks } from '../../lib/password.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { profileText } from '../../text/zh-CN/rooms/profile.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Checklist } from '../../ui/fields/checklist.tsx'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import css from './password-form.module.css'

const words = profileText.password

type Props = {
  readonly kind: 'login' | 'transfer'
  /** There is no transfer password yet: the login password is required to set the first one. */
  readonly first?: boolean
  readonly button: string
  /** The present password, if the user has just typed it: it is not asked for again. */
  readonly known?: string | null
  readonly onDone: (fresh: string) => void
}

const oldLabel = (kind: Props['kind'], first: boolean): string => {
  if (kind === 'login') return words.old
  return first ? words.oldForFirst : words.oldTransfer
}

type Typed = { readonly old: string; readonly fresh: string; readonly again: string }
const BLANK: Typed = { old: '', fresh: '', again: '' }
type Faults = Partial<Record<keyof Typed, string>>

const faultsOf = (kind: Props['kind'], typed: Typed): Faults => {
  const rule = kind === 'login' ? passwordProblem(typed.fresh) : transferPasswordProblem(typed.fresh)
  const fresh = rule ?? (typed.fresh === typed.old ? words.sameAsOld : null)
  return {
    ...(typed.old === '' ? { old: words.needed } : {}),
    ...(fresh === null ? {} : { fresh }),
    ...(typed.again === typed.fresh ? {} : { again: words.differs }),
  }
}

/** What the user has typed; the present password is asked for unless it is known and right. */
const useTyped = (known: string | null) => {
  const [written, setTyped] = useState<Typed>(BLANK)
  const [asks, setAsks] = useState(known === null)
  const typed: Typed = asks ? written : { ...written, old: known ?? '' }
  return { typed, setTyped, asks, setAsks }
}

/** Throws the client's errors; each refusal stands at one of the fields. */
const change = (kind: Props['kind'], typed: Typed): Promise<unknown> =>
  callSealed(async (client) => {
    const sealed = { oldPassword: await seal(typed.old), newPassword: await seal(typed.fresh) }
    const wire = { ...sealed, kind, requestId: newRequestId() }
    return await client.call(passwordsCalls.updatePassword, wire, { atField: 'all' })
  })

/** Changes the user's own sign-in or transfer password; a checklist shows which rules are met while typing. */
export const PasswordForm = ({ kind, first = false, button, known = null, onDone }: Props): ReactNode => {
  const { typed, setTyped, asks, setAsks } = useTyped(known)
  const [faults, setFaults] = useState<Faults>({})
  const [busy, setBusy] = useState(false)
  const digits = kind === 'transfer'
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = faultsOf(kind, typed)
    setFaults(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    const send = async (): Promise<void> => {
      await change(kind, typed)
      const { fresh } = typed
      setTyped(BLANK)
      onDone(fresh)
    }
    send()
      .catch((caught: unknown) => {
        if (!(caught instanceof ApiRefusal)) return
        const old: readonly number[] = [CODES.wrongCredentials, CODES.transferPassword, CODES.lockedOut]
        if (old.includes(caught.code)) setAsks(true)
        setFaults(old.includes(caught.code) ? { old: caught.message } : { fresh: caught.message })
      })
      .finally(() => setBusy(false))
  }
  const field = (
    name: keyof Typed,
    label: string,
    options: { readonly digits: boolean; readonly complete: string },
  ): ReactNode => (
    <Labelled label={label} problem={faults[name] ?? null}>
      {(input) => (
        <PasswordInput
          {...input}
          value={typed[name]}
          onChange={(value) => setTyped({ ...typed, [name]: value })}
          words={peopleText}
          digits={options.digits}
          maxLength={options.digits ? 6 : 64}
          autoComplete={options.complete}
        />
      )}
    </Labelled>
  )
  const checks =
    kind === 'login'
      ? passwordChecks(typed.fresh)
      : [{ text: peopleText.transferRules.six, ok: transferPasswordProblem(typed.fresh) === null }]
  return (
    <form className={css.passwordForm} noValidate onSubmit={submit}>
      {asks
        ? field('old', oldLabel(kind, first), {
            digits: digits && !first,
            complete: digits && !first ? 'off' : 'current-password',
          })
        : null}
      {field('fresh', digits ? words.freshTransfer : words.fresh, {
        digits,
        complete: digits ? 'off' : 'new-password',
      })}
      <Checklist
        label={digits ? peopleText.transferRules.label : peopleText.passwordRules.label}
        items={[...checks, { text: peopleText.same, ok: typed.again !== '' && typed.again === typed.fresh }]}
      />
      {field('again', words.again, { digits, complete: digits ? 'off' : 'new-password' })}
      <button type="submit" className="plain-button" disabled={busy}>
        {busy ? peopleText.working : button}
      </button>
    </form>
  )
}
