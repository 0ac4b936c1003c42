import * as accessCalls from '@strata/contract/calls/access'
import { CODES } from '@strata/contract/errors'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiRefusal, type Client } from '../../api/client.ts'
import { keyOf } from '../../api/queries.ts'
import { seal } from '../../api/seal.ts'
import { callSealed } from '../../api/sealed-call.ts'
import { refreshAfter } from '../../api/stale.ts'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { OnceDialog } from '../../components/dialogs/once-dialog.tsx'
import { LoginPasswordField } from '../../components/forms/password-field.tsx'
import secondCss from '../../components/forms/second-factor.module.css'
import { newRequestId } from '../../lib/request-id.ts'
import { profileText } from '../../text/zh-CN/rooms/profile.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import css from './profile.module.css'

const KitQrCode = lazy(async () => ({ default: (await import('../../components/kit/kit-qr-code.tsx')).KitQrCode }))

const words = profileText.totp

type Setup = { readonly secret: string; readonly otpauthUrl: string }
type Step =
  | { readonly kind: 'idle' }
  | { readonly kind: 'binding'; readonly setup: Setup }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'stopping' }

const useValidatorOn = (): boolean | undefined =>
  useQuery({
    queryKey: keyOf(accessCalls.accountInfo, 'validator'),
    queryFn: async ({ signal }) => (await api.call(accessCalls.accountInfo, {}, { signal })).validatorOn,
  }).data

/** Sets up a second factor, shows the recovery codes once, or removes it. */
export const SecondFactor = (): ReactNode => {
  const on = useValidatorOn()
  const client = useQueryClient()
  const [step, setStep] = useState<Step>({ kind: 'idle' })
  const [busy, setBusy] = useState(false)
  const close = (): void => setStep({ kind: 'idle' })
  const changed = (): void => void refreshAfter(client, accessCalls.validatorEnable, accessCalls.validatorDisable)
  const begin = (): void => {
    setBusy(true)
    api
      .call(accessCalls.validatorSetup, { requestId: newRequestId() })
      .then((setup) => setStep({ kind: 'binding', setup }))
      .catch(() => {})
      .finally(() => setBusy(false))
  }
  return (
    <section className="card panel">
      <header>
        <h2>{words.title}</h2>
        {on === undefined ? null : (
          <span className={on ? 'tag tag-good' : 'tag'}>{on ? words.stateOn : words.stateOff}</span>
        )}
      </header>
      <div className="panel-body">
        <p className="page-note">{on ? words.on : words.off}</p>
        <p className={css.buttonLine}>
          {on === false ? (
            <button type="button" className="plain-button" disabled={busy} onClick={begin}>
              {words.start}
            </button>
          ) : null}
          {on ? (
            <button type="button" className="ghost-button" onClick={() => setStep({ kind: 'stopping' })}>
              {words.stop}
            </button>
          ) : null}
        </p>
      </div>
      {step.kind === 'binding' ? (
        <Binding
          setup={step.setup}
          onClose={close}
          onCodes={(codes) => {
            setStep({ kind: 'codes', codes })
            changed()
          }}
        />
      ) : null}
      {step.kind === 'codes' ? <RecoveryCodes codes={step.codes} onClose={close} /> : null}
      {step.kind === 'stopping' ? <Stopping onClose={close} onStopped={changed} /> : null}
    </section>
  )
}

type Proof = { readonly verifyCode: string; readonly password: string }

/** Each refusal stands at one of the two fields. */
const AT_FIELD = { atField: 'all' } as const

/** A code and the sign-in password; the refusal's code decides which field shows it. */
const useProof = (send: (client: Client, proof: Proof) => Promise<void>) => {
  const [code, setCode] = useState('')
  const [password, setPassword] = useState('')
  const [faults, setFaults] = useState<{ code?: string; password?: string }>({})
  const [busy, setBusy] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const found = {
      ...(/^[0-9A-Za-z-]{6,16}$/.test(code.trim()) ? {} : { code: words.codeProblem }),
      ...(password === '' ? { password: profileText.password.needed } : {}),
    }
    setFaults(found)
    if (Object.keys(found).length > 0) return
    setBusy(true)
    callSealed(async (client) => send(client, { verifyCode: code.trim(), password: await seal(password) })).catch(
      (caught: unknown) => {
        setBusy(false)
        if (!(caught instanceof ApiRefusal)) return
        setFaults(caught.code === CODES.wrongCredentials ? { password: caught.message } : { code: caught.message })
      },
    )
  }
  return { code, setCode, password, setPassword, faults, busy, submit }
}

