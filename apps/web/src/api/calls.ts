/**
 * Every call the browser makes, by the contract's id. Only types come from the contract (its schemas would add a
 * validator to every page); calls.test.ts holds method, path and isclick against it.
 */
import type { logout, ownPaths } from '@strata/contract/endpoints/access'
import type * as book from '@strata/contract/endpoints/book'
import type { gameTypes, oddsQuery, periodHistories, recGameInfos } from '@strata/contract/endpoints/games'
import type { alertQuery, alertRead, preferenceGet, preferenceSet } from '@strata/contract/endpoints/notices'
import type {
  advise,
  autoConfigSet,
  manualBet,
  manualConfigSet,
  replenishmentQuery,
  stop,
  xxSet,
} from '@strata/contract/endpoints/replenishment'
import type {
  classificationQuery,
  deliveryQuery,
  orderDetailQuery,
  orderQuery,
} from '@strata/contract/endpoints/reports'
import type { agentQuery, getGameInfos } from '@strata/contract/endpoints/tree'
import type { Call } from './client.ts'

export const logoutCall: Call<typeof logout> = {
  id: 'access.logout',
  method: 'POST',
  path: '/api/common/account/logout',
  isclick: false,
}
export const ownPathsCall: Call<typeof ownPaths> = {
  id: 'access.ownPaths',
  method: 'GET',
  path: '/api/common/account/session/paths',
}
export const gameTypesCall: Call<typeof gameTypes> = {
  id: 'games.gameTypes',
  method: 'GET',
  path: '/api/common/drop-down-list/sys-gametype',
  isclick: false,
}
export const gameInfosCall: Call<typeof recGameInfos> = {
  id: 'games.recGameInfos',
  method: 'POST',
  path: '/api/rec/game/get-game-infos',
}
export const boardTypeCall: Call<typeof book.boardType> = {
  id: 'book.type',
  method: 'POST',
  path: '/api/agent/realtimereport/type',
}
export const specialNumbersCall: Call<typeof book.tmzx1> = {
  id: 'book.tmzx1',
  method: 'POST',
  path: '/api/agent/realtimereport/tmzx1',
  isclick: false,
}
export const boardCommonCall: Call<typeof book.boardCommon> = {
  id: 'book.common',
  method: 'POST',
  path: '/api/agent/RealTimeReport/common',
}
export const scenarioCall: Call<typeof book.scenario> = {
  id: 'book.scenario',
  method: 'POST',
  path: '/api/agent/realtimereport/scenario',
}
export const multiCommonCall: Call<typeof book.multiCommon> = {
  id: 'book.multiCommon',
  method: 'POST',
  path: '/api/agent/realtimereport/multi/common',
}
export const orderRollCall: Call<typeof book.orderRoll> = {
  id: 'book.orderRoll',
  method: 'POST',
  path: '/api/agent/RealTimeReport/roll',
}
export const relationOrderCall: Call<typeof book.relationOrder> = {
  id: 'book.relationOrder',
  method: 'POST',
  path: '/api/agent/RealTimeReport/relation-order',
}
export const replenishmentCall: Call<typeof replenishmentQuery> = {
  id: 'replenishment.query',
  method: 'POST',
  path: '/api/common/replenishment/query',
}
export const autoConfigSetCall: Call<typeof autoConfigSet> = {
  id: 'replenishment.autoConfigSet',
  method: 'POST',
  path: '/api/common/replenishment/auto-config/set',
}
export const manualConfigSetCall: Call<typeof manualConfigSet> = {
  id: 'replenishment.manualConfigSet',
  method: 'POST',
  path: '/api/common/replenishment/manual-config/set',
}
export const stopCall: Call<typeof stop> = {
  id: 'replenishment.stop',
  method: 'POST',
  path: '/api/common/replenishment/stop',
}
export const adviseCall: Call<typeof advise> = {
  id: 'replenishment.advise',
  method: 'POST',
  path: '/api/common/replenishment/advise',
}
export const manualBetCall: Call<typeof manualBet> = {
  id: 'replenishment.manualBet',
  method: 'POST',
  path: '/api/common/replenishment/manual/bet',
}
export const downlineFillCall: Call<typeof xxSet> = {
  id: 'replenishment.xxSet',
  method: 'POST',
  path: '/api/common/replenishment/xx-set',
}
export const termsCall: Call<typeof getGameInfos> = {
  id: 'tree.getGameInfos',
  method: 'POST',
  path: '/api/common/account/get-game-infos',
}
export const agentQueryCall: Call<typeof agentQuery> = {
  id: 'tree.agentQuery',
  method: 'POST',
  path: '/api/agent/query',
}
export const oddsCall: Call<typeof oddsQuery> = {
  id: 'games.oddsQuery',
  method: 'POST',
  path: '/api/common/odds/query',
}
export const deliveryCall: Call<typeof deliveryQuery> = {
  id: 'reports.deliveryQuery',
  method: 'POST',
  path: '/api/common/report/delivery/query',
}
export const classificationCall: Call<typeof classificationQuery> = {
  id: 'reports.classificationQuery',
  method: 'POST',
  path: '/api/common/report/classification/query',
}
export const orderQueryCall: Call<typeof orderQuery> = {
  id: 'reports.orderQuery',
  method: 'POST',
  path: '/api/common/report/order/query',
}
export const orderDetailCall: Call<typeof orderDetailQuery> = {
  id: 'reports.orderDetailQuery',
  method: 'POST',
  path: '/api/common/report/order-detail/query',
}
export const periodHistoriesCall: Call<typeof periodHistories> = {
  id: 'games.periodHistories',
  method: 'POST',
  path: '/api/common/game/period-histories',
}
export const alertQueryCall: Call<typeof alertQuery> = {
  id: 'notices.alertQuery',
  method: 'POST',
  path: '/api/common/alert/query',
}
export const alertReadCall: Call<typeof alertRead> = {
  id: 'notices.alertRead',
  method: 'POST',
  path: '/api/common/alert/read',
}
export const preferenceGetCall: Call<typeof preferenceGet> = {
  id: 'notices.preferenceGet',
  method: 'POST',
  path: '/api/common/preference/get',
}
export const preferenceSetCall: Call<typeof preferenceSet> = {
  id: 'notices.preferenceSet',
  method: 'POST',
  path: '/api/common/preference/set',
}
