import { PERMISSION } from '@strata/contract/permissions'
import { ROLE, type Role } from '@strata/domain/tree'
import { useOwnRole } from '../../../api/own-role.ts'
import { useSession } from '../../../api/session.ts'
import type { Under } from './board-filters.ts'

/** Whose part is sent: the viewer's own, or the head's in the book of a merchant. */
export type Sender = { readonly merchant: number | null }

/** The sender for a board; null: the viewer may not send, or the board shows only a part. */
export const senderOf = (role: Role, under: Under | null): Sender | null => {
  if (role !== ROLE.head) return under === null ? { merchant: null } : null
  return under?.role === ROLE.merchant && !under.seat ? { merchant: under.agentPathsId } : null
}

export const useSender = (under: Under | null): Sender | null => {
  const role = useOwnRole()
  const allowed = useSession(({ permissionIds }) => permissionIds.includes(PERMISSION.replenish))
  return allowed ? senderOf(role, under) : null
}
