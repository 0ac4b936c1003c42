import { type FormEvent, lazy, type ReactNode, Suspense, useState } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'
import secondCss from '../../components/forms/second-factor.module.css'
import { firstStartText as words } from '../../text/zh-CN/entry/first-start.ts'
import { TextField } from '../../ui/fields/text-field.tsx'
import css from './first-start.module.css'
import { otpauthOf, type Typed } from './first-start-model.ts'

const KitQrCode = lazy(async () => ({ default: (await import('../../components/kit/kit-qr-code.tsx')).KitQrCode }))

type Props = {
  readonly typed: Typed
  readonly secret: string
  /** Creates everything; the text of a refusal, or null. */
  readonly onFinish: (verifyCode: string) => Promise<string | null>
  readonly onBack: () => void
}

/** Binds the phone of the first operator; nothing is created before its code is right. */
export const ValidatorStep = ({ typed, secret, onFinish, onBack }: Props): ReactNode => {
  const [code, setCode] = useState('')
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const entered = code.trim()
    if (!/^\d{6}$/.test(entered)) {
      setProblem(words.codeProblem)
      return
    }
    setBusy(true)
    void onFinish(entered).then((refused) => {
      setBusy(false)
      setProblem(refused)
    })
  }
  return (
    <form noValidate onSubmit={submit}>
      <p>{words.scan}</p>
      <div className={`${secondCss.qr} ${css.qr}`}>
        <Suspense fallback={null}>
          <KitQrCode value={otpauthOf(typed, secret)} size={180} />
        </Suspense>
      </div>
      <p>{words.manual}</p>
      <p className={`${secondCss.secret} ${css.secret}`} data-part="secret">
        {secret.replaceAll(/(.{4})(?=.)/g, '$1 ')}
      </p>
      <CopyButton text={secret} />
      <TextField
        label={words.code}
        problem={problem}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={6}
        value={code}
        onChange={setCode}
      />
      <div className={css.buttons}>
        <button type="submit" className="plain-button" disabled={busy}>
          {busy ? words.working : words.finish}
        </button>
        <button type="button" className="ghost-button" disabled={busy} onClick={onBack}>
          {words.back}
        </button>
      </div>
    </form>
  )
}
