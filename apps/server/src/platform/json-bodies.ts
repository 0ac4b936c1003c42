import type { FastifyInstance, FastifyRequest } from 'fastify'
import { badRequest, Refusal, RefusalError } from './refusal.ts'

const maxDepth = 32

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

declare module 'fastify' {
  interface FastifyContextConfig {
    /** A game platform's call: its body is parsed after its signature was checked. */
    signed?: boolean
  }
  interface FastifyRequest {
    /** The raw body, for signatures. */
    rawBody: Buffer | undefined
  }
  interface FastifyInstance {
    /** The parsed body of a signed call, or a refusal if it is not valid JSON. */
    parseBody: (request: FastifyRequest) => unknown
  }
}

/**
 * Accepts only JSON bodies. Other types are refused unread. The body of a signed call is stored raw and parsed by
 * `parseBody` after the signature was checked, so that bodies without a valid signature are only hashed.
 */
export function readJsonBodies(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const parseBody = (request: FastifyRequest): unknown => {
    const raw = request.rawBody
    if (raw === undefined || raw.length === 0) return {}
    if (isTooDeep(raw)) return badRequest()
    let body: unknown
    // The parser calls back synchronously.
    void parse(request, raw.toString('utf8'), (error, value) => {
      body = error ? badRequest() : value
    })
    return body
  }
  app.decorateRequest('rawBody', undefined)
  app.decorate('parseBody', parseBody)
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer
    if (request.routeOptions.config.signed) return done(null)
    const value = parseBody(request)
    if (value instanceof Refusal) return done(new RefusalError(value))
    done(null, value)
  })
}
