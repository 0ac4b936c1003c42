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
import { addressBlock, SUBSCRIBER } from './address-block.ts'
import { BlockLimit } from './block-limit.ts'
import type { Clock } from './clock.ts'
import type { Config } from './config.ts'
import { isConnectionLost } from './db.ts'
import { prepareDrain } from './drain.ts'
import { sendRefusal } from './endpoint.ts'
import { contentSecurityPolicy, mayRead } from './hosts.ts'
import { readJsonBodies } from './json-bodies.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { badRequest, RefusalError, refuse } from './refusal.ts'
import { callSpanId, spanNow, type Tracer } from './tracing.ts'

export const BODY_LIMIT_BYTES = 1024 * 1024
const callsPerMinute = 1200

export interface HttpOptions {
  readonly config: Config
  readonly log: Log
  readonly clock: Clock
  readonly metrics: Metrics
  /** Undefined: calls are not traced. */
  readonly tracer?: Tracer | undefined
  /** Tests check every answer against the contract. */
  readonly checkAnswers?: boolean
  /** Calls per minute of one person. Tests that make thousands raise it. */
  readonly callsPerMinute?: number
}

const statusOf = (error: FastifyError): number => error.statusCode ?? 500

function handleErrors(app: FastifyInstance): void {
  app.setErrorHandler((error: FastifyError, request, reply) => {
    if (error instanceof RefusalError) return sendRefusal(reply, error.refusal)
    // A client that disconnects in the middle of a body gets no answer, and it is no fault of ours.
    if (request.raw.destroyed && !request.raw.complete) return sendRefusal(reply, badRequest())
    const status = statusOf(error)
    if (status === 413) return sendRefusal(reply, refuse('tooLarge'))
    if (status === 429) return sendRefusal(reply, refuse('tooManyRequests'))
    if (status >= 400 && status < 500) return sendRefusal(reply, badRequest())
    if (isConnectionLost(error)) {
      request.log.warn({ err: error }, 'the database is not there')
      return sendRefusal(reply, refuse('unavailable'))
    }
    // The stream of an answer ends early because its reader is gone. With the reader there, it is our stream that broke.
    if (error.code === 'ERR_STREAM_PREMATURE_CLOSE' && request.raw.socket.destroyed) {
      request.log.info({ err: error }, 'the client left')
      return sendRefusal(reply, badRequest())
    }
    request.log.error({ err: error }, 'fault')
    return sendRefusal(reply, refuse('internal'))
  })
}

/** Whether the wildcard of the web app serves the request: files and pages, but no path of a call. */
const isStaticFile = (request: FastifyRequest): boolean =>
  request.routeOptions.url === '/*' && !/^\/api(\/|$)/i.test(request.url)

/** Runs before everything else: a caller over its limit is refused before anything is read, parsed or looked up. */
function limitBlocks(app: FastifyInstance, { config, callsPerMinute: most }: HttpOptions): void {
  const limitOf = (perSecond: number, burst: number): BlockLimit =>
    new BlockLimit(most === undefined ? { perSecond, burst } : { perSecond: most, burst: most })
  const all = limitOf(config.blockCalls, config.blockBurst)
  const signed = limitOf(config.signedCalls, config.signedBurst)
  app.addHook('onRequest', async (request, reply) => {
    if (isStaticFile(request)) return
    const limit = request.routeOptions.config.signed ? signed : all
    if (limit.take(addressBlock(request.ip, SUBSCRIBER))) return
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
    // A compressor must not buffer event streams.
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
  if (options.tracer) traceCalls(app, options.tracer)
}

/** One span for each call. Its trace has the number that the answer, the log and the screen show. */
function traceCalls(app: FastifyInstance, tracer: Tracer): void {
  app.addHook('onResponse', async (request, reply) => {
    const { id: traceId, method, routeOptions, url } = request
    if (!/^\/api\//i.test(url) || !tracer.records(traceId)) return
    const [endMs, route, status] = [spanNow(), routeOptions.url ?? 'none', reply.statusCode]
    tracer.record({
      traceId,
      spanId: callSpanId(traceId),
      name: `${method} ${route}`,
      kind: 'server',
      startMs: endMs - reply.elapsedTime,
      endMs,
      attributes: { 'http.request.method': method, 'http.route': route, 'http.response.status_code': status },
      failed: status >= 500,
    })
  })
}

/**
 * A path that cannot be decoded would be answered before any hook, without limits and headers. It becomes an unknown
 * path.
 */
function decodable({ url = '/' }: IncomingMessage): string {
  if (!url.includes('%')) return url
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? url)
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
    // The number of a call is the id of its trace, so it has the form of one.
    genReqId: () => randomUUID().replaceAll('-', ''),
    requestIdHeader: false,
    rewriteUrl: decodable,
    trustProxy: config.trustProxy.length > 0 ? [...config.trustProxy] : false,
    bodyLimit: BODY_LIMIT_BYTES,
    routerOptions: { caseSensitive: false, ignoreTrailingSlash: true },
    requestTimeout: 30_000,
    keepAliveTimeout: 65_000,
    forceCloseConnections: 'idle',
    return503OnClosing: false,
  }
  const app: FastifyInstance = fastify(settings)
  app.decorate('checkAnswers', options.checkAnswers ?? false)
  app.decorate('registeredCalls', new Set<string>())
  app.decorate('adminOnlyPort', config.mode === 'production' ? config.adminPort : undefined)
  const drain = prepareDrain(app.server)
  app.addHook('preClose', async () => drain())
  readJsonBodies(app)
  handleErrors(app)
  stampAnswers(app, options)
  limitBlocks(app, options)
  await secure(app, options)
  return app
}
