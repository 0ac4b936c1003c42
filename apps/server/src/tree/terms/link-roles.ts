import { isHolderRole, ROLE, type Role } from '@strata/domain/tree'
import type { LinkRoles } from '@strata/domain/tree/terms'

/** The roles at both ends of a path's link. A path whose parent has no row of its merchant hangs below the head. */
export function linkRolesOf(parentRole: Role | null, child: Role): LinkRoles {
  const parent = parentRole ?? ROLE.head
  if (!isHolderRole(parent)) throw new Error(`a parent of role ${parent}`)
  return { parent, child }
}