const ProofFields = ({
  proof,
  label,
}: {
  readonly proof: ReturnType<typeof useProof>
  readonly label: string
}): ReactNode => (
  <>
    <TextField
      label={label}
      problem={proof.faults.code ?? null}
      inputMode="numeric"
      autoComplete="one-time-code"
      maxLength={16}
      value={proof.code}
      onChange={proof.setCode}
    />
    <LoginPasswordField
      label={words.password}
      problem={proof.faults.password ?? null}
      value={proof.password}
      onChange={proof.setPassword}
    />
  </>
)

type BindingProps = {
  readonly setup: Setup
  readonly onClose: () => void
  readonly onCodes: (codes: readonly string[]) => void
}

const Binding = ({ setup, onClose, onCodes }: BindingProps): ReactNode => {
  const proof = useProof(async (client, given) => {
    const answer = await client.call(accessCalls.validatorEnable, { ...given, requestId: newRequestId() }, AT_FIELD)
    onCodes(answer.recoveryCodes)
  })
  return (
    <Dialog
      title={words.start}
      width={620}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" onClick={onClose}>
            {peopleText.cancel}
          </button>
          <button type="submit" form="totp-form" className="plain-button" disabled={proof.busy}>
            {proof.busy ? peopleText.working : words.enable}
          </button>
        </>
      }
    >
      <form id="totp-form" className={css.totp} noValidate onSubmit={proof.submit}>
        <div>
          <p>{words.scan}</p>
          <div className={secondCss.qr}>
            <Suspense fallback={null}>
              <KitQrCode value={setup.otpauthUrl} size={190} />
            </Suspense>
          </div>
        </div>
        <div className={css.totpSide}>
          <p>{words.manual}</p>
          <p className={secondCss.secret} data-part="secret">
            {setup.secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
          </p>
          <p>
            <CopyButton text={setup.secret} />
          </p>
          <p style={{ marginTop: 12 }}>{words.enter}</p>
          <ProofFields proof={proof} label={words.code} />
        </div>
      </form>
    </Dialog>
  )
}

const download = (text: string): void => {
  const address = URL.createObjectURL(new Blob([text], { type: 'text/plain' }))
  const link = document.createElement('a')
  link.href = address
  link.download = words.fileName
  link.click()
  URL.revokeObjectURL(address)
}

const RecoveryCodes = ({
  codes,
  onClose,
}: {
  readonly codes: readonly string[]
  readonly onClose: () => void
}): ReactNode => {
  const text = codes.join('\n')
  return (
    <OnceDialog
      title={words.done}
      note={words.recoveryNote}
      onClose={onClose}
      footer={
        <>
          <CopyButton text={text} label={words.copyAll} />
          <button type="button" className="ghost-button" onClick={() => download(text)}>
            {words.download}
          </button>
          <button type="button" className="plain-button" onClick={onClose}>
            {words.saved}
          </button>
        </>
      }
    >
      <ul className={secondCss.codes} aria-label={words.recovery}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
    </OnceDialog>
  )
}

type StoppingProps = { readonly onClose: () => void; readonly onStopped: () => void }

const Stopping = ({ onClose, onStopped }: StoppingProps): ReactNode => {
  const proof = useProof(async (client, given) => {
    await client.call(accessCalls.validatorDisable, { ...given, requestId: newRequestId() }, AT_FIELD)
    onStopped()
    onClose()
  })
  return (
    <Dialog
      title={words.stop}
      width={420}
      onClose={onClose}
      footer={
        <>
          <button type="button" className="ghost-button" onClick={onClose}>
            {peopleText.cancel}
          </button>
          <button type="submit" form="totp-stop" className="plain-button danger-button" disabled={proof.busy}>
            {proof.busy ? peopleText.working : words.stop}
          </button>
        </>
      }
    >
      <form id="totp-stop" noValidate onSubmit={proof.submit}>
        <ProofFields proof={proof} label={words.codeOrRecovery} />
      </form>
    </Dialog>
  )
}
