import type { FastifyInstance, FastifyRequest } from 'fastify'

declare module 'fastify' {
  interface FastifyInstance {
    /** The admin port when only it may serve the admin surface. Undefined: every listener may. */
    adminOnlyPort: number | undefined
  }
}

/** Admin calls, /metrics and /docs answer only on the admin port in production, and everywhere in the demo. */
export function isAdminRequest(app: FastifyInstance, request: FastifyRequest): boolean {
  return app.adminOnlyPort === undefined || request.socket.localPort === app.adminOnlyPort
}
