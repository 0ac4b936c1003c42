import { PERMISSION, rolePermissions, worksWhenFrozen } from '@strata/contract/permissions'
import type { AccountId, MerchantId, PathId } from '@strata/domain/ids'
import type { Role } from '@strata/domain/tree'
import type { OwnPath, PathRef } from '../store-account-paths.ts'
import type { RoleType, Status } from '../store-accounts.ts'

/** The caller of a call, as every service sees it. */
export interface Caller {
  readonly account: {
    readonly id: AccountId
    readonly name: string
    /** The main account: the caller itself, or for a sub-account the one it belongs to. */
    readonly mainId: AccountId
  }
  /** The path it acts for. */
  readonly path: OwnPath
  /** All paths that it can act for, including disabled ones. */
  readonly paths: readonly OwnPath[]
  /** Of the path; 0 for the head. */
  readonly merchantId: MerchantId
  /** Of the path: 0 head .. 3 agent. */
  readonly role: Role
  readonly roleType: RoleType
  /** A sub-account's set is already intersected with its main account's. */
  readonly permissionIds: ReadonlySet<number>
  readonly isSub: boolean
  /** Effective status of the path: 1 or 4. A path with 2 is refused earlier. */
  readonly status: Status
  /** It must still choose a login or transfer password; until then it may change only its own account. */
  readonly owesPasswords: boolean
  /** It must bind a second factor first; until then it may change only its own account. */
  readonly owesValidator: boolean
  /** An operator looks into the account: nothing may be changed. */
  readonly isLooking?: true
  readonly sessionId: number
  readonly tokenHash: string
  readonly ip: string
  /** `own`: the call may only be about the caller's own path. */
  readonly reach: 'any' | 'own'
  /** Paths named by the request, checked to be in the downline; filled before the handler runs. */
  readonly targets: ReadonlyMap<PathId, PathRef>
}

/**
 * The permissions of an account on a path: all that the path's role has, or the subset that the account was given and
 * the page of its own passwords.
 * A frozen path keeps of them only reading of reports, results and rules, and its own pages.
 */
export function permissionsOn(
  path: Pick<OwnPath, 'role' | 'flyOutAllowed'>,
  granted: readonly number[] | null,
  as: { readonly roleType: RoleType; readonly status: Status },
): Set<number> {
  const held = rolePermissions({
    roleId: path.role,
    flyOutAllowed: path.flyOutAllowed,
    admin: as.roleType === 1,
  }).filter((id) => as.status !== 4 || worksWhenFrozen(id))
  return new Set(granted === null ? held : held.filter((id) => granted.includes(id) || OF_EVERY_LOGIN.includes(id)))
}

/** Nobody gives or takes these: every login must be able to change its own passwords and see its devices. */
const OF_EVERY_LOGIN: readonly number[] = [PERMISSION.profile, PERMISSION.ownPassword]
