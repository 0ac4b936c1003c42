import type { Tx } from '../../platform/db.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AccessContext } from '../session/authorize.ts'

/** Something an account should hear about: what an ancestor did to it. */
export interface Told {
  readonly merchantId: number
  readonly pathId: number
  readonly text: string
  readonly at: number
}

/** Hands a code, or word of a change, to its receiver by one of the platform's channels. Never throws, never tells whether it worked. */
export type SendCode = (message: {
  readonly accountName: string
  readonly address: string
  readonly content: string
  /** Of a mail; absent: that of a code. */
  readonly subject?: string
}) => void

export const SECURITY_SUBJECT = '账号安全提醒'

export interface PeopleContext extends AccessContext {
  readonly appSecret: string
  readonly secrets: Secrets
  /** Has the streams of a merchant judged again at once. */
  readonly recheckStreams?: (merchantId: number) => void
  /** Raises an alert on the screens of a path; belongs to a later room. */
  readonly tell?: (tx: Tx, told: Told) => Promise<void>
  readonly sendCode?: SendCode
}
