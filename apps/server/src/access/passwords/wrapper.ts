import { createHash } from 'node:crypto'
import { openPassword, WRAPPER_WINDOW_MS } from '@strata/contract/wrapper'
import type { Queryable } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { forgetWrappers, rememberWrapper } from '../store-accounts.ts'

export interface WrapperContext {
  readonly appSecret: string
  readonly nowMs: number
}

/**
 * The password inside a wrapper. Refused: made up (badParameter), sealed over 2 minutes away (clockOff), seen before
 * (passwordReplayed). Remembers it: call once for each wrapper, after the requestId was looked up.
 */
export async function unwrapPassword(
  on: Queryable,
  sealed: string,
  context: WrapperContext,
): Promise<string | Refusal> {
  const opened = openPassword({ sealed, appSecret: context.appSecret, nowMs: context.nowMs })
  if (!opened.ok) return opened.problem === 'clockOff' ? refuse('clockOff') : refuse('badParameter')
  const digest = createHash('sha256').update(sealed).digest('base64url')
  if (!(await rememberWrapper(on, digest, opened.sealedAtMs))) return refuse('passwordReplayed')
  return opened.password
}

/** Wrappers that are too old to be accepted anyway need not be remembered. */
export const sweepWrappers = (on: Queryable, nowMs: number): Promise<void> =>
  forgetWrappers(on, nowMs - 2 * WRAPPER_WINDOW_MS)
