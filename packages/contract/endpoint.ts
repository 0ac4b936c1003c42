/** What a call is: one value that server, client, OpenAPI and the access matrix all read. */

import type { z } from 'zod'
import { clickQuery } from './fields.ts'
import type { Access, AccessRule } from './permissions.ts'

export type Platform = 'common' | 'agent' | 'admin' | 'rec'
/** `optional`: works with a session and without one (updatepwd with a reset token). */
export type Auth = 'public' | 'session' | 'optional' | 'signed'

export type EndpointSpec<Id extends string, Req extends z.ZodObject, Res extends z.ZodType> = {
  /** room.name, unique. */
  readonly id: Id
  readonly method: 'GET' | 'POST'
  /** As the spec spells it; matching is case-insensitive. */
  readonly path: `/api/${Platform}/${string}`
  /** Who may call it with any path of its downline. */
  readonly permission: Access
  /** Who may call it about its own path; absent: the same as `permission`. */
  readonly ownPermission?: Access
  /** Needed where a call works with and without a session; otherwise follows from `permission`. */
  readonly auth?: 'optional'
  /** Changes data: takes a requestId, refused to a frozen path unless `whenFrozen`. */
  readonly write?: true
  /** A change that concerns only the caller's own account, open to a frozen path as well. */
  readonly whenFrozen?: 'allowed'
  /** On the spec's list of URLs that never carry isclick=true. */
  readonly isclick?: false
  /** The client calls it by itself and says so with `X-Auto: 1`, so that it does not keep a session alive. */
  readonly automatic?: true
  /** `sse`: a stream of live.ts events; `file`: bytes with a content-disposition. */
  readonly answers?: 'json' | 'sse' | 'file'
  readonly request: Req
  readonly response: Res
  /** One Chinese line for people. */
  readonly summary: string
  /** No server route yet. The number of these may only shrink. */
  readonly due?: 'later'
}

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
  readonly write: boolean
  readonly whenFrozen: 'allowed' | 'refused'
  readonly isclick: boolean
  readonly automatic: boolean
  /** Its request takes `export`, which needs the export permission too. */
  readonly exportable: boolean
  readonly answers: 'json' | 'sse' | 'file'
  readonly request: Req
  readonly response: Res
  readonly summary: string
  readonly due: 'now' | 'later'
}

/** What the client sends (fields with a default may be left out). */
export type RequestOf<E extends Endpoint> = z.input<E['request']>
/** What a handler gets (defaults filled in). */
export type ParsedRequestOf<E extends Endpoint> = z.output<E['request']>
/** `data` of the answer. */
export type ResponseOf<E extends Endpoint> = z.output<E['response']>

const authOf = (permission: Access): Auth => {
  if (permission === 'public' || permission === 'signed') return permission
  return 'session'
}

export const endpoint = <const Id extends string, Req extends z.ZodObject, Res extends z.ZodType>(
  spec: EndpointSpec<Id, Req, Res>,
): Endpoint<Id, Req, Res> => ({
  id: spec.id,
  room: spec.id.split('.')[0] ?? '',
  method: spec.method,
  path: spec.path,
  platform: spec.path.split('/')[2] as Platform,
  permission: spec.permission,
  ownPermission: spec.ownPermission,
  auth: spec.auth ?? authOf(spec.permission),
  write: spec.write ?? false,
  whenFrozen: spec.write && spec.whenFrozen === undefined ? 'refused' : 'allowed',
  isclick: spec.isclick ?? spec.permission !== 'signed',
  automatic: spec.automatic ?? false,
  exportable: 'export' in spec.request.shape,
  answers: spec.answers ?? 'json',
  request: spec.request,
  response: spec.response,
  summary: spec.summary,
  due: spec.due ?? 'now',
})

/**
 * What the server validates of a request. A GET carries its fields in the query beside `isclick`; a POST carries them
 * in the body and nothing but `isclick` in the query.
 */
export const validationOf = (call: Endpoint): { query: z.ZodType; body: z.ZodType | null } =>
  call.method === 'GET'
    ? { query: call.request.safeExtend(clickQuery.shape), body: null }
    : { query: clickQuery, body: call.request }
