import type { MerchantId } from '@strata/domain/ids'
import { type CallMark, type CallOutcome, SignedCalls, type Signer } from '../access/session.ts'
import type { Clock } from '../platform/clock.ts'
import type { Pool, Queryable } from '../platform/db.ts'
import type { CallInfo } from '../platform/endpoint.ts'
import { isKeyChange } from '../platform/key-changes.ts'
import type { LiveHub } from '../platform/live.ts'
import type { Refusal } from '../platform/refusal.ts'
import type { Secrets } from '../platform/secrets.ts'
import { merchantKeyPurpose } from '../platform/signature.ts'
import { findMerchantByCode } from '../tree/merchants.ts'
import { KeyUse } from './key-use.ts'
import { hasAnyMerchantKey, readMerchantKeys, readSigningCodes } from './store-merchant-keys.ts'

export { issueKey, openKey } from './issued-keys.ts'
export {
  endMerchantKey,
  hasMerchantKeySealedBy,
  listMerchantKeys,
  retireAllButNewest,
  retireOldKeys,
  type StoredKey,
} from './store-merchant-keys.ts'

export interface SignedMerchant {
  readonly merchantId: MerchantId
  readonly code: string
  /** Null: no limit. */
  readonly betsPerSecond: number | null
}

interface MerchantKeysDeps {
  readonly pool: Pool
  readonly secrets: Secrets
  readonly clock: Clock
  /** Sends an event when keys were issued or retired. */
  readonly live?: LiveHub
}

/** Whether the merchant of a code has a key, live or not. */
export async function hasMerchantKey(on: Queryable, code: string): Promise<boolean> {
  const merchantId = await findMerchantByCode(on, code)
  return merchantId !== undefined && hasAnyMerchantKey(on, merchantId)
}

async function readSigner(
  { pool, secrets, clock }: MerchantKeysDeps,
  use: KeyUse,
  code: string,
): Promise<Signer<SignedMerchant> | undefined> {
  const merchantId = await findMerchantByCode(pool, code)
  if (merchantId === undefined) return undefined
  const stored = await readMerchantKeys(pool, merchantId, clock())
  if (stored.length === 0) return undefined
  const keys = stored.map((key) => secrets.open(key.secret, merchantKeyPurpose(key.merchant_id, key.key_id)))
  const onSigned = (index: number): void => {
    const key = stored[index]
    if (key) use.note(merchantId, key.key_id)
  }
  return {
    name: `merchant:${merchantId}`,
    caller: { merchantId, code, betsPerSecond: stored[0]?.bets_per_second ?? null },
    keys,
    onSigned,
  }
}

/** Checks the signature of game platforms' calls with the live keys of the merchant that the call names. */
export class MerchantKeys {
  readonly #calls: SignedCalls<SignedMerchant>

  constructor(deps: MerchantKeysDeps) {
    const { pool, clock } = deps
    const use = new KeyUse(pool, clock)
    this.#calls = new SignedCalls({
      pool,
      clock,
      readCodes: () => readSigningCodes(pool, clock()),
      readSigner: (code) => readSigner(deps, use, code),
    })
    deps.live?.subscribe((event) => {
      if (isKeyChange(event)) this.#calls.forget()
    })
  }

  /** Who signed a call. An unknown code gets the same answer as a wrong signature, after the same amount of work. */
  authorize(call: CallInfo): Promise<SignedMerchant | Refusal> {
    return this.#calls.authorize(call)
  }

  /** Answers a change; the bytes of a refused one are not judged a second time, which `answer` sees to with its mark. */
  answerOnce<Data>(
    call: CallInfo,
    answer: (mark: CallMark | undefined) => Promise<Data | Refusal>,
    outcomeOf: (data: Data) => CallOutcome,
  ): Promise<Data | Refusal> {
    return this.#calls.answerOnce(call, answer, outcomeOf)
  }
}
