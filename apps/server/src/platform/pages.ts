import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import staticFiles from '@fastify/static'
import swagger, { type StaticDocumentSpec } from '@fastify/swagger'
import swaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAdminRequest } from './admin-surface.ts'
import type { Config } from './config.ts'
import { sendRefusal } from './endpoint.ts'
import { agentsApiHost } from './hosts.ts'
import type { Metrics } from './metrics.ts'
import { namedFiles } from './named-files.ts'
import { type ReadinessCheck, readiness } from './readiness.ts'
import { refuse } from './refusal.ts'

const dist = fileURLToPath(new URL('../../../web/dist/', import.meta.url))

export interface PageOptions {
  readonly config: Config
  readonly metrics: Metrics
  readonly checks: readonly ReadinessCheck[]
  /** The OpenAPI 3.1 document of the contract. */
  readonly openApi: Record<string, unknown>
  /** What the platform calls itself. */
  readonly name: () => Promise<string>
}

/** /healthz: the process runs; /readyz: its dependencies are ready; /metrics: Prometheus. */
function addHealth(app: FastifyInstance, options: PageOptions): void {
  app.get('/healthz', async () => ({ ok: true }))
  const ask = readiness(options.checks)
  app.get('/readyz', async (_request, reply) => {
    const results = await ask()
    const ok = results.every(([, ready]) => ready)
    return reply.code(ok ? 200 : 503).send({ ok, checks: Object.fromEntries(results) })
  })
  app.get('/metrics', async (request, reply) => {
    if (!isAdminRequest(app, request)) return sendRefusal(reply, refuse('notFound'))
    return reply.type('text/plain; version=0.0.4; charset=utf-8').send(await options.metrics.read())
  })
}

/** What the page must know before its first call. The app secret is not a secret: every page receives it. */
function addPageConfig(app: FastifyInstance, config: Config): void {
  const { appSecret, mode, fourEyes } = config
  const site = { named: config.site, ports: { site: config.port, admin: config.adminPort } }
  app.get('/config.json', async (request, reply) => {
    const isOperators = isAdminRequest(app, request)
    const forOperators = isOperators ? { fourEyes, agentsApi: agentsApiHost(request.host, site) } : {}
    return reply.header('cache-control', 'no-store').send({ appSecret, mode, apiHostPrefix: 'ms.', ...forOperators })
  })
}

const docsPolicy =
  "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; font-src 'self'; " +
  "connect-src 'self'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"

const isDocument = (given: object): given is StaticDocumentSpec['document'] =>
  'openapi' in given && 'info' in given && 'paths' in given

async function addDocs(app: FastifyInstance, openApi: Record<string, unknown>): Promise<void> {
  app.get('/openapi.json', async (request, reply) => {
    if (!isAdminRequest(app, request)) return sendRefusal(reply, refuse('notFound'))
    return reply.send(openApi)
  })
  if (!isDocument(openApi)) throw new Error('the contract wrote no OpenAPI document')
  await app.register(async (docs) => {
    docs.addHook('onRequest', async (request, reply) => {
      if (!isAdminRequest(app, request)) return sendRefusal(reply, refuse('notFound'))
      reply.header('content-security-policy', docsPolicy)
    })
    await docs.register(swagger, { mode: 'static', specification: { document: openApi } })
    await docs.register(swaggerUi, { routePrefix: '/docs', staticCSP: false })
  })
}

/** The admin port and hosts named admin.* serve the admin build. If it does not exist, they serve the agents' build. */
function buildFolder(config: Config, request: FastifyRequest): string {
  const wantsAdmin = request.socket.localPort === config.adminPort || request.host.startsWith('admin.')
  const candidates = [`${dist}${wantsAdmin ? 'admin' : 'agent'}`, `${dist}agent`, dist]
  return candidates.find((folder) => existsSync(`${folder}/index.html`)) ?? dist
}

function sendPage(reply: FastifyReply, folder: string, named: (file: string) => string): FastifyReply {
  if (!existsSync(`${folder}/index.html`)) {
    return reply.code(503).type('text/plain; charset=utf-8').send('The web app is not built: npm start builds it.\n')
  }
  reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8')
  return reply.send(named(`${folder}/index.html`))
}

const MANIFEST = 'manifest.webmanifest'

/** Serves the built web app. Every path without an extension is a route of the app. */
async function addWebApp(app: FastifyInstance, { config, name }: PageOptions): Promise<void> {
  const named = namedFiles(name)
  await app.register(staticFiles, {
    root: fileURLToPath(new URL('../../../web/', import.meta.url)),
    serve: false,
    preCompressed: true,
  })
  app.get<{ Params: { '*': string } }>('/*', async (request, reply) => {
    const path = request.params['*']
    if (/^api(\/|$)/i.test(path)) return sendRefusal(reply, refuse('notFound'))
    const folder = buildFolder(config, request)
    if (!/\.[a-z0-9]+$/i.test(path)) return sendPage(reply, folder, named)
    if (path.includes('..') || !existsSync(`${folder}/${path}`))
      return reply.code(404).type('text/plain').send('not found\n')
    if (path === MANIFEST) {
      reply.header('cache-control', 'no-cache').type('application/manifest+json; charset=utf-8')
      return reply.send(named(`${folder}/${path}`))
    }
    const immutable = path.startsWith('assets/')
    reply.header('cache-control', immutable ? 'public, max-age=31536000, immutable' : 'no-cache')
    return reply.sendFile(path, folder, { cacheControl: false })
  })
}

/** Adds everything that is served besides calls. Register it last, because its wildcard matches every other path. */
export async function addPages(app: FastifyInstance, options: PageOptions): Promise<void> {
  addHealth(app, options)
  addPageConfig(app, options.config)
  await addDocs(app, options.openApi)
  await addWebApp(app, options)
  app.setNotFoundHandler((_request, reply) => sendRefusal(reply, refuse('notFound')))
}
