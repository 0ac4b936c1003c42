/** The definition of a call: one value that server, client, OpenAPI and the access matrix all read. */

import { must } from '@strata/domain/must'
import type { z } from 'zod'
import type { CallSpec, Platform } from './call.ts'
import { clickQuery } from './fields.ts'
import { type Access, type AccessRule, PERMISSION } from './permissions.ts'

/** `optional`: works with a session and without one (updatepwd with a reset token). */
export type Auth = 'public' | 'session' | 'optional' | 'signed'

export type Endpoint<
  Id extends string = string,
  Req extends z.ZodObject = z.ZodObject,
  Res extends z.ZodType = z.ZodType,
> = AccessRule & {
  readonly id: Id
  readonly room: string
  readonly method: 'GET' | 'POST'
  readonly path: `/api/${Platform}/${string}`
  readonly platform: Platform
  readonly auth: Auth
  /** By field name, `export` among them: the permission that the field needs in addition. */
  readonly fieldPermissions: Readonly<Record<string, AccessRule>>
  readonly write: boolean
  readonly whenFrozen: 'allowed' | 'refused'
  readonly isclick: boolean
  readonly automatic: boolean
  /** Its request takes `export`, which needs the export permission too. */
  readonly exportable: boolean
  readonly answers: 'json' | 'sse' | 'file'
  readonly request: Req
  readonly response: Res
  /** Chinese names of fields that mean something else here than elsewhere. */
  readonly labels: Readonly<Record<string, string>>
  readonly summary: string
  readonly due: 'now' | 'later'
}

/** What the client sends (fields with a default may be left out). */
export type RequestOf<E extends Endpoint> = z.input<E['request']>
/** What a handler gets (defaults filled in). */
export type ParsedRequestOf<E extends Endpoint> = z.output<E['request']>
/** `data` of the envelope. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

const authOf = (permission: Access): Auth => {
  if (permission === 'public' || permission === 'signed') return permission
  return 'session'
}

/** Joins a call with the schemas of its request and its response. */
export const endpoint = <const Call extends CallSpec, Req extends z.ZodObject, Res extends z.ZodType>(
  call: Call,
  {
    request,
    response,
    labels = {},
  }: { readonly request: Req; readonly response: Res; readonly labels?: Readonly<Record<string, string>> },
): Endpoint<Call['id'], Req, Res> => ({
  id: call.id,
  room: call.id.split('.')[0] ?? '',
  method: call.method,
  path: call.path,
  platform: must(call.path.split('/')[2], `the platform of ${call.path}`) as Platform,
  permission: call.permission,
  ownPermission: call.ownPermission,
  auth: call.auth ?? authOf(call.permission),
  fieldPermissions: {
    ...call.fieldPermissions,
    ...('export' in request.shape ? { export: { permission: PERMISSION.exports } } : {}),
  },
  write: call.write ?? false,
  whenFrozen: call.write && call.whenFrozen === undefined ? 'refused' : 'allowed',
  isclick: call.isclick ?? call.permission !== 'signed',
  automatic: call.automatic ?? false,
  exportable: 'export' in request.shape,
  answers: call.answers ?? 'json',
  request,
  response,
  labels,
  summary: call.summary,
  due: call.due ?? 'now',
})

/**
 * The schemas that the server checks a request against. A GET carries its fields in the query beside `isclick`; a
 * POST carries them in the body, and its query may hold only `isclick`.
 */
export const validationOf = (call: Endpoint): { query: z.ZodType; body: z.ZodType | null } =>
  call.method === 'GET'
    ? { query: call.request.safeExtend(clickQuery.shape), body: null }
    : { query: clickQuery, body: call.request }
