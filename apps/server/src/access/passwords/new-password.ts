import { passwordProblem, transferPasswordProblem } from '@strata/contract/rules'
import { badField, Refusal } from '../../platform/refusal.ts'
import type { PeopleContext } from '../profile/people-context.ts'
import { hashPassword } from './password-pool.ts'
import { unwrapPassword } from './wrapper.ts'

export type PasswordKind = 'login' | 'transfer'

const problemOf = { login: passwordProblem, transfer: transferPasswordProblem } as const

/** Opens a wrapped password. Each wrapper works for one call only: look the requestId up first. */
export const openWrapped = (
  { pool, appSecret, clock }: Pick<PeopleContext, 'pool' | 'appSecret' | 'clock'>,
  sealed: string,
): Promise<string | Refusal> => unwrapPassword(pool, sealed, { appSecret, nowMs: clock() })

/** The field of a request that holds a new password. */
type PasswordField = 'password' | 'newPassword'

/** Opens a new password and hashes it if it follows the rule of its kind. */
export async function openNewPassword(
  context: Pick<PeopleContext, 'pool' | 'appSecret' | 'clock'>,
  sealed: string,
  kind: PasswordKind,
  path: PasswordField = 'newPassword',
): Promise<string | Refusal> {
  const password = await openWrapped(context, sealed)
  return password instanceof Refusal ? password : hashNewPassword(password, kind, path)
}

/** The hash of the password, or a refusal with the rule's message. */
export async function hashNewPassword(
  password: string,
  kind: PasswordKind,
  path: PasswordField = 'newPassword',
): Promise<string | Refusal> {
  const problem = problemOf[kind](password)
  return problem === null ? hashPassword(password) : badField(path, problem)
}
