/** The part of a page's address that determines the API's address. */
export type Site = { readonly protocol: string; readonly hostname: string; readonly port: string }

const isIpAddress = (host: string): boolean => host.startsWith('[') || /^\d+(\.\d+){3}$/.test(host)

/**
 * Base of all calls, without a trailing slash: `ms.<site>` with the same port, the site without a leading `www.`;
 * an IP address or a one-label name is its own API host (''); a value from the build overrides both.
 */
export const apiBase = (site: Site, fromBuild?: string): string => {
  if (fromBuild) return fromBuild.replace(/\/+$/, '')
  if (isIpAddress(site.hostname) || !site.hostname.includes('.')) return ''
  const host = site.hostname.replace(/^www\./, '')
  return `${site.protocol}//ms.${host}${site.port === '' ? '' : `:${site.port}`}`
}

/** The whole address of a call: path, then its own query fields, then isclick where it applies. */
export const callUrl = (
  base: string,
  call: { readonly path: string; readonly isclick?: false },
  query: Readonly<Record<string, unknown>> = {},
): string => {
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) if (value !== undefined) fields.set(name, String(value))
  if (call.isclick !== false) fields.set('isclick', 'true')
  const text = fields.toString()
  return `${base}${call.path}${text === '' ? '' : `?${text}`}`
}
