import { isIPv4, isIPv6 } from 'node:net'

/** How many leading bits of an address count, for each kind of address. */
export interface PrefixLengths {
  readonly v4: number
  readonly v6: number
}

/**
 * The block that one subscriber gets. A larger block would let one neighbour lock out an honest office; single IPv6
 * addresses cost nothing to anybody who has a /64.
 */
export const SUBSCRIBER: PrefixLengths = { v4: 32, v6: 64 }

/**
 * Addresses that one person can easily change between. Only for waits, which slow a caller down but never lock it out.
 */
export const NEIGHBOURHOOD: PrefixLengths = { v4: 24, v6: 48 }

/** The eight groups of an IPv6 address. Its last two may be written as an IPv4 address. */
function groupsOf(ip: string): number[] {
  const dotted = /[\d.]*\.[\d.]*$/.exec(ip)
  const [a = 0, b = 0, c = 0, d = 0] = (dotted?.[0] ?? '').split('.').map(Number)
  const plain = dotted ? `${ip.slice(0, dotted.index)}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}` : ip
  const [before = [], after = []] = plain
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))))
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after]
}

/** The first `bits` of parts of `width` bits each, the other bits zero. */
const masked = (parts: readonly number[], width: number, bits: number): number[] =>
  parts.map((part, at) => {
    const free = width - Math.min(width, Math.max(0, bits - at * width))
    return Math.floor(part / 2 ** free) * 2 ** free
  })

const blockOf4 = (parts: readonly number[], bits: number): string => `${masked(parts, 8, bits).join('.')}/${bits}`

/**
 * The block of an address, the same text for every spelling of it. An IPv4 address mapped into IPv6 counts as the IPv4
 * address. A text that is not an address is returned as it is.
 */
export function addressBlock(ip: string, { v4, v6 }: PrefixLengths): string {
  // Node takes an address only in its one spelling, and most calls ask for whole ones.
  if (isIPv4(ip)) return v4 === 32 ? `${ip}/32` : blockOf4(ip.split('.').map(Number), v4)
  const [bare = ''] = ip.split('%')
  if (!isIPv6(bare)) return ip
  const groups = groupsOf(bare)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups[5] === 0xffff && groups.slice(0, 5).every((group) => group === 0)
  if (isMapped) return blockOf4([high >> 8, high & 255, low >> 8, low & 255], v4)
  const shown = masked(groups, 16, v6).slice(0, Math.ceil(v6 / 16))
  const text = shown.map((group) => group.toString(16)).join(':')
  return `${text}${shown.length < 8 ? '::' : ''}/${v6}`
}
