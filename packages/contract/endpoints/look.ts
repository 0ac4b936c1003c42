/** Looking into a merchant, reading only. */

import { z } from 'zod'
import * as calls from '../calls/look.ts'
import { endpoint } from '../endpoint.ts'
import { changeRequest, instant, pathId, readRequest } from '../fields.ts'
import { signInAnswer } from './access.ts'

export const merchantLook = endpoint(calls.merchantLook, {
  request: changeRequest({ agentPathsId: pathId }),
  response: z.object({
    /** Opens the agents' site once, until then. */
    ticket: z.string(),
    until: instant,
    /** Name and port of the agents' site. */
    host: z.string(),
  }),
})

export const lookEnter = endpoint(calls.lookEnter, {
  request: readRequest({ ticket: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
  response: signInAnswer.extend({ lookUntil: instant }),
})
