import type { ReadCallId, WriteCallId } from '@strata/contract/calls'
import type { QueryClient } from '@tanstack/react-query'
import type { Call } from './client.ts'
import { keyOf } from './queries.ts'

const ACCOUNTS = ['tree.agentQuery', 'access.actionLogQuery'] as const
const MONEY = ['tree.agentQuery', 'ledger.balance', 'ledger.fundsQuery', 'ledger.fundLogs'] as const
const BOARDS = [
  'book.tmzx1',
  'book.tmzx2',
  'book.zm16',
  'book.zmt',
  'book.common',
  'book.multiCommon',
  'book.type',
  'book.scenario',
  'book.relationOrder',
] as const
const TERMS = [...ACCOUNTS, 'tree.getGameInfos', 'tree.maxFillQuery'] as const
const SUB_ACCOUNTS = ['sub-accounts.query', 'sub-accounts.modules'] as const
const GROUPS = ['groups.findGroup', 'groups.groupDropdown'] as const
const SETTINGS = ['replenishment.query', 'book.warningQuery'] as const
const FLY_OUTS = ['replenishment.pilotOutOrderQuery'] as const
const SETTLING_UP = [
  'reports.settlingUpQuery',
  'reports.settlingUpDays',
  'reports.settlingUpLog',
  'reports.deliveryQuery',
] as const
const PERIODS = ['settlement.gamePeriodQuery', 'games.recGameInfos', 'games.periodHistories', 'games.longRun'] as const
const SETTLED = ['reports.deliveryQuery', 'reports.classificationQuery', 'reports.orderQuery'] as const

/**
 * What each change makes stale: the reads whose answers may be others now. Complete by its type: a change of the contract
 * that is not listed does not compile.
 */
const STALE_AFTER: { readonly [Id in WriteCallId]: readonly ReadCallId[] } = {
  'access.updatePassword': ['access.actionLogQuery'],
  // Shows a secret; nothing is on before it is enabled.
  'access.validatorSetup': [],
  'access.validatorEnable': ['access.accountInfo', 'access.actionLogQuery'],
  'access.validatorDisable': ['access.accountInfo', 'access.actionLogQuery'],
  'access.validatorReset': ['access.accountInfo', 'access.actionLogQuery'],
  'access.updateAccountInfo': ['access.accountInfo', ...ACCOUNTS],
  'access.sessionRevoke': ['access.sessionQuery'],
  'sub-accounts.create': SUB_ACCOUNTS,
  'sub-accounts.update': SUB_ACCOUNTS,
  'sub-accounts.updateStatus': SUB_ACCOUNTS,
  'tree.createAgent': [...ACCOUNTS, ...MONEY],
  'tree.createMember': [...ACCOUNTS, ...MONEY],
  'tree.upgradeToAgent': TERMS,
  'tree.updateStatus': ACCOUNTS,
  'tree.setTerms': TERMS,
  'tree.setTermsMany': TERMS,
  'ledger.agentTransfer': MONEY,
  'ledger.merchantTransfer': MONEY,
  'ledger.agentRecovery': MONEY,
  // Its version is that of the settings: both are one row.
  'book.warningSet': SETTINGS,
  'book.oddsDropSet': ['book.oddsDropQuery', 'book.oddsDropLog'],
  'replenishment.autoConfigSet': SETTINGS,
  'replenishment.manualConfigSet': SETTINGS,
  'replenishment.stop': [...SETTINGS, 'replenishment.pilotOutQuery'],
  'replenishment.xxSet': [...SETTINGS, ...TERMS],
  'replenishment.manualBet': BOARDS,
  'replenishment.pilotCreate': ['replenishment.pilotQuery', ...ACCOUNTS],
  'replenishment.pilotUpdate': ['replenishment.pilotQuery', ...ACCOUNTS],
  'replenishment.pilotOutSet': ['replenishment.pilotOutQuery', ...FLY_OUTS, ...SETTINGS],
  'replenishment.pilotOutXxSet': ['replenishment.pilotOutQuery', ...TERMS],
  'replenishment.pilotOutOrderConfirm': FLY_OUTS,
  'replenishment.pilotOutOrderReject': FLY_OUTS,
  'replenishment.pilotOutOrderResend': FLY_OUTS,
  'groups.addGroup': GROUPS,
  'groups.updateGroup': GROUPS,
  'groups.setGroupMembers': [...GROUPS, 'tree.agentQuery'],
  'groups.createGroupCommand': ['groups.getGroupCommand'],
  'reports.exportCancel': ['reports.exportQuery'],
  'reports.settlingUpSet': SETTLING_UP,
  'reports.settlingUpUndo': SETTLING_UP,
  'notices.alertRead': ['notices.alertQuery'],
  // The screen holds what was chosen and is not asked again for it.
  'notices.preferenceSet': [],
  'settlement.gamePeriodVoid': [...PERIODS, ...SETTLED],
  'settlement.drawEnter': PERIODS,
  'settlement.drawConfirm': [...PERIODS, ...SETTLED],
  'settlement.drawCorrect': [...PERIODS, ...SETTLED],
  'settlement.orderVoid': [...SETTLED, 'reports.orderDetailQuery'],
  'admin.merchantCreate': ['admin.merchantQuery', 'tree.agentQuery'],
  'admin.merchantUpdate': ['admin.merchantQuery', 'admin.merchantGetLogo', 'tree.agentQuery'],
  'admin.merchantMaxFill': TERMS,
  'admin.userCreate': ['admin.userQuery'],
  'admin.userUpdate': ['admin.userQuery'],
  'admin.userStatus': ['admin.userQuery'],
  'admin.gameUpdate': ['admin.gameQuery', 'games.gameTypes', 'games.recGameInfos'],
  'admin.oddsSet': ['admin.oddsQuery', 'games.oddsQuery'],
  'admin.pankouCommissionSet': ['admin.pankouSettingQuery'],
  'admin.maintenanceSet': ['admin.maintenanceQuery', 'access.platformStatus'],
  'admin.systemConfigSet': ['admin.systemConfigQuery'],
  'admin.noticeCreate': ['admin.noticeQuery', 'notices.bulletinMessage'],
  'admin.noticeUpdate': ['admin.noticeQuery', 'notices.bulletinMessage'],
  'admin.noticeDelete': ['admin.noticeQuery', 'notices.bulletinMessage'],
}

/** After these changes: whatever they make stale is asked again. Done when what is on the screen has been answered. */
export const refreshAfter = async (client: QueryClient, ...changes: readonly Call<WriteCallId>[]): Promise<void> => {
  const ids = new Set(changes.flatMap(({ id }) => STALE_AFTER[id]))
  await Promise.all([...ids].map((id) => client.invalidateQueries({ queryKey: keyOf({ id }) })))
}
