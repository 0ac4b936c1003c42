import { createHash } from 'node:crypto'
import { openPassword, WRAPPER_WINDOW_MS } from '@strata/contract/wrapper'
import type { Queryable } from '../../platform/db.ts'
import { badRequest, Refusal, refuse } from '../../platform/refusal.ts'
import { forgetWrappers, rememberWrapper } from './store-wrappers.ts'

export interface WrapperContext {
  readonly appSecret: string
  readonly nowMs: number
}

/** A wrapper that opened and is not too old. Whether it was seen before is not checked yet. */
export interface OpenedWrapper {
  readonly password: string
  readonly digest: string
  readonly sealedAtMs: number
}

/** Opens a wrapper without the database. Refusals: forged (badParameter), sealed more than 2 minutes before or ahead (clockOff). */
export function openWrapper(sealed: string, context: WrapperContext): OpenedWrapper | Refusal {
  const opened = openPassword({ sealed, appSecret: context.appSecret, nowMs: context.nowMs })
  if (!opened.ok) return opened.problem === 'clockOff' ? refuse('clockOff') : badRequest()
  const { password, sealedAtMs } = opened
  return { password, sealedAtMs, digest: createHash('sha256').update(sealed).digest('base64url') }
}

/** Remembers the wrapper and returns its password. Refused: seen before (passwordReplayed). */
export async function takeWrapper(on: Queryable, opened: OpenedWrapper): Promise<string | Refusal> {
  const isFirst = await rememberWrapper(on, opened.digest, opened.sealedAtMs)
  return isFirst ? opened.password : refuse('passwordReplayed')
}

/** Opens and remembers a wrapper: call it once for each one, after the requestId was looked up. */
export async function unwrapPassword(
  on: Queryable,
  sealed: string,
  context: WrapperContext,
): Promise<string | Refusal> {
  const opened = openWrapper(sealed, context)
  return opened instanceof Refusal ? opened : takeWrapper(on, opened)
}

/** Forgets wrappers that are too old to be accepted. */
export const sweepWrappers = (on: Queryable, nowMs: number): Promise<void> =>
  forgetWrappers(on, nowMs - 2 * WRAPPER_WINDOW_MS)
