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

/** The cipher reckons its tables as soon as it comes: a page on which nobody types a password does without. */
export const loadCipher = (): Promise<typeof import('@strata/contract/wrapper')> => import('@strata/contract/wrapper')

/**
 * A password as the wire takes it, sealed at this moment by the server's clock. A sealed text is good once: every
 * attempt seals again.
 */
export const seal = async (password: string): Promise<string> => {
  const [{ appSecret }, { sealPassword }] = await Promise.all([loadConfig(), loadCipher()])
  return sealPassword({ password, appSecret, nowMs: serverNow() })
}

/** Whether this is a demo, which shows what it would have sent. */
export const isDemo = async (): Promise<boolean> => (await loadConfig()).mode === 'demo'
