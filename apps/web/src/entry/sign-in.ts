import { signInAccountProblem } from '@strata/contract/rules'
import { signInCall } from '#portal'
import { beginSession } from '../api/begin-session.ts'
import { ApiRefusal } from '../api/client.ts'
import { loadCipher, loadConfig, seal } from '../api/seal.ts'
import { callSealed } from '../api/sealed-call.ts'
import { noteTypedPassword } from '../api/typed-password.ts'
import { captchaText } from '../text/zh-CN/entry/captcha.ts'
import { entryText } from '../text/zh-CN/entry/entry.ts'
import { fieldText } from '../text/zh-CN/entry/field.ts'
import { watchCapsLock } from '../ui/fields/caps-lock.ts'
import type { CaptchaField } from './captcha-field.tsx'
import { SIGN_IN_CODES } from './refusal-codes.ts'
import type { Faults, FieldName } from './sign-in-field.tsx'

watchCapsLock(fieldText.capsLock)

/** Loads what sealing a password needs before the first one is sent. */
export const prepareSignIn = async (): Promise<void> => {
  await Promise.all([loadConfig(), loadCipher()])
}

type Read = (name: FieldName | 'captchaId') => string

/** What is missing before anything is sent. A field that the form does not show is not asked for. */
const faultsOf = (typed: FormData, read: Read): Faults => {
  const account = signInAccountProblem(read('account'))
  return {
    ...(account === null ? {} : { account }),
    ...(read('password') === '' ? { password: entryText.passwordNeeded } : {}),
    ...(typed.has('verifyCode') && read('verifyCode') === '' ? { verifyCode: entryText.verifyHint } : {}),
    ...(typed.has('captchaText') && read('captchaText') === '' ? { captchaText: captchaText.needed } : {}),
  }
}

/** Which field a refusal belongs to. */
const FIELDS: ReadonlyMap<number, FieldName> = new Map([
  [SIGN_IN_CODES.codeNeeded, 'verifyCode'],
  [SIGN_IN_CODES.codeWrong, 'verifyCode'],
  [SIGN_IN_CODES.disabled, 'account'],
  [SIGN_IN_CODES.frozen, 'account'],
  [SIGN_IN_CODES.captcha, 'captchaText'],
])

/** Signs in and stores the session. Throws the client's errors. */
const send = async (typed: FormData, read: Read): Promise<void> => {
  const password = read('password')
  const answer = await callSealed(async (client) =>
    client.call(
      signInCall,
      {
        account: read('account'),
        password: await seal(password),
        ...(typed.has('verifyCode') ? { verifyCode: read('verifyCode') } : {}),
        ...(read('captchaId') === '' ? {} : { captchaId: read('captchaId'), captchaText: read('captchaText') }),
      },
      { atField: 'all' },
    ),
  )
  // Whoever must choose passwords now is not asked again for the one just typed.
  if (answer.mustChangePassword || answer.needSetPassword) noteTypedPassword(password)
  beginSession(answer)
}

/** What became of an attempt; the page shows faults under their fields, the first of them focused. */
export type Said =
  | { readonly signedIn: true }
  | {
      readonly signedIn: false
      readonly faults: Faults
      /** The server was asked: a picture that it drew is used up. */
      readonly sent: boolean
      /** The field of the picture, when the server asks for one. */
      readonly Captcha?: typeof CaptchaField
    }

export const attempt = async (typed: FormData): Promise<Said> => {
  const read: Read = (name) => String(typed.get(name) ?? '').trim()
  const missing = faultsOf(typed, read)
  if (Object.keys(missing).length > 0) return { signedIn: false, faults: missing, sent: false }
  try {
    await send(typed, read)
    return { signedIn: true }
  } catch (caught) {
    if (!(caught instanceof ApiRefusal)) return { signedIn: false, faults: {}, sent: true }
    const field = FIELDS.get(caught.code) ?? 'password'
    const faults = { [field]: caught.message }
    if (field !== 'captchaText') return { signedIn: false, faults, sent: true }
    return { signedIn: false, faults, sent: true, Captcha: (await import('./captcha-field.tsx')).CaptchaField }
  }
}
