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
  noticeReaders,
  noticeUpdate,
  pankouCommissionSet,
  pankouSettingQuery,
  systemConfigQuery,
  systemConfigSet,
} from '@strata/contract/endpoints/admin'
import { home } from '@strata/contract/endpoints/admin-home'
import {
  merchantCreate,
  merchantGetLogo,
  merchantInfo,
  merchantMaxFill,
  merchantQuery,
  merchantTerms,
  merchantUpdate,
  userCreate,
  userQuery,
  userStatus,
  userUpdate,
} from '@strata/contract/endpoints/admin-merchants'
import { oddsMatrix, oddsVersions, offsetSet } from '@strata/contract/endpoints/admin-odds'
import { merchantLook } from '@strata/contract/endpoints/look'
import { merchantKeyCreate, merchantKeyQuery, merchantKeyRetire } from '@strata/contract/endpoints/merchant-keys'
import { userSessions, userSessionsEnd, userValidatorReset } from '@strata/contract/endpoints/operators'
import {
  monthQuery,
  monthSet,
  periodChange,
  periodClose,
  periodOpen,
  schedulePreview,
  scheduleQuery,
  scheduleSet,
} from '@strata/contract/endpoints/periods'
import { playQuery, playResume, playStop } from '@strata/contract/endpoints/plays'
import { sourceCreate, sourceQuery, sourceRotate, sourceUpdate } from '@strata/contract/endpoints/result-sources'
import { ROLE } from '@strata/domain/tree'
import type { FastifyInstance } from 'fastify'
import {
  createOperator,
  endOperatorSessions,
  listOperatorSessions,
  type PeopleContext,
  resetOperatorValidator,
  setOperatorStatus,
  updateOperator,
} from '../access/accounts.ts'
import { systemSettings } from '../access/platform-settings.ts'
import { type AccessContext, serveSession } from '../access/session.ts'
import { TransferPasswords } from '../ledger/transfer-password.ts'
import { type AgentsSite, agentsHost } from '../platform/hosts.ts'
import { Refusal } from '../platform/refusal.ts'
import { HEAD_MERCHANT, logoAt, merchantLogo } from '../tree/merchants.ts'
import { queryPankou, setCommissionCall, setFills } from '../tree/terms.ts'
import { type GamesContext, queryGames, updateGameCall } from './games.ts'
import { type HomeContext, readHome } from './home/home.ts'
import { lookInto } from './look-into.ts'
import { queryMaintenance, setMaintenance } from './maintenance.ts'
import { copyableTerms, merchantInfoOf } from './merchant-info.ts'
import { createKey, queryKeys, retireKey } from './merchant-keys.ts'
import { createMerchant, queryMerchants, updateMerchant } from './merchants.ts'
import { createNotice, queryNotices, queryReaders, removeNotice, updateNotice } from './notices.ts'
import { type OddsContext, queryOdds, setOddsCall } from './odds.ts'
import { edgesLost } from './odds-edges.ts'
import { queryMatrix, queryVersions, setOffsetsCall } from './odds-matrix.ts'
import {
  changePeriodCall,
  closePeriodCall,
  openPeriodsCall,
  type PeriodsContext,
  queryMonth,
  setMonthCall,
} from './periods.ts'
import { queryPlays, resumePlay, stopPlay } from './plays.ts'
import { createSource, querySources, rotateSource, type SourcesContext, updateSource } from './result-sources.ts'
import { previewScheduleCall, querySchedule, setScheduleCall } from './schedules.ts'
import { querySystemConfig, setSystemConfig } from './system-config.ts'
import { queryUsers } from './users.ts'

export type AdminContext = OddsContext &
  GamesContext &
  PeopleContext &
  PeriodsContext &
  SourcesContext &
  HomeContext & {
    /** To find it from a call to the operators' site. */
    readonly agentsSite: AgentsSite
  }

/** Games, prices and commission as operators set them. */
function gameRoutes(app: FastifyInstance, context: AdminContext): void {
  serveSession(app, context, gameQuery, () => queryGames(context))
  serveSession(app, context, gameUpdate, (input, { caller }) => updateGameCall(context, caller, input))
  serveSession(app, context, playQuery, (input) => queryPlays(context, input))
  serveSession(app, context, playStop, (input, { caller }) => stopPlay(context, caller, input))
  serveSession(app, context, playResume, (input, { caller }) => resumePlay(context, caller, input))
  serveSession(app, context, sourceQuery, () => querySources(context))
  serveSession(app, context, sourceCreate, (input, { caller }) => createSource(context, caller, input))
  serveSession(app, context, sourceUpdate, (input, { caller }) => updateSource(context, caller, input))
  serveSession(app, context, sourceRotate, (input, { caller }) => rotateSource(context, caller, input))
  serveSession(app, context, adminOddsQuery, (input) => queryOdds(context, input))
  serveSession(app, context, adminOddsSet, (input, { caller }) => setOddsCall(context, caller, input))
  serveSession(app, context, oddsMatrix, (input) => queryMatrix(context, input))
  serveSession(app, context, oddsVersions, (input) => queryVersions(context, input))
  serveSession(app, context, offsetSet, (input, { caller }) => setOffsetsCall(context, caller, input))
  serveSession(app, context, pankouSettingQuery, (input) => queryPankou(context, input))
  serveSession(app, context, pankouCommissionSet, (input, { caller }) =>
    setCommissionCall(context, caller, input, edgesLost),
  )
}

