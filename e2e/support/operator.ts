import { sealPassword } from '@strata/contract/wrapper'
import { API_URL, APP_SECRET, PASSWORD } from './world.ts'

type Envelope = { readonly code: number; readonly data: unknown; readonly message: string; readonly isSuccess: boolean }

/** The head's operator, signed in on the operators' side. */
export class Operator {
  readonly #headers: Readonly<Record<string, string>>

  private constructor(headers: Readonly<Record<string, string>>) {
    this.#headers = headers
  }

  static async signIn(account = 'headco01'): Promise<Operator> {
    const password = sealPassword({ password: PASSWORD, appSecret: APP_SECRET, nowMs: Date.now() })
    const open = new Operator({ agentPathsId: '0', roleType: '1' })
    const { accountToken, accountAgentPathsList } = await open.call<{
      accountToken: string
      accountAgentPathsList: { agentPathsId: number }[]
    }>('/api/common/account/adminlogin', { account, password })
    const agentPathsId = String(accountAgentPathsList[0]?.agentPathsId ?? 0)
    return new Operator({ Authorization: `Bearer ${accountToken}`, agentPathsId, roleType: '1' })
  }

  /** Makes a call that must succeed, and returns its data. */
  async call<T>(path: string, body: object): Promise<T> {
    const response = await fetch(`${API_URL}${path}?isclick=true`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...this.#headers },
      body: JSON.stringify(body),
    })
    const envelope = (await response.json()) as Envelope
    if (!envelope.isSuccess) throw new Error(`${path}: ${envelope.code} ${envelope.message}`)
    return envelope.data as T
  }
}
