import { randomBytes, randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { makeDataDir, startServer } from './server.ts'
import { makeCertificate, startStranger, startTlsProxy } from './tls-proxy.ts'
import { SITE_HOST } from './world.ts'

/**
 * Below the ports that the system hands out: one of those could be taken by any connection between the choice and the
 * start of the server.
 */
const [LOWEST_PORT, PORTS] = [10_000, 10_000] as const

const isFree = async (port: number): Promise<boolean> =>
  await new Promise((resolve) => {
    const server = createServer()
    server.once('error', () => resolve(false))
    server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  })

const freePort = async (): Promise<number> => {
  const port = LOWEST_PORT + randomInt(PORTS)
  return (await isFree(port)) ? port : await freePort()
}

export type Origins = {
  /** Scheme, host and port of the pages. */
  readonly page: string
  /** Scheme, host and port of the calls. */
  readonly api: string
  /** Host and port of the calls, as written in a policy. */
  readonly apiHost: string
}

export type Production = {
  readonly agent: Origins
  readonly admin: Origins
  /** A foreign site on the same machine, used to frame the pages and to call the API from another origin. */
  readonly stranger: string
  /** Where the server keeps its files. */
  readonly dataDir: string
  /** Its settings, for commands on the same machine. */
  readonly settings: Readonly<Record<string, string>>
  readonly close: () => Promise<void>
}

const originsOn = (port: number): Origins => {
  const apiHost = `ms.${SITE_HOST}:${port}`
  return { page: `https://${SITE_HOST}:${port}`, api: `https://${apiHost}`, apiHost }
}

/** A server with an operator's settings on an empty database, with a proxy that ends TLS in front of each port. */
export const startProduction = async (more: Readonly<Record<string, string>> = {}): Promise<Production> => {
  const dataDir = makeDataDir()
  const [port, adminPort] = [await freePort(), await freePort()]
  const certificate = makeCertificate()
  const site = await startTlsProxy(certificate, port)
  const adminSite = await startTlsProxy(certificate, adminPort)
  const settings = {
    STRATA_MODE: 'production',
    STRATA_KEY: `e2e:${randomBytes(32).toString('hex')}`,
    STRATA_APP_SECRET: randomBytes(16).toString('hex'),
    STRATA_TRUST_PROXY: '127.0.0.1',
    STRATA_TLS: 'on',
    STRATA_PORT: String(port),
    STRATA_ADMIN_PORT: String(adminPort),
    STRATA_SITE: originsOn(site.port).page.replace('https://', ''),
    ...more,
    STRATA_DATA_DIR: dataDir,
  }
  const stop = await startServer(settings)
  const strangers = await startStranger(certificate, '<title>stranger</title><iframe></iframe>')
  const close = async (): Promise<void> => {
    await site.close()
    await adminSite.close()
    await strangers.close()
    await stop()
  }
  const stranger = `https://other.strata.test:${strangers.port}`
  return { agent: originsOn(site.port), admin: originsOn(adminSite.port), stranger, dataDir, settings, close }
}
