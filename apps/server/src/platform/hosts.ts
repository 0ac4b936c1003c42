import { isIP } from 'node:net'
import { must } from '@strata/domain/must'

/** Where the page and the calls are, derived from a Host header. */
export interface Site {
  /**
   * Origins (without scheme) of the pages that may call this host: `x.com:8080`, `www.x.com:8080`; none where all is
   * one origin.
   */
  readonly pages: readonly string[]
  /** Host of the API for pages of this host, `ms.x.com:8080`; absent where it is the same origin. */
  readonly api: string | undefined
}

const sameOrigin: Site = { pages: [], api: undefined }

/**
 * contract.md's base rule: the API of `X` and `www.X` is `ms.X` on the same port;
 * an IP address or a one-label name (localhost) is its own API. Anything odd in a Host header counts as that.
 */
export function siteOf(host: string): Site {
  const match = /^([a-z0-9](?:[a-z0-9.-]*[a-z0-9])?)(:\d{1,5})?$/i.exec(host)
  const name = match?.[1]?.toLowerCase() ?? ''
  const port = match?.[2] ?? ''
  if (!name.includes('.') || isIP(name) !== 0) return sameOrigin
  if (name.startsWith('ms.')) {
    const site = name.slice('ms.'.length)
    return { pages: [`${site}${port}`, `www.${site}${port}`], api: undefined }
  }
  return { pages: [], api: `ms.${name.replace(/^www\./, '')}${port}` }
}

/** Whether a page of this Origin header may read answers of this host. */
export function mayRead(origin: string, host: string): boolean {
  const match = /^https?:\/\/(.+)$/.exec(origin)
  return match !== null && siteOf(host).pages.includes(must(match[1], 'the name').toLowerCase())
}

export interface AgentsSite {
  /** As an installation names it; undefined: derived from the operators' host. */
  readonly named: string | undefined
  readonly ports: { readonly site: number; readonly admin: number }
}

/**
 * The agents' site that belongs to the host of an operators' call: the named one, else this host without `ms.` and `admin.`,
 * on the port of the site.
 */
export function agentsHost(host: string, { named, ports }: AgentsSite): string {
  if (named !== undefined) return named
  const name = host
    .toLowerCase()
    .replace(/^ms\./, '')
    .replace(/^admin\./, '')
  return name.endsWith(`:${ports.admin}`) ? `${name.slice(0, -String(ports.admin).length)}${ports.site}` : name
}

/** Where the game platforms of the agents' site make their calls, for the examples on the operators' pages. */
export const agentsApiHost = (host: string, site: AgentsSite): string => {
  const agents = agentsHost(host, site)
  return siteOf(agents).api ?? agents
}

/** The policy of pages served on this host. */
export function contentSecurityPolicy(host: string, tls: boolean): string {
  const api = siteOf(host).api
  const also = api ? ` ${api}` : ''
  const rules = [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    `img-src 'self' data:${also}`,
    "font-src 'self'",
    `connect-src 'self'${also}`,
    "manifest-src 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ]
  if (tls) rules.push('upgrade-insecure-requests')
  return rules.join('; ')
}
