/**
 * The real side: every room of the server composed as in production on a real PostgreSQL. Calls go in as HTTP requests,
 * jobs run when the driver says so, and time is the driver's.
 */
import { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import type { FastifyInstance } from 'fastify'
import { openSession } from '../../apps/server/src/access/session/sessions.ts'
import { addRooms } from '../../apps/server/src/compose.ts'
import { createIntake } from '../../apps/server/src/intake/intake.ts'
import { loadConfig } from '../../apps/server/src/platform/config.ts'
import type { Pool } from '../../apps/server/src/platform/db.ts'
import { createApp } from '../../apps/server/src/platform/http.ts'
import { type JobHandler, Jobs } from '../../apps/server/src/platform/jobs.ts'
import { LiveHub } from '../../apps/server/src/platform/live.ts'
import { createLog } from '../../apps/server/src/platform/log.ts'
import { Metrics } from '../../apps/server/src/platform/metrics.ts'
import type { Platform } from '../../apps/server/src/platform/platform.ts'
import { createSecrets, type Secrets } from '../../apps/server/src/platform/secrets.ts'
import { signRequest } from '../../apps/server/src/platform/signature.ts'
import { EventStreams } from '../../apps/server/src/platform/streams.ts'

const SESSION_MS = 40 * 86_400_000

export interface Answer {
  readonly code: number
  readonly message: string
  readonly data: unknown
}

/** Jobs that run only when asked for, by their names. */
class HandJobs extends Jobs {
  readonly handlers = new Map<string, JobHandler>()
  override task(name: string, handler: JobHandler): void {
    this.handlers.set(name, handler)
  }
  override every(name: string, _everyMs: number, work: () => Promise<void>): void {
    this.handlers.set(name, work)
  }
  override cron(): void {
    // Nothing runs by the calendar here.
  }
}

export interface RealServer {
  readonly pool: Pool
  /** As the owner of the tables: for what no call answers. */
  readonly raw: Pool
  readonly secrets: Secrets
  now: number
  signIn(who: { readonly accountId: number; readonly pathId: number; readonly admin?: true }): Promise<void>
  /** A call as a signed-in path; a negative path is the head at the platform's own pages. */
  post(pathId: number, path: string, input?: object): Promise<Answer>
  signed(merchantCode: string, key: string, target: string, body: object): Promise<Answer>
  run(job: string, payload?: object): Promise<void>
  close(): Promise<void>
}

const ADMIN = -1

function platformOf(raw: { pool: Pool; url: string }, clock: () => number, outboundAllow: string[]) {
  const log = createLog((process.env['STRATA_LOG_LEVEL'] ?? 'silent') as Parameters<typeof createLog>[0])
  const live = new LiveHub(log)
  const { pool, url } = raw
  const jobs = new HandJobs({ log, pool, url })
  const stops: (() => unknown)[] = []
  const platform: Platform = {
    config: { ...loadConfig({}), demo: 'off', simulator: false, fourEyes: false, outboundAllow },
    log,
    clock,
    pool,
    reports: pool,
    replica: pool,
    background: undefined,
    live,
    streams: new EventStreams(live),
    jobs,
    metrics: new Metrics(),
    tracer: undefined,
    checks: [],
    onStop: (stop) => void stops.push(stop),
  }
  return { platform, jobs, stops }
}

const answerOf = (body: string): Answer => {
  const { code, message, data } = JSON.parse(body) as Answer
  return { code, message, data }
}

export async function startReal(
  database: { readonly pool: Pool; readonly raw: Pool; readonly url: string },
  options: { readonly at: number; readonly outboundAllow: string[] },
): Promise<RealServer> {
  const time = { now: options.at }
  const { platform, jobs, stops } = platformOf(database, () => time.now, options.outboundAllow)
  const { config, log, clock, metrics } = platform
  const app: FastifyInstance = await createApp({ config, log, clock, metrics, checkAnswers: true, callsPerMinute: 1e9 })
  await addRooms(app, platform, createIntake)
  const tokens = new Map<number, Record<string, string>>()
  const people = new Map<number, Parameters<RealServer['signIn']>[0]>()
  const { pool, raw } = database
  let requests = 0
  const real: RealServer = {
    pool,
    raw,
    secrets: createSecrets(config.keys),
    get now() {
      return time.now
    },
    set now(at) {
      time.now = at
    },
    async signIn(who) {
      const { accountId, pathId, admin } = who
      const roleType = admin ? 1 : 2
      const session = { accountId: AccountId(accountId), roleType, ip: '127.0.0.1', device: 'model' } as const
      const token = await openSession(pool, { ...session, now: time.now, lastsMs: SESSION_MS })
      const headers = { authorization: `Bearer ${token}`, agentpathsid: String(pathId), roletype: String(roleType) }
      tokens.set(admin ? ADMIN : pathId, headers)
      people.set(admin ? ADMIN : pathId, who)
    },
    async post(pathId, path, input = {}) {
      const [headers, who] = [tokens.get(pathId), people.get(pathId)]
      if (!headers || !who) throw new Error(`path ${pathId} is not signed in`)
      const answer = answerOf((await app.inject({ method: 'POST', url: path, payload: input, headers })).body)
      if (answer.code !== 401) return answer
      // The session ended while time was passing.
      await real.signIn(who)
      const again = tokens.get(pathId) ?? {}
      return answerOf((await app.inject({ method: 'POST', url: path, payload: input, headers: again })).body)
    },
    async signed(merchant, key, target, body) {
      const rawBody = JSON.stringify(body)
      const timestamp = String(time.now + (requests++ % 1000))
      const signature = signRequest(key, { timestamp, method: 'POST', target, rawBody })
      const headers = { 'x-merchant': merchant, 'x-timestamp': timestamp, 'x-signature': signature }
      const sent = { ...headers, 'content-type': 'application/json' }
      return answerOf((await app.inject({ method: 'POST', url: target, headers: sent, payload: rawBody })).body)
    },
    async run(job, payload) {
      const handler = jobs.handlers.get(job)
      if (!handler) throw new Error(`no job ${job}`)
      await handler(payload)
    },
    async close() {
      await app.close()
      for (const stop of stops.reverse()) await stop()
    },
  }
  return real
}

export { ADMIN, MerchantId, PathId }
