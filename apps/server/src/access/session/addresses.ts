/** The dotted form of an IPv4 address that arrived through an IPv6 socket. */
export const plainAddress = (ip: string): string => ip.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '')

/** Whether an account with this list of addresses may be used from `ip`; empty list: from anywhere. */
export const isAllowed = (ip: string, allowed: readonly string[]): boolean =>
  allowed.length === 0 || allowed.includes(plainAddress(ip))
