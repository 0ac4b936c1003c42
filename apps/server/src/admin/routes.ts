import {
  adminOddsQuery,
  adminOddsSet,
  gameQuery,
  gameUpdate,
  maintenanceQuery,
  maintenanceSet,
  noticeCreate,
  noticeDelete,
  noticeQuery,
  noticeUpdate,
  pankouCommissionSet,
  pankouSettingQuery,
  systemConfigQuery,
  systemConfigSet,
} from '@strata/contract/endpoints/admin'
import {
  merchantCreate,
  merchantGetLogo,
  merchantMaxFill,
  merchantQuery,
  merchantUpdate,
  userCreate,
  userQuery,
  userStatus,
  userUpdate,
} from '@strata/contract/endpoints/admin-merchants'
import { ROLE } from '@strata/domain/tree'
import type { FastifyInstance } from 'fastify'
import { systemSettings } from '../access/platform-settings/system-settings.ts'
import type { PeopleContext } from '../access/profile/people-context.ts'
import type { AccessContext } from '../access/session/authorize.ts'
import { serveSession } from '../access/session/serve-session.ts'
import { TransferPasswords } from '../ledger/transfer-password.ts'
import { merchantLogo } from '../tree/paths/store-merchants.ts'
import { HEAD_MERCHANT } from '../tree/paths/store-paths.ts'
import { queryPankou, setCommissionCall } from '../tree/terms/head-commission.ts'
import { setFills } from '../tree/terms/set-max-fills.ts'
import { type GamesContext, queryGames, updateGameCall } from './games.ts'
import { queryMaintenance, setMaintenance } from './maintenance.ts'
import { createMerchant, queryMerchants, updateMerchant } from './merchants.ts'
import { createNotice, queryNotices, removeNotice, updateNotice } from './notices.ts'
import { type OddsContext, queryOdds, setOddsCall } from './odds.ts'
import { querySystemConfig, setSystemConfig } from './system-config.ts'
import { createUser, queryUsers, setUserStatus, updateUser } from './users.ts'

export type AdminContext = OddsContext & GamesContext & PeopleContext

/** Games, prices and commission as operators set them. */
function gameRoutes(app: FastifyInstance, context: AdminContext): void {
  serveSession(app, context, gameQuery, () => queryGames(context))
  serveSession(app, context, gameUpdate, (input, { caller }) => updateGameCall(context, caller, input))
  serveSession(app, context, adminOddsQuery, (input) => queryOdds(context, input))
  serveSession(app, context, adminOddsSet, (input, { caller }) => setOddsCall(context, caller, input))
  serveSession(app, context, pankouSettingQuery, (input) => queryPankou(context, input))
  serveSession(app, context, pankouCommissionSet, (input, { caller }) => setCommissionCall(context, caller, input))
}

/** Maintenance, settings and notices. */
function platformRoutes(app: FastifyInstance, context: AdminContext): void {
  serveSession(app, context, maintenanceQuery, () => queryMaintenance(context))
  serveSession(app, context, maintenanceSet, (input, { caller }) => setMaintenance(context, caller, input))
  serveSession(app, context, systemConfigQuery, () => querySystemConfig(context))
  serveSession(app, context, systemConfigSet, (input, { caller }) => setSystemConfig(context, caller, input))
  serveSession(app, context, noticeQuery, (input) => queryNotices(context, input))
  serveSession(app, context, noticeCreate, (input, { caller }) => createNotice(context, caller, input))
  serveSession(app, context, noticeUpdate, (input, { caller }) => updateNotice(context, caller, input))
  serveSession(app, context, noticeDelete, (input, { caller }) => removeNotice(context, caller, input))
}

/** Merchants and operators. */
function accountRoutes(app: FastifyInstance, context: AdminContext): void {
  const merchants = { ...context, passwords: new TransferPasswords(context) }
  serveSession(app, context, merchantQuery, (input) => queryMerchants(context.pool, input))
  serveSession(app, context, merchantCreate, (input, { caller }) => createMerchant(merchants, caller, input))
  serveSession(app, context, merchantUpdate, (input, { caller }) => updateMerchant(merchants, caller, input))
  serveSession(app, context, userQuery, (input, { caller }) => queryUsers(context, caller, input))
  serveSession(app, context, userCreate, (input, { caller }) => createUser(context, caller, input))
  serveSession(app, context, userUpdate, (input, { caller }) => updateUser(context, caller, input))
  serveSession(app, context, userStatus, (input, { caller }) => setUserStatus(context, caller, input))
}

/** Fill limits of merchants: terms of the tree, set by operators. */
export function merchantFillRoutes(app: FastifyInstance, context: AccessContext): void {
  serveSession(app, context, merchantMaxFill, (input, { caller }) =>
    setFills(context, caller, input, 'merchant/max-fill'),
  )
}

/** The operators' side. */
export function adminRoutes(app: FastifyInstance, context: AdminContext): void {
  gameRoutes(app, context)
  platformRoutes(app, context)
  accountRoutes(app, context)
  merchantFillRoutes(app, context)
  // Everybody's: the merchant of the caller, or of a path below; the head has the platform's own name.
  serveSession(app, context, merchantGetLogo, async (input, { caller }) => {
    const named = input.agentPathsId === undefined ? undefined : caller.targets.get(input.agentPathsId)
    const { merchantId } = named ?? caller
    if (merchantId === HEAD_MERCHANT)
      return { name: (await systemSettings(context.pool)).name || caller.path.name, logo: '' }
    const found = await merchantLogo(context.pool, merchantId, caller.role > ROLE.merchant)
    return found ?? { name: named?.name ?? caller.path.name, logo: '' }
  })
}
