import { sealPassword } from '@strata/contract/wrapper'
import { serverNow } from './clock.ts'

type AppConfig = { readonly appSecret: string; readonly mode: 'demo' | 'production' }

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

/**
 * A password as the wire takes it, sealed at this moment by the server's clock. A sealed text is good once: every
 * attempt seals anew.
 */
export const seal = async (password: string): Promise<string> => {
  const { appSecret } = await loadConfig()
  return sealPassword({ password, appSecret, nowMs: serverNow() })
}

/** Whether this is a demo, which shows what it would have sent. */
export const isDemo = async (): Promise<boolean> => (await loadConfig()).mode === 'demo'
