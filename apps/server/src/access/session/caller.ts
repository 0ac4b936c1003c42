import { keptWhenFrozen, rolePermissions } from '@strata/contract/permissions'
import type { Role } from '@strata/domain/tree'
import type { OwnPath, PathRef, RoleType, Status } from '../store-accounts.ts'

/** Who makes a call, as every use case sees it. */
export interface Caller {
  readonly account: {
    readonly id: number
    readonly name: string
    /** The main account: itself, or of a sub-account the one it belongs to. */
    readonly mainId: number
  }
  /** The path it acts for. */
  readonly path: OwnPath
  /** All that it could act for, disabled ones too. */
  readonly paths: readonly OwnPath[]
  /** Of the path; 0 for the head. */
  readonly merchantId: number
  /** Of the path: 0 head .. 3 agent. */
  readonly role: Role
  readonly roleType: RoleType
  /** A sub-account's set is already intersected with its main account's. */
  readonly permissionIds: ReadonlySet<number>
  readonly isSub: boolean
  /** Effective status of the path: 1 or 4; with 2 nobody gets this far. */
  readonly status: Status
  /** It has yet to choose a login or transfer password: until then it changes nothing but its own. */
  readonly owesPasswords: boolean
  readonly sessionId: number
  readonly tokenHash: string
  readonly ip: string
  /** `own`: the call may only be about the caller's own path. */
  readonly reach: 'any' | 'own'
  /** Paths that the request named, proved to lie in the downline; filled before the handler runs. */
  readonly targets: ReadonlyMap<number, PathRef>
}

/**
 * What an account may do on a path: all that the path's role holds, or the part of it that the account was given; of
 * that a frozen one keeps what reads reports, results and rules and what is its own.
 */
export function permissionsOn(
  path: Pick<OwnPath, 'role' | 'isAllowPilotOut'>,
  granted: readonly number[] | null,
  as: { readonly roleType: RoleType; readonly status: Status },
): Set<number> {
  const held = rolePermissions({
    roleId: path.role,
    isAllowPilotOut: path.isAllowPilotOut,
    admin: as.roleType === 1,
  }).filter((id) => as.status !== 4 || keptWhenFrozen(id))
  return new Set(granted === null ? held : held.filter((id) => granted.includes(id)))
}
