/** A site under test: one PostgreSQL, some servers of each role behind a balancer, and a demo world in it. */

import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createPool, type Pool } from '../../apps/server/src/platform/db.ts'
import { type EmbeddedPostgres, startEmbedded } from '../../apps/server/src/platform/postgres/embedded.ts'
import { ended, hasEnded, type ServerProcess, startProcess } from '../load/server-process.ts'
import { type Balancer, startBalancer } from './balancer.ts'
import { mountDisk } from './small-disk.ts'
import { startWire, type Wire } from './wire.ts'

/** Long enough for most faults to be over within one period, short enough to settle many. */
const PERIOD_SECONDS = 20

export interface SiteOptions {
  /** The database lies on a small disk of its own. Only root can make one. */
  readonly hasDisk?: boolean
  readonly periodSeconds?: number
}

export type Role = 'api' | 'worker'

export interface Member extends ServerProcess {
  readonly role: Role
  /** What stands between it and PostgreSQL, if that was asked for. */
  readonly wire: Wire | undefined
}

export interface MemberOptions {
  readonly wired?: boolean
  readonly env?: Record<string, string>
}

interface Place {
  readonly folder: string
  readonly disk: string | undefined
  readonly unmount: () => void
}

function makePlace(hasDisk: boolean): Place {
  const folder = mkdtempSync(join(tmpdir(), 'strata-faults-'))
  // When root runs this, PostgreSQL runs as another user, who needs access to the folder.
  chmodSync(folder, 0o755)
  const disk = hasDisk ? join(folder, 'disk') : undefined
  return { folder, disk, unmount: disk === undefined ? () => undefined : mountDisk(disk) }
}

export class Site {
  readonly folder: string
  /** The folder of the small disk that the database lies on, if it has one. */
  readonly disk: string | undefined
  readonly database: EmbeddedPostgres
  readonly pool: Pool
  readonly owner: Pool
  readonly balancer: Balancer
  readonly members: Member[] = []
  readonly #spawned = new Set<ChildProcess>()

  readonly #periodSeconds: number
  readonly #unmount: () => void

  private constructor(
    { folder, disk, unmount }: Place,
    { database, balancer, periodSeconds }: { database: EmbeddedPostgres; balancer: Balancer; periodSeconds: number },
  ) {
    this.folder = folder
    this.disk = disk
    this.#unmount = unmount
    this.#periodSeconds = periodSeconds
    this.database = database
    this.balancer = balancer
    this.pool = createPool({ url: database.url, max: 4, applicationName: 'strata-faults' })
    this.owner = createPool({ url: database.ownerUrl, max: 2, applicationName: 'strata-faults' })
  }

  static async open({ hasDisk = false, periodSeconds = PERIOD_SECONDS }: SiteOptions = {}): Promise<Site> {
    const place = makePlace(hasDisk)
    try {
      const database = await startEmbedded({ dataDir: join(place.disk ?? place.folder, 'data') })
      return new Site(place, { database, balancer: await startBalancer(), periodSeconds })
    } catch (error) {
      place.unmount()
      rmSync(place.folder, { recursive: true, force: true })
      throw error
    }
  }

  /** Where the database has its files. */
  get dataDir(): string {
    return join(this.disk ?? this.folder, 'data')
  }

  async start(role: Role, { wired = false, env = {} }: MemberOptions = {}): Promise<Member> {
    const wire = wired ? await startWire() : undefined
    const { url, ownerUrl } = this.database
    const through = (to: string): string => wire?.url(to) ?? to
    const settings = {
      PATH: process.env['PATH'] ?? '',
      HOME: process.env['HOME'] ?? this.folder,
      DATABASE_URL: through(url),
      DATABASE_OWNER_URL: through(ownerUrl),
      STRATA_DATA_DIR: join(this.folder, 'files'),
      STRATA_ROLE: role,
      STRATA_PORT: '0',
      STRATA_ADMIN_PORT: '0',
      STRATA_DEMO: 'on',
      STRATA_SIMULATOR: 'off',
      STRATA_DEMO_PERIOD_SECONDS: String(this.#periodSeconds),
      STRATA_LOG_LEVEL: 'silent',
      // So that many a batch is decided while another is written.
      STRATA_INTAKE_AHEAD: '5',
      ...env,
    }
    const server = await startProcess(settings, (child) => this.#spawned.add(child))
    const member = { ...server, role, wire }
    this.members.push(member)
    if (role === 'api') this.balancer.add(member.url)
    return member
  }

  /** Starts what is missing of the wanted servers, and stops what has a wire, an oddity of an earlier fault. */
  async ensure(wanted: Readonly<Record<Role, number>>): Promise<void> {
    for (const member of this.members.slice()) if (member.wire || hasEnded(member.child)) await this.stop(member)
    for (const role of ['worker', 'api'] as const) {
      const there = this.members.filter((member) => member.role === role)
      for (const extra of there.slice(wanted[role])) await this.stop(extra)
      for (let at = there.length; at < wanted[role]; at++) await this.start(role)
    }
  }

  of(role: Role): Member[] {
    return this.members.filter((member) => member.role === role)
  }

  /** Ends a server; with SIGTERM as an operator would, unless told otherwise. */
  async stop(member: Member, signal: 'SIGTERM' | 'SIGKILL' = member.wire ? 'SIGKILL' : 'SIGTERM'): Promise<void> {
    const at = this.members.indexOf(member)
    if (at >= 0) this.members.splice(at, 1)
    member.child.kill('SIGCONT')
    member.child.kill(signal)
    await ended(member.child)
    this.balancer.remove(member.url)
    await member.wire?.close()
    this.#spawned.delete(member.child)
  }

  /** Waits until the database answers and at least one server takes calls. */
  async ready(withinMs: number): Promise<void> {
    const until = Date.now() + withinMs
    for (;;) {
      const answer = await fetch(`${this.balancer.url}/readyz`, { signal: AbortSignal.timeout(5_000) }).catch(
        () => undefined,
      )
      if (answer?.status === 200) return
      if (Date.now() > until) throw new Error(`no server is ready (${answer?.status ?? 'no answer'})`)
      await sleep(100)
    }
  }

  async close(): Promise<void> {
    for (const child of this.#spawned) {
      child.kill('SIGCONT')
      child.kill('SIGKILL')
      await ended(child)
    }
    for (const { wire } of this.members) await wire?.close()
    await this.balancer.close()
    await Promise.all([this.pool.end(), this.owner.end()])
    await this.database.stop()
    this.#unmount()
    rmSync(this.folder, { recursive: true, force: true })
  }
}
