import * as accessCalls from '@strata/contract/calls/access'
import { type FormEvent, type ReactNode, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { ApiRefusal } from '../../api/client.ts'
import { openScreen, unlockedPorts } from '../../api/screen-lock.ts'
import { seal } from '../../api/seal.ts'
import { callSealed } from '../../api/sealed-call.ts'
import { useSession } from '../../api/session.ts'
import { lockText } from '../../text/zh-CN/app/lock.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { Labelled } from '../../ui/fields/labelled.tsx'
import { PasswordInput } from '../../ui/fields/password-input.tsx'
import { signOut } from '../frame/sign-out.ts'
import css from './lock-screen.module.css'

/** Asks the server whether it is the password; the refusal's text, or null when it is right. */
const tryPassword = async (password: string): Promise<string | null> => {
  try {
    await callSealed(
      async (client) => client.call(accessCalls.unlockScreen, { password: await seal(password) }, { automatic: true }),
      unlockedPorts,
    )
    return null
  } catch (caught) {
    return caught instanceof ApiRefusal ? caught.message : lockText.unreachable
  }
}

/** Over everything, also over dialogs, which stand in the browser's top layer; no key but the password leads out. */
const useCover = () => {
  const box = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const cover = box.current
    const title = document.title
    // Hidden together with its page, it loses the focus only after this.
    const worked = document.activeElement
    document.title = lockText.title
    document.body.dataset['locked'] = ''
    cover?.showModal()
    // A second Escape closes a dialog whatever the page says.
    const again = (): void => cover?.showModal()
    cover?.addEventListener('close', again)
    return () => {
      cover?.removeEventListener('close', again)
      delete document.body.dataset['locked']
      document.title = title
      // The page is shown again in the same turn.
      if (worked instanceof HTMLElement && worked !== document.body)
        requestAnimationFrame(() => worked.focus({ preventScroll: true }))
    }
  }, [])
  return box
}

/** The screen of somebody who went away: its own password opens it, and the page is as it was left. */
export const LockScreen = (): ReactNode => {
  const account = useSession((session) => session.account)
  const box = useCover()
  const [password, setPassword] = useState('')
  const [fault, setFault] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  useEffect(() => box.current?.querySelector('input')?.focus(), [box])
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    const said = password === '' ? lockText.needed : await tryPassword(password)
    setBusy(false)
    setFault(said)
    if (said === null) openScreen()
    else setPassword('')
    box.current?.querySelector('input')?.focus()
  }
  return (
    <dialog
      ref={box}
      className={css.cover}
      aria-labelledby="lock-screen-title"
      onCancel={(event) => event.preventDefault()}
    >
      <form className={css.card} noValidate onSubmit={(event) => void submit(event)}>
        <h1 id="lock-screen-title">{lockText.title}</h1>
        <p>{lockText.who(account?.accountName ?? '')}</p>
        <Labelled label={lockText.password} problem={fault}>
          {(props) => (
            <PasswordInput
              {...props}
              value={password}
              onChange={setPassword}
              words={peopleText}
              autoComplete="current-password"
              maxLength={64}
            />
          )}
        </Labelled>
        <button type="submit" className="plain-button" disabled={busy}>
          {lockText.open}
        </button>
        <button type="button" className="link-button" onClick={() => void signOut()}>
          {lockText.signOut}
        </button>
      </form>
    </dialog>
  )
}