/** Periods opened and closed by operators, and the schedules of the others. */
function periodRoutes(app: FastifyInstance, context: AdminContext): void {
  serveSession(app, context, periodClose, (input, { caller }) => closePeriodCall(context, caller, input))
  serveSession(app, context, periodChange, (input, { caller }) => changePeriodCall(context, caller, input))
  serveSession(app, context, periodOpen, (input, { caller }) => openPeriodsCall(context, caller, input))
  serveSession(app, context, monthQuery, (input) => queryMonth(context, input))
  serveSession(app, context, monthSet, (input, { caller }) => setMonthCall(context, caller, input))
  serveSession(app, context, scheduleQuery, (input) => querySchedule(context, input))
  serveSession(app, context, schedulePreview, (input) => previewScheduleCall(context, input))
  serveSession(app, context, scheduleSet, (input, { caller }) => setScheduleCall(context, caller, input))
}

/** Maintenance, settings and notices. */
function platformRoutes(app: FastifyInstance, context: AdminContext): void {
  serveSession(app, context, maintenanceQuery, () => queryMaintenance(context))
  serveSession(app, context, maintenanceSet, (input, { caller }) => setMaintenance(context, caller, input))
  serveSession(app, context, systemConfigQuery, () => querySystemConfig(context))
  serveSession(app, context, systemConfigSet, (input, { caller }) => setSystemConfig(context, caller, input))
  serveSession(app, context, noticeQuery, (input) => queryNotices(context, input))
  serveSession(app, context, noticeReaders, (input) => queryReaders(context, input))
  serveSession(app, context, noticeCreate, (input, { caller }) => createNotice(context, caller, input))
  serveSession(app, context, noticeUpdate, (input, { caller }) => updateNotice(context, caller, input))
  serveSession(app, context, noticeDelete, (input, { caller }) => removeNotice(context, caller, input))
}

/** Merchants and operators. */
function accountRoutes(app: FastifyInstance, context: AdminContext): void {
  const merchants = { ...context, passwords: new TransferPasswords(context) }
  serveSession(app, context, merchantQuery, (input) => queryMerchants(context.pool, input, context.clock()))
  serveSession(app, context, merchantCreate, (input, { caller }) => createMerchant(merchants, caller, input))
  serveSession(app, context, merchantUpdate, (input, { caller }) => updateMerchant(merchants, caller, input))
  serveSession(app, context, merchantLook, async (input, { caller, request }) => {
    const opened = await lookInto(context, caller, input)
    return opened instanceof Refusal ? opened : { ...opened, host: agentsHost(request.host, context.agentsSite) }
  })
  serveSession(app, context, merchantInfo, (input, { caller }) => merchantInfoOf(context, caller, input))
  serveSession(app, context, merchantTerms, (input, { caller }) => copyableTerms(context, caller, input))
  serveSession(app, context, merchantKeyQuery, (input, { caller }) => queryKeys(context, caller, input))
  serveSession(app, context, merchantKeyCreate, (input, { caller }) => createKey(context, caller, input))
  serveSession(app, context, merchantKeyRetire, (input, { caller }) => retireKey(context, caller, input))
  serveSession(app, context, userQuery, (input, { caller }) => queryUsers(context, caller, input))
  serveSession(app, context, userCreate, (input, { caller }) => createOperator(context, caller, input))
  serveSession(app, context, userUpdate, (input, { caller }) => updateOperator(context, caller, input))
  serveSession(app, context, userSessions, (input, { caller }) => listOperatorSessions(context, caller, input))
  serveSession(app, context, userSessionsEnd, (input, { caller }) => endOperatorSessions(context, caller, input))
  serveSession(app, context, userValidatorReset, (input, { caller }) => resetOperatorValidator(context, caller, input))
  serveSession(app, context, userStatus, (input, { caller }) => setOperatorStatus(context, caller, input))
}

/** Fill limits of merchants: terms of the tree, set by operators. */
export function merchantFillRoutes(app: FastifyInstance, context: AccessContext): void {
  serveSession(app, context, merchantMaxFill, (input, { caller }) =>
    setFills(context, caller, input, 'merchant/max-fill'),
  )
}

/** All calls of the operators' side. */
export function adminRoutes(app: FastifyInstance, context: AdminContext): void {
  serveSession(app, context, home, (_input, { caller }) => readHome(context, caller))
  gameRoutes(app, context)
  periodRoutes(app, context)
  platformRoutes(app, context)
  accountRoutes(app, context)
  merchantFillRoutes(app, context)
  // For every account: name and logo of the caller's merchant or of a path below; the head gets the platform's own
  // name.
  serveSession(app, context, merchantGetLogo, async (input, { caller }) => {
    const named = input.agentPathsId === undefined ? undefined : caller.targets.get(input.agentPathsId)
    const { merchantId } = named ?? caller
    if (merchantId === HEAD_MERCHANT)
      return { name: (await systemSettings(context.pool)).name || caller.path.name, logo: '' }
    const found = await merchantLogo(context.pool, merchantId, caller.role > ROLE.merchant)
    return found
      ? { name: found.name, logo: logoAt(found.code, found.logo) }
      : { name: named?.name ?? caller.path.name, logo: '' }
  })
}
