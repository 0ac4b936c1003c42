import { AccountId, type PathId } from '@strata/domain/ids'
import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { Pool } from '../../platform/db.ts'
import { openSession } from '../session/sessions.ts'
import type { RoleType } from '../store-accounts.ts'

const LASTS_MS = 12 * 3_600_000

export interface Answered {
  readonly status: number
  readonly code: number
  readonly message: string
  readonly data: unknown
  /** The whole body, to compare answers that must be equal. */
  readonly text: string
}

/** A signed-in test user who makes calls. */
export interface Person {
  readonly token: string
  readonly pathId: PathId
  readonly roleType: RoleType
}

/** Signs a user in without a password, for tests of later steps. */
export async function signedIn(
  pool: Pool,
  person: { accountId: number; pathId: PathId; roleType?: RoleType; now: number },
): Promise<Person> {
  const { accountId, pathId, now, roleType = 2 } = person
  const token = await openSession(pool, {
    accountId: AccountId(accountId),
    roleType,
    ip: '127.0.0.1',
    device: 'test',
    now,
    lastsMs: LASTS_MS,
  })
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

/** Makes one call; a GET carries its fields in the query. */
export async function callApp(app: FastifyInstance, options: CallOptions): Promise<Answered> {
  const { method, path, input = {}, headers = {} } = options
  if (method === 'GET') {
    const query = Object.fromEntries(Object.entries(input).map(([name, value]) => [name, String(value)]))
    return answered(await app.inject({ method, url: path, query, headers }))
  }
  return answered(await app.inject({ method, url: path, payload: input, headers }))
}
