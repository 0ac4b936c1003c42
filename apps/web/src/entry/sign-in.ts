import { signInAccountProblem } from '@strata/contract/rules'
import { signInCall } from '#portal'
import { beginSession } from '../api/begin-session.ts'
import { loadCipher, loadConfig, seal } from '../api/seal.ts'
import { callSealed } from '../api/sealed-call.ts'

/** Loads what sealing a password needs before the first one is sent. */
export const prepareSignIn = async (): Promise<void> => {
  await Promise.all([loadConfig(), loadCipher()])
}

export { signInAccountProblem }

export type Credentials = { readonly account: string; readonly password: string; readonly verifyCode?: string }

/** Signs in and stores the session. Throws the client's errors: the page shows them under the field. */
export const signIn = async ({ account, password, verifyCode }: Credentials): Promise<void> => {
  const answer = await callSealed(async (client) =>
    client.call(signInCall, {
      account,
      password: await seal(password),
      ...(verifyCode === undefined ? {} : { verifyCode }),
    }),
  )
  beginSession(answer)
}
