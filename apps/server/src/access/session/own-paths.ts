import type { ResponseOf } from '@strata/contract/endpoint'
import type { ownPaths } from '@strata/contract/endpoints/access'
import { moduleTree } from '@strata/contract/permissions'
import { effectiveStatus } from '@strata/domain/tree'
import type { Pool } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { type OwnPath, pathsOfAccount } from '../store-account-paths.ts'
import { type Account, findAccount, type RoleType } from '../store-accounts.ts'
import { type Caller, permissionsOn } from './caller.ts'

/** A login, its main account (itself, if it is no sub-account) and its paths that are not disabled. */
export interface PathsOf {
  readonly account: Account
  readonly main: Account
  readonly paths: readonly OwnPath[]
}

/** An agent directly under its merchant has no general agent above it. */
function rolesAbove({ role, lineage }: Pick<OwnPath, 'role' | 'lineage'>): (0 | 1 | 2)[] {
  const roles = ([0, 1, 2] as const).filter((one) => one < role)
  return lineage.length < role ? roles.slice(0, lineage.length) : roles
}

/** Each path with the permissions that the login has there now. */
export const pathsOnWire = ({ account, main, paths }: PathsOf, side: RoleType): ResponseOf<typeof ownPaths> =>
  paths.map((path) => ({
    agentPathsId: path.id,
    pathName: path.name,
    roleId: path.role as 0 | 1 | 2 | 3,
    rolesAbove: rolesAbove(path),
    nickname: path.nickname ?? '',
    isAllowPilotOut: path.flyOutAllowed,
    roleModuleList: moduleTree(
      permissionsOn(path, account.id === main.id ? main.permissionIds : (account.permissionIds ?? []), {
        roleType: side,
        status: effectiveStatus([...path.statuses, account.status, main.status]),
      }),
    ),
  }))

/** session/paths: the caller's paths as a sign-in would return them now. */
export async function ownPathsOf(
  { pool }: { readonly pool: Pool },
  { account: { id, mainId }, roleType }: Caller,
): Promise<ResponseOf<typeof ownPaths> | Refusal> {
  const account = await findAccount(pool, id)
  const main = id === mainId ? account : await findAccount(pool, mainId)
  if (!account || !main) return refuse('sessionEnded')
  const all = await pathsOfAccount(pool, main.merchantId, mainId)
  const paths = all.filter((path) => effectiveStatus(path.statuses) !== 2)
  return pathsOnWire({ account, main, paths }, roleType)
}
