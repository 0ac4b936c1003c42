import type { FastifyRequest } from 'fastify'
import { type Refusal, refuse } from '../platform/refusal.ts'

/** Bodies of one merchant that are worked on at once: about ten of the largest batches. */
const MERCHANT_BYTES = 1024 * 1024
const ALL_BYTES = 2 * MERCHANT_BYTES
/** A bet on the wire; only for counting what was shed unread. */
const BET_BYTES = 180

const bytesOf = (request: FastifyRequest): number =>
  request.rawBody?.length ?? (Number(request.headers['content-length'] ?? 0) || 0)

/**
 * Sheds calls with bets before they cost anything: before the body is read, and once more before it is hashed and parsed.
 * Counted are bodies that were read and are not answered. Who sends slowly or without a signature holds nothing: until its
 * body is there it does not count, and then it is refused at once.
 */
export class BetGate {
  readonly #onShed: (bets: number) => void
  readonly #held = new Map<string, number>()
  #all = 0

  constructor(onShed: (bets: number) => void) {
    this.#onShed = onShed
  }

  /** Whether a call may go on. What is under way alone decides: a call that meets nothing is never shed. */
  judge(request: FastifyRequest): Refusal | undefined {
    const bytes = bytesOf(request)
    const held = this.#held.get(this.#merchantOf(request)) ?? 0
    const isFull = (held > 0 && held + bytes > MERCHANT_BYTES) || (this.#all > 0 && this.#all + bytes > ALL_BYTES)
    if (!isFull) return undefined
    this.#onShed(Math.max(1, Math.round(bytes / BET_BYTES)))
    return refuse('overloaded')
  }

  /** Counts a call whose body is there, until what is returned is called. */
  hold(request: FastifyRequest): () => void {
    const [merchant, bytes] = [this.#merchantOf(request), bytesOf(request)]
    this.#put(merchant, bytes)
    return () => this.#put(merchant, -bytes)
  }

  /** The name is not proved yet. It decides only beside whose calls this one waits. */
  #merchantOf({ headers }: FastifyRequest): string {
    return String(headers['x-merchant'] ?? '').slice(0, 64)
  }

  #put(merchant: string, bytes: number): void {
    this.#all += bytes
    const held = (this.#held.get(merchant) ?? 0) + bytes
    if (held > 0) this.#held.set(merchant, held)
    else this.#held.delete(merchant)
  }
}
