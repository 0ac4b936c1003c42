import type { Readable } from 'node:stream'
import { type Endpoint, type ParsedRequestOf, type ResponseOf, validationOf } from '@strata/contract/endpoint'
import { describeIssues, unstorableIssue } from '@strata/contract/issues'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { isAdminRequest } from './admin-surface.ts'
import { badFields, Refusal, refusalEnvelope, refuse } from './refusal.ts'

/** What is known of a call before its fields are read. */
export interface CallInfo {
  readonly endpoint: Endpoint
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly traceId: string
  readonly ip: string
}

export interface Call<Caller> extends CallInfo {
  /** What `authorize` returned. */
  readonly caller: Caller
}

/** Bytes with a file name instead of an envelope. */
export class FileAnswer {
  readonly fileName: string
  readonly contentType: string
  readonly body: Readable | Buffer

  constructor(fileName: string, contentType: string, body: Readable | Buffer) {
    this.fileName = fileName
    this.contentType = contentType
    this.body = body
  }
}

/** The file is not ready yet; a job makes it. */
export class ExportStarted {
  readonly exportId: number

  constructor(exportId: number) {
    this.exportId = exportId
  }
}

/** Data together with a Chinese success message of its own. */
export class Answer<Data> {
  readonly data: Data
  readonly message: string

  constructor(data: Data, message: string) {
    this.data = data
    this.message = message
  }
}

/** The handler has answered through `call.reply` itself (a stream). */
export const alreadySent = Symbol('alreadySent')

type Outcome<Data> = Data | Answer<Data> | Refusal | FileAnswer | ExportStarted | typeof alreadySent

export interface CallGate {
  /** Why the call is shed: asked before its body is read, and before it is looked at. */
  readonly judge: (request: FastifyRequest) => Refusal | undefined
  /** The call is worked on until what is returned is called. */
  readonly hold: (request: FastifyRequest) => () => void
}

/** The hooks of a route with a gate. */
const gateHooks = (gate: CallGate) => ({
  onRequest: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const shed = gate.judge(request)
    return shed && sendRefusal(reply, shed)
  },
  preValidation: async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply | undefined> => {
    const shed = gate.judge(request)
    if (shed) return sendRefusal(reply, shed)
    reply.raw.once('close', gate.hold(request))
    return undefined
  },
})

export interface EndpointHandlers<E extends Endpoint, Caller> {
  /** Who calls: session or signature, permission id, status. Runs before the fields are looked at. */
  readonly authorize: (call: CallInfo) => Promise<Caller | Refusal> | Caller | Refusal
  /** May this caller name these paths (downline)? Runs after the fields are valid. */
  readonly scope?: (input: ParsedRequestOf<E>, call: Call<Caller>) => Promise<Refusal | undefined>
  readonly handle: (input: ParsedRequestOf<E>, call: Call<Caller>) => Promise<Outcome<ResponseOf<E>>>
  /** Sheds calls before they cost anything. */
  readonly gate?: CallGate
  /** True: `handle` itself refuses text that the database cannot store, for each part of the body separately. */
  readonly judgesText?: true
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Answers are checked against the contract (only in tests). */
    checkAnswers: boolean
    registeredCalls: Set<string>
  }
}

const asRecord = (value: unknown): unknown => (value === undefined || value === null ? {} : value)

function readInput(endpoint: Endpoint, request: FastifyRequest, judgesText: boolean): { input: unknown } | Refusal {
  // The signer is known at this point, so the body may be parsed.
  if (endpoint.auth === 'signed') request.body = request.server.parseBody(request)
  if (request.body instanceof Refusal) return request.body
  const { query, body } = validationOf(endpoint)
  const issue = unstorableIssue(request.query) ?? (judgesText ? null : unstorableIssue(request.body))
  if (issue) return badFields([issue])
  const inQuery = query.safeParse(asRecord(request.query))
  if (!inQuery.success) return badParameter(inQuery.error, endpoint)
  if (body === null) {
    const { isclick: _click, ...input } = inQuery.data as Record<string, unknown>
    return { input }
  }
  const inBody = body.safeParse(asRecord(request.body))
  return inBody.success ? { input: inBody.data } : badParameter(inBody.error, endpoint)
}

