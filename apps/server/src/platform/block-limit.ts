import { isIPv6 } from 'node:net'

/**
 * Who shares one limit: an IPv4 address, an IPv6 /64. That is the least a subscriber is given: a larger block would let one
 * neighbour shut out an honest office, and single IPv6 addresses are free to whoever has one /64.
 */
export function limitedBlock(ip: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)?.[1]
  if (mapped !== undefined) return mapped
  if (!isIPv6(ip)) return ip
  const [head = '', tail = ''] = (ip.toLowerCase().split('%')[0] ?? '').split('::')
  const before = head.split(':').filter((group) => group !== '')
  const after = tail.split(':').filter((group) => group !== '')
  const zeros = ip.includes('::') ? Math.max(0, 8 - before.length - after.length) : 0
  const groups = [...before, ...Array.from({ length: zeros }, () => '0'), ...after]
  return `${groups
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}

const MAX_BLOCKS = 20_000

interface Bucket {
  tokens: number
  at: number
}

export interface BlockLimitOptions {
  /** Calls a second that may go on for ever. */
  readonly perSecond: number
  /** Calls at once after a rest. */
  readonly burst: number
  /** Milliseconds that never go back. */
  readonly now?: () => number
}

/** A token bucket for each address block, in memory and bounded: whoever is refused costs one look into a map. */
export class BlockLimit {
  readonly #options: Required<BlockLimitOptions>
  readonly #buckets = new Map<string, Bucket>()

  constructor(options: BlockLimitOptions) {
    this.#options = { now: () => performance.now(), ...options }
  }

  get size(): number {
    return this.#buckets.size
  }

  /** Whether a call from this block may go on. */
  take(block: string): boolean {
    const { perSecond, burst, now } = this.#options
    const at = now()
    const known = this.#buckets.get(block)
    const tokens = known ? Math.min(burst, known.tokens + ((at - known.at) / 1000) * perSecond) : burst
    // Blocks lie in order of their last call: the one not heard of for longest is forgotten first.
    this.#buckets.delete(block)
    if (this.#buckets.size >= MAX_BLOCKS) {
      const oldest = this.#buckets.keys().next()
      if (!oldest.done) this.#buckets.delete(oldest.value)
    }
    this.#buckets.set(block, { tokens: tokens >= 1 ? tokens - 1 : tokens, at })
    return tokens >= 1
  }
}
