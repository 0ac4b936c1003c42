/**
 * A call without its schemas: one plain value per call, written once, in `calls/`. The server joins it with its
 * schemas (endpoint.ts); the web app imports it directly. Free of zod.
 */

import type { Access, AccessRule } from './permissions.ts'

export type Platform = 'common' | 'agent' | 'admin' | 'rec'

export type CallSpec = {
  /** room.name, unique. */
  readonly id: string
  readonly method: 'GET' | 'POST'
  /** As the specification spells it; matching is case-insensitive. */
  readonly path: `/api/${Platform}/${string}`
  /** Who may call it with any path of its downline. */
  readonly permission: Access
  /** Who may call it about its own path; absent: the same as `permission`. */
  readonly ownPermission?: Access
  /**
   * Request fields that need more authority than the call itself, when they are sent. `items.maxFill` means the
   * field `maxFill` of each item of the list `items`. Checked in one place (authorize.ts); the access matrix has a
   * request for each.
   */
  readonly fieldPermissions?: Readonly<Record<string, AccessRule>>
  /** Only for a call that works with and without a session; otherwise `permission` decides. */
  readonly auth?: 'optional'
  /** Changes data: takes a requestId and is refused to a frozen path unless `whenFrozen` allows it. */
  readonly write?: true
  /** A change that concerns only the caller's own account: a frozen path may make it too. */
  readonly whenFrozen?: 'allowed'
  /** On the specification's list of URLs that never carry isclick=true. */
  readonly isclick?: false
  /** The client calls it on a timer and sends `X-Auto: 1`, so that the call does not keep a session alive. */
  readonly automatic?: true
  /** `sse`: a stream of live.ts events; `file`: bytes with a content-disposition. */
  readonly answers?: 'json' | 'sse' | 'file'
  /** One line in Chinese for documents and logs. */
  readonly summary: string
  /** No server route yet. The number of these may only shrink. */
  readonly due?: 'later'
}