function badParameter(error: Parameters<typeof describeIssues>[0], { labels }: Endpoint): Refusal {
  return badFields(describeIssues(error, labels).issues)
}

/** RFC 5987: the Chinese name for browsers that know it, an ASCII one for the rest. */
export function contentDisposition(fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7e]|["\\]/g, '_')
  const encoded = encodeURIComponent(fileName).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`
}

export function sendRefusal(reply: FastifyReply, refusal: Refusal): FastifyReply {
  const { status, body } = refusalEnvelope(refusal)
  if ((status === 429 || status === 503) && !reply.hasHeader('retry-after')) reply.header('retry-after', '1')
  return reply.code(status).send(body)
}

function sendOutcome(
  app: FastifyInstance,
  endpoint: Endpoint,
  reply: FastifyReply,
  outcome: Outcome<unknown>,
): FastifyReply {
  if (outcome === alreadySent) return reply
  if (outcome instanceof Refusal) return sendRefusal(reply, outcome)
  if (outcome instanceof FileAnswer) {
    return reply
      .header('content-disposition', contentDisposition(outcome.fileName))
      .header('cache-control', 'no-store')
      .type(outcome.contentType)
      .send(outcome.body)
  }
  if (outcome instanceof ExportStarted) {
    const { exportId } = outcome
    return reply.send({
      code: 200,
      data: { exportId },
      message: '正在生成文件，完成后可在下载中心下载',
      isSuccess: true,
    })
  }
  const { data, message } = outcome instanceof Answer ? outcome : { data: outcome ?? null, message: '操作成功' }
  if (app.checkAnswers) {
    const checked = endpoint.response.safeParse(data)
    if (!checked.success) throw new Error(`answer of ${endpoint.path} breaks the contract: ${checked.error.message}`)
  }
  return reply.send({ code: 200, data, message, isSuccess: true })
}

/**
 * Serves one call of the contract: who calls, valid fields, downline, then the handler, always in this order.
 * A refusal may be returned at each step; a throw is a fault and answers 500 without detail.
 */
export function registerEndpoint<E extends Endpoint, Caller>(
  app: FastifyInstance,
  endpoint: E,
  handlers: EndpointHandlers<E, Caller>,
): void {
  app.registeredCalls.add(`${endpoint.method} ${endpoint.path.toLowerCase()}`)
  // Calls for any session are served on every port, whatever their path.
  const adminOnly =
    (endpoint.platform === 'admin' && endpoint.permission !== 'session') ||
    endpoint.path.toLowerCase().endsWith('/adminlogin')
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    // A signed caller has its own limits, per merchant.
    config: endpoint.auth === 'signed' ? { rateLimit: false, signed: true } : {},
    ...(handlers.gate ? gateHooks(handlers.gate) : {}),
    handler: async (request, reply) => {
      if (adminOnly && !isAdminRequest(app, request)) return sendRefusal(reply, refuse('notFound'))
      const info: CallInfo = { endpoint, request, reply, traceId: request.id, ip: request.ip }
      const caller = await handlers.authorize(info)
      if (caller instanceof Refusal) return sendRefusal(reply, caller)
      const read = readInput(endpoint, request, handlers.judgesText ?? false)
      if (read instanceof Refusal) return sendRefusal(reply, read)
      const input = read.input as ParsedRequestOf<E>
      const call: Call<Caller> = { ...info, caller }
      const outside = await handlers.scope?.(input, call)
      if (outside) return sendRefusal(reply, outside)
      return sendOutcome(app, endpoint, reply, await handlers.handle(input, call))
    },
  })
}
