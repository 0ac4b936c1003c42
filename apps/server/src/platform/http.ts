import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import compress from '@fastify/compress'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import rateLimit from '@fastify/rate-limit'
import {
  type FastifyError,
  type FastifyInstance,
  type FastifyRequest,
  type FastifyServerOptions,
  fastify,
  LogController,
} from 'fastify'
import { BlockLimit, limitedBlock } from './block-limit.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { isConnectionLost } from './db.ts'
import { prepareDrain } from './drain.ts'
import { sendRefusal } from './endpoint.ts'
import { contentSecurityPolicy, mayRead } from './hosts.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { RefusalError, refuse } from './refusal.ts'

const bodyLimitBytes = 1024 * 1024
const maxDepth = 32
const callsPerMinute = 1200

export interface HttpOptions {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly metrics: Metrics
  /** Tests hold every answer against the contract. */
  readonly checkAnswers?: boolean
  /** Calls a minute of one person; tests that make thousands raise it. */
  readonly callsPerMinute?: number
}

/** JSON nested deeper than any call needs is refused before it is parsed. */
function isTooDeep(body: Buffer): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (inString) {
      if (byte === 0x5c) at++
      else if (byte === 0x22) inString = false
    } else if (byte === 0x22) inString = true
    else if (byte === 0x7b || byte === 0x5b) {
      if (++depth > maxDepth) return true
    } else if (byte === 0x7d || byte === 0x5d) depth--
  }
  return false
}

function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    const raw = body as Buffer
    request.rawBody = raw
    if (raw.length === 0) return done(null, {})
    if (isTooDeep(raw)) return done(new RefusalError(refuse('badParameter')))
    void parse(request, raw.toString('utf8'), done)
  })
}

const statusOf = (error: FastifyError): number => error.statusCode ?? 500

function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof RefusalError) return sendRefusal(reply, error.refusal)
    // Who hangs up in the middle of a body hears no answer, and nothing of ours failed.
    if (request.raw.destroyed && !request.raw.complete) return sendRefusal(reply, refuse('badParameter'))
    const status = statusOf(error)
    if (status === 413) return sendRefusal(reply, refuse('tooLarge'))
    if (status === 429) return sendRefusal(reply, refuse('tooManyRequests'))
    if (status >= 400 && status < 500) return sendRefusal(reply, refuse('badParameter'))
    if (isConnectionLost(error)) {
      request.log.warn({ err: error }, 'the database is not there')
      return sendRefusal(reply, refuse('unavailable'))
    }
    request.log.error({ err: error }, 'fault')
    return sendRefusal(reply, refuse('internal'))
  })
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A game platform's call, whose key is judged by its signature. */
    signed?: boolean
  }
}

/** The wildcard of the web app: files and pages, unless the path is that of a call. */
const isStaticFile = (request: FastifyRequest): boolean =>
  request.routeOptions.url === '/*' && !/^\/api(\/|$)/i.test(request.url)

/** First of all: who asks too often is sent away before anything is read, parsed or looked up. */
function limitBlocks(app: FastifyInstance, { config, callsPerMinute: most }: HttpOptions): void {
  const limitOf = (perSecond: number, burst: number): BlockLimit =>
    new BlockLimit(most === undefined ? { perSecond, burst } : { perSecond: most, burst: most })
  const all = limitOf(config.blockCalls, config.blockBurst)
  const signed = limitOf(config.signedCalls, config.signedBurst)
  app.addHook('onRequest', async (request, reply) => {
    if (isStaticFile(request)) return
    const limit = request.routeOptions.config.signed ? signed : all
    if (limit.take(limitedBlock(request.ip))) return
    reply.header('retry-after', '1')
    return sendRefusal(reply, refuse('tooManyRequests'))
  })
}

async function secure(app: FastifyInstance, options: HttpOptions): Promise<void> {
  const { config } = options
  await app.register(helmet, {
    contentSecurityPolicy: false,
    // On plain http browsers ignore these and complain in the console.
    crossOriginOpenerPolicy: config.tls ? { policy: 'same-origin' } : false,
    originAgentCluster: false,
    crossOriginResourcePolicy: { policy: 'same-site' },
    strictTransportSecurity: config.tls ? { maxAge: 31_536_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'no-referrer' },
    xFrameOptions: { action: 'deny' },
  })
  await app.register(cors, {
    delegator: (request, done) => {
      const origin = request.headers.origin
      const allowed = origin !== undefined && mayRead(origin, request.host)
      done(null, {
        origin: allowed ? origin : false,
        credentials: true,
        methods: ['GET', 'POST'],
        allowedHeaders: [
          'Authorization',
          'Content-Type',
          'agentPathsId',
          'roleType',
          'X-Auto',
          'Last-Event-ID',
          'Range',
          'If-Range',
        ],
        exposedHeaders: ['Content-Disposition', 'Content-Range', 'ETag', 'X-Trace-Id', 'X-Server-Now'],
        maxAge: 86_400,
        strictPreflight: false,
      })
    },
  })
  await app.register(rateLimit, {
    max: options.callsPerMinute ?? callsPerMinute,
    timeWindow: 60_000,
    keyGenerator: (request) => request.headers.authorization ?? request.ip,
    allowList: (request) => !/^\/api\//i.test(request.url),
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
  })
  await app.register(compress, {
    threshold: 1024,
    encodings: ['gzip'],
    // Event streams must not sit in a compressor's buffer.
    customTypes:
      /^(text\/(html|css|plain|csv|javascript)|application\/(json|javascript|manifest\+json)|image\/svg\+xml)/,
  })
}

function stampAnswers(app: FastifyInstance, options: HttpOptions): void {
  const seconds = options.metrics.histogram('strata_http_seconds', 'Time to answer a call, by route and status')
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-trace-id', request.id)
  })
  app.addHook('onSend', async (request, reply) => {
    reply.header('x-server-now', String(options.clock()))
    const type = String(reply.getHeader('content-type') ?? '')
    if (type.startsWith('text/html') && !reply.hasHeader('content-security-policy')) {
      reply.header('content-security-policy', contentSecurityPolicy(request.host, options.config.tls))
    }
    if (/^\/api\//i.test(request.url) && !reply.hasHeader('cache-control')) reply.header('cache-control', 'no-store')
  })
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'none'
    seconds.observe(reply.elapsedTime / 1000, { route, status: String(reply.statusCode) })
  })
}

/** A path that cannot be decoded would be answered before any hook, without limits and headers: it is one that nobody serves. */
function decodable({ url = '/' }: IncomingMessage): string {
  if (!url.includes('%')) return url
  try {
    decodeURIComponent(url.split('?', 1)[0] as string)
    return url
  } catch {
    return '/api/'
  }
}

/** The Fastify app without any route: envelope, trace, security, limits. Rooms add calls by `registerEndpoint`. */
export async function createApp(options: HttpOptions): Promise<FastifyInstance> {
  const { config } = options
  const settings: FastifyServerOptions = {
    loggerInstance: options.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    rewriteUrl: decodable,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: bodyLimitBytes,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  }
  const app = fastify(settings) as unknown as FastifyInstance
  app.decorate('checkAnswers', options.checkAnswers ?? false)
  app.decorate('registeredCalls', new Set<string>())
  app.decorate('adminOnlyPort', config.mode === 'production' ? config.adminPort : undefined)
  app.decorateRequest('rawBody', undefined)
  const drain = prepareDrain(app.server)
  app.addHook('preClose', async () => drain())
  readJsonBodies(app)
  handleErrors(app)
  stampAnswers(app, options)
  limitBlocks(app, options)
  await secure(app, options)
  return app
}
