import type { Clock } from '../platform/clock.ts'
import type { Pool } from '../platform/db.ts'
import type { CallInfo } from '../platform/endpoint.ts'
import { isKeyChange } from '../platform/key-changes.ts'
import type { LiveHub } from '../platform/live.ts'
import { type Refusal, refuse } from '../platform/refusal.ts'
import type { Secrets } from '../platform/secrets.ts'
import { merchantKeyPurpose, signatureProblem } from '../platform/signature.ts'
import { readMerchantKeys } from './store-merchant-keys.ts'

export interface SignedMerchant {
  readonly merchantId: number
  readonly code: string
}

interface KnownKeys {
  readonly readAt: number
  readonly merchantId: number
  readonly keys: readonly string[]
}

/** A retired key is refused at once where the event comes through, and at the latest after this. */
const KEEP_MS = 2_000
const KEPT = 4_096

const headerText = (call: CallInfo, name: string): string => {
  const value = call.request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Judges the signature of game platforms' calls under the live keys of the merchant they name. */
export class MerchantKeys {
  readonly #pool: Pool
  readonly #secrets: Secrets
  readonly #clock: Clock
  readonly #known = new Map<string, Promise<KnownKeys>>()

  constructor(deps: {
    readonly pool: Pool
    readonly secrets: Secrets
    readonly clock: Clock
    /** Says when keys were issued or ended. */
    readonly live?: LiveHub
  }) {
    this.#pool = deps.pool
    this.#secrets = deps.secrets
    this.#clock = deps.clock
    deps.live?.subscribe((event) => {
      if (isKeyChange(event)) this.#known.clear()
    })
  }

  /** Who signed a call. An unknown code answers like a wrong signature, after the same work. */
  async authorize(call: CallInfo): Promise<SignedMerchant | Refusal> {
    const code = headerText(call, 'x-merchant').slice(0, 64)
    const known = await this.#keysOf(code)
    const request = {
      timestamp: headerText(call, 'x-timestamp'),
      signature: headerText(call, 'x-signature'),
      method: call.request.method,
      target: call.request.url,
      rawBody: call.request.rawBody ?? '',
    }
    const problem = signatureProblem(request, known.keys, this.#clock())
    return problem === null ? { merchantId: known.merchantId, code } : refuse(problem)
  }

  async #keysOf(code: string): Promise<KnownKeys> {
    const found = await this.#known.get(code)
    if (found && Date.now() - found.readAt < KEEP_MS) return found
    const reading = this.#read(code)
    if (this.#known.size >= KEPT) this.#known.clear()
    this.#known.set(code, reading)
    reading.catch(() => this.#known.delete(code))
    return reading
  }

  async #read(code: string): Promise<KnownKeys> {
    const stored = await readMerchantKeys(this.#pool, code)
    const keys = stored.map((key) => this.#secrets.open(key.secret, merchantKeyPurpose(key.merchant_id, key.key_id)))
    return { readAt: Date.now(), merchantId: stored[0]?.merchant_id ?? 0, keys }
  }
}
