import { isIP } from 'node:net'
import { connect } from 'node:tls'
import { z } from 'zod'
import { changeSetting, readSetting } from '../../access/platform-settings.ts'
import { type Pool, runTx } from '../../platform/db.ts'
import type { Platform } from '../../platform/platform.ts'

const CERTIFICATES_KEY = 'certificates'
const ASK_EVERY_MS = 3_600_000
const TIMEOUT_MS = 5_000

const stored = z.array(z.object({ address: z.string(), endsAt: z.number().nullable(), at: z.number() })).catch([])

export interface Certificate {
  /** host:port, as the setting names it. */
  readonly address: string
  /** When it ends; null: nobody answered with a certificate. */
  readonly endsAt: number | null
}

/** The one that ends first; one that nobody answered for comes before all others. */
export const firstToEnd = (all: readonly Certificate[]): Certificate | null =>
  all.toSorted((a, b) => (a.endsAt ?? -1) - (b.endsAt ?? -1))[0] ?? null

/** When the certificate ends that is served at an address of the form host:port; null: none is. It need not be valid. */
export function askCertificate(address: string): Promise<number | null> {
  const at = address.lastIndexOf(':')
  const host = address.slice(0, at).replace(/^\[|\]$/g, '')
  return new Promise((resolve) => {
    const servername = isIP(host) ? {} : { servername: host }
    // Only its end is read, so that an expired or foreign certificate is told as well.
    const socket = connect({ host, port: Number(address.slice(at + 1)), ...servername, rejectUnauthorized: false })
    const end = (endsAt: number | null): void => {
      socket.destroy()
      resolve(endsAt)
    }
    socket.setTimeout(TIMEOUT_MS, () => end(null))
    socket.on('error', () => end(null))
    socket.on('secureConnect', () => {
      const endsAt = Date.parse(socket.getPeerCertificate().valid_to)
      end(Number.isNaN(endsAt) ? null : endsAt)
    })
  })
}

/** What the certificates were when they were asked last, of the addresses that the settings name now. */
export async function knownCertificates(pool: Pool, addresses: readonly string[]): Promise<Certificate[]> {
  if (addresses.length === 0) return []
  const known = stored.parse(await readSetting(pool, CERTIFICATES_KEY))
  return known.filter(({ address }) => addresses.includes(address))
}

type Deps = Pick<Platform, 'jobs' | 'pool' | 'clock' | 'config'>

/** Asks for the certificates once an hour: a proxy serves them, so the server does not have them itself. */
export function certificateJobs({ jobs, pool, clock, config: { certificates } }: Deps): void {
  if (certificates.length === 0) return
  jobs.every('admin:certificates', ASK_EVERY_MS, async () => {
    const asked = certificates.map(async (address) => ({ address, endsAt: await askCertificate(address), at: clock() }))
    const found = await Promise.all(asked)
    await runTx(pool, {}, (tx) => changeSetting(tx, { key: CERTIFICATES_KEY }, () => found))
  })
}
