import { signInAccountProblem } from '@strata/contract/rules'
import { signInCall } from '#portal'
import { api } from '../api/api.ts'
import { beginSession } from '../api/begin-session.ts'
import { loadCipher, loadConfig, seal } from '../api/seal.ts'

/** Asks for what sealing a password needs, ahead of the first one. */
export const prepareSignIn = async (): Promise<void> => {
  await Promise.all([loadConfig(), loadCipher()])
}

export { signInAccountProblem }

export type Credentials = { readonly account: string; readonly password: string; readonly verifyCode?: string }

/** Signs in and keeps the session. Throws what the client throws: the page shows it under the field. */
export const signIn = async ({ account, password, verifyCode }: Credentials): Promise<void> => {
  const answer = await api.call(signInCall, {
    account,
    password: await seal(password),
    ...(verifyCode === undefined ? {} : { verifyCode }),
  })
  beginSession(answer)
}
