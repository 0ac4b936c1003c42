import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import type { Secrets } from '../../platform/secrets.ts'
import type { AccessContext } from '../session/authorize.ts'

/** An alert for an account about something that an ancestor did to it. */
export interface Told {
  readonly merchantId: MerchantId
  readonly pathId: PathId
  readonly text: string
  readonly at: number
}

/**
 * Sends a code or a notice of a change to its receiver by one of the platform's channels. Never throws and never
 * reveals whether it worked.
 */
export type SendCode = (message: {
  readonly accountName: string
  readonly address: string
  readonly content: string
  /** Subject of a mail; default: the subject for codes. */
  readonly subject?: string
}) => void

export const SECURITY_SUBJECT = '账号安全提醒'

export interface PeopleContext extends AccessContext {
  readonly appSecret: string
  readonly secrets: Secrets
  /** Checks the authority of all streams of a merchant again at once. */
  readonly recheckStreams?: (merchantId: MerchantId) => void
  /** Raises an alert on the screens of a path. Injected, because alerts belong to a later room. */
  readonly tell?: (tx: Tx, told: Told) => Promise<void>
  readonly sendCode?: SendCode
}

export interface ProfileContext extends PeopleContext {
  /** Lists of the tree show each path's own copy of the nickname; belongs to a later room. */
  readonly renamePaths: (
    tx: Tx,
    account: { readonly merchantId: MerchantId; readonly accountId: AccountId; readonly nickname: string | null },
  ) => Promise<void>
}
