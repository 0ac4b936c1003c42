/**
 * What is known of a call without its schemas: one plain value per call, in `calls/`, written once. The server joins it
 * with its schemas (endpoint.ts); the web app imports it as it is. Free of zod.
 */

import type { Access, AccessRule } from './permissions.ts'

export type Platform = 'common' | 'agent' | 'admin' | 'rec'

export type CallSpec = {
  /** room.name, unique. */
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** As the spec spells it; matching is case-insensitive. */
  readonly path: `/api/${Platform}/${string}`
  /** Who may call it with any path of its downline. */
  readonly permission: Access
  /** Who may call it about its own path; absent: the same as `permission`. */
  readonly ownPermission?: Access
  /**
   * What a field of the request needs beside the call's own permission, when it is sent: more authority than the rest of
   * the call. `items.maxFill`: a field of the items of a list. Judged in one place (authorize.ts); the access matrix has a
   * request for each.
   */
  readonly fieldPermissions?: Readonly<Record<string, AccessRule>>
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
  /** One Chinese line for people. */
  readonly summary: string
  /** No server route yet. The number of these may only shrink. */
  readonly due?: 'later'
}
