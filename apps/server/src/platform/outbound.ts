import { lookup } from 'node:dns/promises'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'

/**
 * Addresses that must never be reached from here: this machine, private and shared networks, link-local, multicast,
 * reserved.
 */
const closed = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const) {
  closed.addSubnet(network, prefix, 'ipv4')
}
// Only the global unicast block is open, except for parts that map or tunnel IPv4.
const openV6 = new BlockList()
openV6.addSubnet('2000::', 3, 'ipv6')
for (const [network, prefix] of [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
] as const) {
  closed.addSubnet(network, prefix, 'ipv6')
}

/** Whether an address may be reached by a connector. Mapped and tunnelled forms of IPv4 are not. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !closed.check(address, 'ipv4')
  return isIP(address) === 6 && openV6.check(address, 'ipv6') && !closed.check(address, 'ipv6')
}

export interface OutboundTarget {
  readonly host: string
  readonly port: number
}

/** `blocked`: resolves to a forbidden address; `unresolved`: does not resolve. */
export type OutboundProblem = 'blocked' | 'unresolved'

/**
 * The one address that a connector uses. It is resolved only once, so that a name cannot resolve differently the second
 * time. `allow` has `host:port` pairs that tests may reach although they are private.
 */
export async function resolveOutbound(
  { host, port }: OutboundTarget,
  allow: readonly string[],
): Promise<string | { readonly problem: OutboundProblem }> {
  const bare = host.replace(/^\[|\]$/g, '')
  const found = isIP(bare)
    ? bare
    : await lookup(bare).then(
        ({ address }) => address,
        () => undefined,
      )
  if (found === undefined) return { problem: 'unresolved' }
  return allow.includes(`${bare}:${port}`) || isPublicAddress(found) ? found : { problem: 'blocked' }
}

export interface OutboundPost {
  /** Registered by the platform; https, or http where `allow` opens it. */
  readonly url: URL
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly allow: readonly string[]
}

export type OutboundAnswer =
  | { readonly status: number; readonly text: string }
  | { readonly problem: OutboundProblem | 'notHttps' | 'timeout' | 'tooLarge' | 'unreachable' }

const TIMEOUT_MS = 5_000
const MAX_BYTES = 16 * 1024

const portOf = (url: URL): number => Number(url.port || (url.protocol === 'https:' ? 443 : 80))

/** Posts JSON under the rules for all outgoing calls: address pinned, no redirect, 5 s, 16 KiB. Never throws. */
export async function postOutbound(post: OutboundPost): Promise<OutboundAnswer> {
  const { url, allow } = post
  const target = { host: url.hostname, port: portOf(url) }
  const isOpened = allow.includes(`${target.host}:${target.port}`)
  if (url.protocol !== 'https:' && !isOpened) return { problem: 'notHttps' }
  const begun = performance.now()
  const address = await within(resolveOutbound(target, allow))
  return typeof address === 'string' ? send(post, address, TIMEOUT_MS - (performance.now() - begun)) : address
}

/** Limits the time of a name look-up too. */
async function within<T>(answer: Promise<T>): Promise<T | { readonly problem: 'timeout' }> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<{ readonly problem: 'timeout' }>((resolve) => {
    timer = setTimeout(() => resolve({ problem: 'timeout' }), TIMEOUT_MS)
  })
  try {
    return await Promise.race([answer, late])
  } finally {
    clearTimeout(timer)
  }
}

function send(post: OutboundPost, address: string, timeoutMs: number): Promise<OutboundAnswer> {
  const { url } = post
  const pinned: LookupFunction = (_host, options, done) => {
    const family = isIP(address)
    if (options.all) done(null, [{ address, family }])
    else done(null, address, family)
  }
  const body = JSON.stringify(post.body)
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
    ...post.headers,
  }
  return new Promise((resolve) => {
    const make = url.protocol === 'https:' ? httpsRequest : httpRequest
    const sent = make(url, { method: 'POST', headers, lookup: pinned, agent: false }, (answer) => {
      const parts: Buffer[] = []
      let size = 0
      answer.on('data', (part: Buffer) => {
        size += part.length
        parts.push(part)
        if (size > MAX_BYTES) {
          resolve({ problem: 'tooLarge' })
          sent.destroy()
        }
      })
      answer.once('end', () => resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString('utf8') }))
      answer.once('error', () => resolve({ problem: 'unreachable' }))
    })
    const timer = setTimeout(() => {
      resolve({ problem: 'timeout' })
      sent.destroy()
    }, timeoutMs)
    sent.once('close', () => clearTimeout(timer))
    sent.once('error', () => resolve({ problem: 'unreachable' }))
    sent.end(body)
  })
}
