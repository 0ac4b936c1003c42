/** The operators' side: outside books for fly-outs. */

import { z } from 'zod'
import * as calls from '../calls/outside-books.ts'
import { endpoint } from '../endpoint.ts'
import { changeRequest, id, instant, line, nothing, readRequest, version, wrappedPassword } from '../fields.ts'

/** What a trial call found: `ok`, or why the book cannot be used. */
export const BOOK_OUTCOMES = [
  'ok',
  'blocked',
  'unresolved',
  'notHttps',
  'tooLarge',
  'unreachable',
  'timeout',
  'badStatus',
  'badAnswer',
] as const

const outcome = z.enum(BOOK_OUTCOMES)
const name = line(32).min(1)
/** Judged when it is saved: https, or an address that the settings open. */
const baseUrl = line(200).min(1)
/** The name of our key at the book. */
const keyId = line(64).min(1)

export const bookQuery = endpoint(calls.bookQuery, {
  request: readRequest({}),
  response: z.object({
    items: z.array(
      z.object({
        bookId: id,
        name: z.string(),
        baseUrl: z.string(),
        keyId: z.string(),
        enabled: z.boolean(),
        version,
        createdAt: instant,
        /** The last trial call; null: none since its address or key changed. */
        trial: z.object({ at: instant, outcome }).nullable(),
        /** The fly-out accounts that use it. */
        users: z.array(z.object({ accountName: z.string(), merchant: z.string() })),
      }),
    ),
  }),
})

export const bookCreate = endpoint(calls.bookCreate, {
  request: changeRequest({ name, baseUrl, keyId, secret: wrappedPassword }),
  response: z.object({ bookId: id }),
})

export const bookUpdate = endpoint(calls.bookUpdate, {
  request: changeRequest({
    bookId: id,
    version,
    baseUrl: baseUrl.optional(),
    keyId: keyId.optional(),
    /** Absent: the key stays. It is never returned. */
    secret: wrappedPassword.optional(),
    enabled: z.boolean().optional(),
  }),
  response: nothing,
})

export const bookTrial = endpoint(calls.bookTrial, {
  request: changeRequest({ bookId: id }),
  response: z.object({ outcome, ms: z.int().min(0) }),
})
