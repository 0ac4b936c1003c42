import { serverNow } from './clock.ts'

type AppConfig = {
  readonly appSecret: string
  readonly mode: 'demo' | 'production'
  /** Told on the operators' side only. */
  readonly fourEyes?: boolean
  /** Host of the calls of game platforms, told on the operators' side only. */
  readonly agentsApi?: string
}

let config: Promise<AppConfig> | null = null

/** Settings that every page needs before sign-in. Requested once; a failed request is repeated. */
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

/** The cipher computes its tables when it loads, so a page without a password field does not load it. */
export const loadCipher = (): Promise<typeof import('@strata/contract/wrapper')> => import('@strata/contract/wrapper')

/**
 * A password sealed for the wire, with the server's current time. A sealed text works once: seal again for every
 * attempt.
 */
export const seal = async (password: string): Promise<string> => {
  const [{ appSecret }, { sealPassword }] = await Promise.all([loadConfig(), loadCipher()])
  return sealPassword({ password, appSecret, nowMs: serverNow() })
}

/** Whether this is a demo, which shows the messages that it would have sent. */
export const isDemo = async (): Promise<boolean> => (await loadConfig()).mode === 'demo'
