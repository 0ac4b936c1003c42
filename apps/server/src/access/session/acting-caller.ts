import type { Endpoint } from '@strata/contract/endpoint'
import type { AccountId, PathId } from '@strata/domain/ids'
import type { Queryable } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { pathsOfAccount } from '../store-account-paths.ts'
import { findAccount, type RoleType } from '../store-accounts.ts'
import { callerOf, judgeActing, scopePaths } from './authorize.ts'
import type { Caller } from './caller.ts'

interface ReadContext {
  readonly pool: Queryable
}

/** The account and path that a job acts for. */
export interface Actor {
  readonly accountId: AccountId
  readonly pathId: PathId
  readonly roleType: RoleType
}

async function actorOf({ pool }: ReadContext, actor: Actor): Promise<Caller | Refusal> {
  const account = await findAccount(pool, actor.accountId)
  const main = account?.mainAccountId ? await findAccount(pool, account.mainAccountId) : account
  if (!account || !main || (actor.roleType === 1 && main.accountType !== 1)) return refuse('noPermission')
  const paths = await pathsOfAccount(pool, account.merchantId, main.id)
  const path = paths.find(({ id }) => id === actor.pathId)
  if (!path) return refuse('noPermission')
  const session = {
    sessionId: 0,
    roleType: actor.roleType,
    accountId: account.id,
    accountName: account.name,
    accountStatus: account.status,
    permissionIds: account.permissionIds,
    mainAccountId: account.mainAccountId,
    mainStatus: main.status,
    mustChangePassword: account.mustChangePassword,
    hasTransferPassword: account.hasTransferPassword,
    // The call that set the job off was judged by it.
    owesValidator: false,
  }
  const caller = callerOf({ session, tokenHash: '', mainId: main.id, paths }, path, '')
  return caller.status === 2 ? refuse('disabled') : caller
}

/**
 * The caller of work that runs without a session, with the authority it would have if it called now: account, path,
 * status, permission, and every path that the request names.
 */
export async function actingCaller(
  context: ReadContext,
  actor: Actor,
  endpoint: Endpoint,
  input: unknown,
): Promise<Caller | Refusal> {
  const caller = await actorOf(context, actor)
  if (caller instanceof Refusal) return caller
  const judged = judgeActing(endpoint, caller)
  if (judged instanceof Refusal) return judged
  return (await scopePaths(context, endpoint, input, { caller: judged })) ?? judged
}
