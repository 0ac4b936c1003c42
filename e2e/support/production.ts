import { randomBytes } from 'node:crypto'
import { createServer } from 'node:net'
import { makeDataDir, startServer } from './server.ts'
import { makeCertificate, startStranger, startTlsProxy } from './tls-proxy.ts'
import { SITE_HOST } from './world.ts'

/** A port that nobody has: the system gives each in turn, so that the next one to ask gets another. */
const freePort = async (): Promise<number> =>
  await new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0))
    })
  })

export type Origins = {
  /** Scheme, host and port of the pages. */
  readonly page: string
  /** Of the calls. */
  readonly api: string
  /** Host and port of the calls, as a policy names them. */
  readonly apiHost: string
}

export type Production = {
  readonly agent: Origins
  readonly admin: Origins
  /** A site of somebody else on the same machine, with a page that frames itself. */
  readonly stranger: string
  readonly close: () => Promise<void>
}

const originsOn = (port: number): Origins => {
  const apiHost = `ms.${SITE_HOST}:${port}`
  return { page: `https://${SITE_HOST}:${port}`, api: `https://${apiHost}`, apiHost }
}

/** A server with an operator's settings on an empty database, and a proxy that ends TLS before each of its ports. */
export const startProduction = async (): Promise<Production> => {
  const [port, adminPort] = [await freePort(), await freePort()]
  const stop = await startServer({
    STRATA_MODE: 'production',
    STRATA_KEY: `e2e:${randomBytes(32).toString('hex')}`,
    STRATA_APP_SECRET: randomBytes(16).toString('hex'),
    STRATA_TRUST_PROXY: '127.0.0.1',
    STRATA_TLS: 'on',
    STRATA_PORT: String(port),
    STRATA_ADMIN_PORT: String(adminPort),
    STRATA_DATA_DIR: makeDataDir(),
  })
  const certificate = makeCertificate()
  const site = await startTlsProxy(certificate, port)
  const adminSite = await startTlsProxy(certificate, adminPort)
  const strangers = await startStranger(certificate, '<title>stranger</title><iframe></iframe>')
  const close = async (): Promise<void> => {
    await site.close()
    await adminSite.close()
    await strangers.close()
    await stop()
  }
  const stranger = `https://other.strata.test:${strangers.port}`
  return { agent: originsOn(site.port), admin: originsOn(adminSite.port), stranger, close }
}
