import { captchaDraw } from '@strata/contract/calls/captcha'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { api } from '../api/api.ts'
import type { Answer } from '../api/client.ts'
import { captchaText as words } from '../text/zh-CN/entry/captcha.ts'
import css from './captcha-field.module.css'
import type { Field as FieldOf } from './sign-in-field.tsx'

type Props = {
  readonly fault: string | undefined
  readonly form: RefObject<HTMLFormElement | null>
  readonly Field: typeof FieldOf
}

/** The picture that the server draws after repeated failures, for the account in the form. A press draws another. */
export const CaptchaField = ({ fault, form, Field }: Props): ReactNode => {
  const [drawn, setDrawn] = useState<Answer<'access.captchaDraw'> | null>(null)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a turn draws another picture
  useEffect(() => {
    let here = true
    const account = form.current?.querySelector<HTMLInputElement>('[name=account]')?.value.trim() ?? ''
    api
      .call(captchaDraw, { account })
      .then((answer) => {
        if (here) setDrawn(answer)
      })
      // A toast has said it; the button asks again.
      .catch(() => {})
    return () => {
      here = false
    }
  }, [form, turn])
  return (
    <Field name="captchaText" label={words.label} fault={fault}>
      {(props) => (
        <span className={css.captcha}>
          <input {...props} autoComplete="off" autoCapitalize="characters" spellCheck={false} maxLength={8} />
          <input type="hidden" name="captchaId" value={drawn?.captchaId ?? ''} />
          <button type="button" title={words.another} onClick={() => setTurn(turn + 1)}>
            {drawn ? <img src={drawn.picture} alt={words.picture} width="160" height="56" /> : words.loading}
          </button>
        </span>
      )}
    </Field>
  )
}
