import { randomBytes } from 'node:crypto'
import type { ResponseOf } from '@strata/contract/endpoint'
import type { lookEnter } from '@strata/contract/endpoints/look'
import { PERMISSION } from '@strata/contract/permissions'
import type { AccountId } from '@strata/domain/ids'
import { effectiveStatus, type Role } from '@strata/domain/tree'
import { dayStartsOnWire } from '../../platform/business-day.ts'
import { type Pool, runTx, type Tx } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { pathsOfAccount } from '../store-account-paths.ts'
import { findAccount } from '../store-accounts.ts'
import { pathsOnWire } from './own-paths.ts'
import { hashToken } from './sessions.ts'
import { insertSession, type Looker, useLookTicket } from './store-sessions.ts'

/** How long an operator may look, however much is clicked. */
const LOOK_MS = 30 * 60_000
/** A ticket goes from one site to the other by hand. */
const TICKET_MS = 60_000

/** The hash of a ticket is none of a token, so a ticket is no session. */
const hashTicket = (ticket: string): string => hashToken(`look ${ticket}`)
const newToken = (): string => randomBytes(32).toString('base64url')

/** Prepares a session in which an operator sees an account, reading only. It begins when its ticket is used. */
export async function openLook(
  tx: Tx,
  look: { readonly accountId: AccountId; readonly lookerId: AccountId; readonly ip: string; readonly at: number },
): Promise<{ readonly ticket: string; readonly until: number }> {
  const ticket = newToken()
  const until = look.at + TICKET_MS
  const { accountId, lookerId, ip, at } = look
  const session = { accountId, lookerId, roleType: 2, at, expiresAt: until, ip, device: '', deviceHash: null } as const
  await insertSession(tx, { ...session, tokenHash: hashTicket(ticket) })
  return { ticket, until }
}

/** Begins the session of a ticket, once. It is no sign-in of the account: nothing is counted, logged or ended. */
export function enterLook(
  { pool, clock }: { readonly pool: Pool; readonly clock: () => number },
  by: { readonly ticket: string; readonly ip: string; readonly device: string },
): Promise<ResponseOf<typeof lookEnter> | Refusal> {
  return runTx(pool, {}, async (tx) => {
    const at = clock()
    const token = newToken()
    const lookUntil = at + LOOK_MS
    const { ip } = by
    const begun = { tokenHash: hashToken(token), at, expiresAt: lookUntil, ip, device: by.device.slice(0, 200) }
    const accountId = await useLookTicket(tx, hashTicket(by.ticket), begun)
    const account = accountId === undefined ? undefined : await findAccount(tx, accountId)
    if (!account) return refuse('lookTicketWrong')
    const all = await pathsOfAccount(tx, account.merchantId, account.id)
    const paths = all.filter((path) => effectiveStatus(path.statuses) !== 2)
    return {
      accountToken: token,
      accountId: account.id,
      accountName: account.name,
      roleId: account.roleId as Exclude<Role, 10001 | 10002>,
      mainAccountId: 0,
      maintenanceState: 0,
      isAllowPilotOut: paths[0]?.flyOutAllowed ?? false,
      accountType: 2,
      accountAgentPathsList: pathsOnWire({ account, main: account, paths }, 2),
      // Whoever looks has no passwords to choose.
      mustChangePassword: false,
      needSetPassword: false,
      lastLogin: null,
      dayStarts: dayStartsOnWire(),
      lookUntil,
    }
  })
}

/** Whether the operator of a looking session may still look: not disabled, and with the permission. */
export const mayStillLook = ({ status, permissionIds }: Looker): boolean =>
  status !== 2 && (permissionIds === null || permissionIds.includes(PERMISSION.lookInto))
