import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Pool } from '../../platform/db.ts'
import { openSession } from '../session/sessions.ts'
import type { RoleType } from '../store-accounts.ts'

export interface Answered {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data: unknown
  /** The whole body, to compare answers that must not differ. */
  readonly text: string
}

/** A signed-in person who makes calls. */
export interface Person {
  readonly token: string
  readonly pathId: number
  readonly roleType: RoleType
}

/** Signs somebody in without a password: for tests of what comes after. */
export async function signedIn(
  pool: Pool,
  person: { accountId: number; pathId: number; roleType?: RoleType; now: number },
): Promise<Person> {
  const { accountId, pathId, now, roleType = 2 } = person
  const token = await openSession(pool, { accountId, roleType, ip: '127.0.0.1', device: 'test', now })
  return { token, pathId, roleType }
}

export const headersOf = (person: Person): Record<string, string> => ({
  authorization: `Bearer ${person.token}`,
  agentpathsid: String(person.pathId),
  roletype: String(person.roleType),
})

const answered = (response: LightMyRequestResponse): Answered => {
  const type = String(response.headers['content-type'] ?? '')
  const body = type.includes('json') ? (response.json() as Record<string, unknown>) : {}
  return {
    status: response.statusCode,
    code: Number(body['code'] ?? 0),
    message: String(body['message'] ?? ''),
    data: body['data'],
    text: response.body,
  }
}

export interface CallOptions {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly input?: Readonly<Record<string, unknown>>
  readonly headers?: Readonly<Record<string, string>>
}

/** One call; a GET carries its fields in the query. */
export async function callApp(app: FastifyInstance, options: CallOptions): Promise<Answered> {
  const { method, path, input = {}, headers = {} } = options
  if (method === 'GET') {
    const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
    return answered(await app.inject({ method, url: path, query, headers }))
  }
  return answered(await app.inject({ method, url: path, payload: input, headers }))
}
