import { sealPassword } from '@strata/contract/wrapper'
import { API_URL, APP_SECRET, PASSWORD } from './world.ts'

type Envelope = { readonly code: number; readonly data: unknown; readonly message: string; readonly isSuccess: boolean }

const send = async (path: string, body: object, headers: Record<string, string>): Promise<Response> =>
  await fetch(`${API_URL}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** A session outside the browser, for actions that the tested page must not see. */
export class ApiUser {
  readonly #token: string
  readonly agentPathsId: number

  private constructor(token: string, agentPathsId: number) {
    this.#token = token
    this.agentPathsId = agentPathsId
  }

  static async signIn(account: string): Promise<ApiUser> {
    const password = sealPassword({ password: PASSWORD, appSecret: APP_SECRET, nowMs: Date.now() })
    const headers = { agentPathsId: '0', roleType: '2' }
    const response = await send('/api/common/account/agentlogin', { account, password }, headers)
    const envelope = (await response.json()) as Envelope
    if (!envelope.isSuccess) throw new Error(`${account}: ${envelope.message}`)
    const data = envelope.data as { accountToken: string; accountAgentPathsList: { agentPathsId: number }[] }
    return new ApiUser(data.accountToken, data.accountAgentPathsList[0]?.agentPathsId ?? 0)
  }

  get #headers(): Record<string, string> {
    return { Authorization: `Bearer ${this.#token}`, agentPathsId: String(this.agentPathsId), roleType: '2' }
  }

  /** Makes a call that must succeed, and returns its data. */
  async call<T>(path: string, body: object = {}): Promise<T> {
    return await read<T>(path, await send(`${path}?isclick=true`, body, this.#headers))
  }

  /** The same for a GET. */
  async get<T>(path: string): Promise<T> {
    return await read<T>(path, await fetch(`${API_URL}${path}`, { headers: this.#headers }))
  }
}

const read = async <T>(path: string, response: Response): Promise<T> => {
  if (response.status !== 200) throw new Error(`${path}: HTTP ${response.status}`)
  const envelope = (await response.json()) as Envelope
  if (!envelope.isSuccess) throw new Error(`${path}: ${envelope.code} ${envelope.message}`)
  return envelope.data as T
}

export type StoredSession = { readonly token: string; readonly currentPathId: number }

/** Ends a session, like a sign-out on another device. */
export const revoke = async ({ token, currentPathId }: StoredSession): Promise<void> => {
  const headers = { Authorization: `Bearer ${token}`, agentPathsId: String(currentPathId), roleType: '2' }
  const response = await send('/api/common/account/logout', {}, headers)
  const envelope = (await response.json()) as Envelope
  if (!envelope.isSuccess) throw new Error(`logout: ${envelope.message}`)
}
