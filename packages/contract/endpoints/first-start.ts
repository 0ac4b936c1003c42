/** The first start of an empty production database. */

import { z } from 'zod'
import * as calls from '../calls/first-start.ts'
import { endpoint } from '../endpoint.ts'
import { changeRequest, instant, newAccount, readRequest, wrappedPassword } from '../fields.ts'

/** The part of the link after '#'. */
const token = z.string().regex(/^[A-Za-z0-9_-]{43}$/)
/** A name that people read: not blank, one line. */
const name = (maxLength: number) =>
  z
    .string()
    .max(maxLength)
    .regex(/^(?=.*\S)\P{Cc}+$/u)

export const firstStartBegin = endpoint(calls.firstStartBegin, {
  request: readRequest({ token }),
  /** `secret`: what the phone of the first operator is bound to, as base32; the same one until the link is used. */
  response: z.object({ until: instant, secret: z.string() }),
})

export const firstStartFinish = endpoint(calls.firstStartFinish, {
  request: changeRequest({
    token,
    platformName: name(40),
    headName: name(32),
    accountName: newAccount,
    password: wrappedPassword,
    /** Proves that the phone is bound. */
    verifyCode: z.string().regex(/^\d{6}$/),
  }),
  /** Ten one-time codes of the first operator; they are not shown again. */
  response: z.object({ recoveryCodes: z.array(z.string()).length(10) }),
})
