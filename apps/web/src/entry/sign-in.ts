import { sealPassword } from '@strata/contract/wrapper'
import { api } from '../api/api.ts'
import { beginSession } from '../api/begin-session.ts'
import { signInCall } from '../api/calls.ts'
import { serverNow } from '../api/clock.ts'

type AppConfig = { readonly appSecret: string }

let config: Promise<AppConfig> | null = null

/** What the server tells every page before anybody has signed in. Asked once; a failure is asked again. */
export const loadConfig = (): Promise<AppConfig> => {
  config ??= fetch('/config.json', { credentials: 'omit' }).then(async (response) => {
    if (!response.ok) throw new Error(`config.json: ${response.status}`)
    return (await response.json()) as AppConfig
  })
  config.catch(() => {
    config = null
  })
  return config
}

export type Credentials = { readonly account: string; readonly password: string; readonly verifyCode?: string }

/** Signs in and keeps the session. Throws what the client throws: the page shows it under the field. */
export const signIn = async ({ account, password, verifyCode }: Credentials): Promise<void> => {
  const { appSecret } = await loadConfig()
  const answer = await api.call(signInCall, {
    account,
    password: sealPassword({ password, appSecret, nowMs: serverNow() }),
    ...(verifyCode === undefined ? {} : { verifyCode }),
  })
  beginSession(answer)
}
