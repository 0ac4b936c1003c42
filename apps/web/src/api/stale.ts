import type { ReadCallId, WriteCallId } from '@strata/contract/calls'
import type { QueryClient } from '@tanstack/react-query'
import type { Call } from './client.ts'
import { keyOf } from './queries.ts'

const ACCOUNTS = ['tree.agentQuery', 'access.actionLogQuery'] as const
const MONEY = [
  'tree.agentQuery',
  'admin.merchantQuery',
  'ledger.balance',
  'ledger.fundsQuery',
  'ledger.fundLogs',
] as const
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
const TERMS = [...ACCOUNTS, 'tree.getGameInfos', 'tree.maxFillQuery', 'tree.limitsQuery'] as const
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
const PROPOSALS = [
  'settlement.proposalQuery',
  'settlement.gamePeriodQuery',
  'settlement.periodProgress',
  // The counts of the menu.
  'admin.home',
] as const
const SETTLED = ['reports.deliveryQuery', 'reports.classificationQuery', 'reports.orderQuery'] as const

/**
 * The reads that each change makes out of date. Its type makes it complete: a change of the contract that is not
 * listed does not compile.
 */
const STALE_AFTER: { readonly [Id in WriteCallId]: readonly ReadCallId[] } = {
  'access.updatePassword': ['access.actionLogQuery'],
  // Returns a secret; nothing changes before it is enabled.
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
  'tree.importAccounts': ACCOUNTS,
  'tree.upgradeToAgent': TERMS,
  'tree.updateStatus': [...ACCOUNTS, 'admin.merchantQuery'],
  'tree.setTerms': TERMS,
  'tree.setTermsMany': TERMS,
  'tree.limitsSet': TERMS,
  'ledger.agentTransfer': MONEY,
  'ledger.merchantTransfer': MONEY,
  'ledger.agentRecovery': MONEY,
  // Warnings share their version with the settings: both are one row.
  'book.warningSet': SETTINGS,
  'book.oddsDropSet': ['book.oddsDropQuery', 'book.oddsDropLog', 'book.oddsDropNow'],
  'book.oddsDropReset': ['book.oddsDropNow', 'book.oddsDropLog'],
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
  'reports.settlingUpSetMany': SETTLING_UP,
  'reports.settlingUpUndo': SETTLING_UP,
  'notices.noticeRead': ['notices.bulletinMessage', 'admin.noticeQuery', 'admin.noticeReaders'],
  'notices.alertRead': ['notices.alertQuery'],
  // The screen has the chosen value already and does not read it again.
  'notices.preferenceSet': [],
  'settlement.gamePeriodVoid': PROPOSALS,
  'settlement.gamePeriodSettle': [...PERIODS, 'settlement.periodProgress', ...SETTLED],
  'settlement.drawEnter': PROPOSALS,
  'settlement.drawConfirm': [...PROPOSALS, ...PERIODS, ...SETTLED],
  'settlement.drawCorrect': PROPOSALS,
  'settlement.orderVoid': PROPOSALS,
  'settlement.proposalDecide': [...PROPOSALS, ...PERIODS, ...SETTLED, 'reports.orderDetailQuery'],
  'settlement.proposalWithdraw': PROPOSALS,
  'admin.merchantCreate': ['admin.merchantQuery', 'tree.agentQuery', 'notices.leaseNotice'],
  'admin.merchantUpdate': [
    'admin.merchantQuery',
    'admin.merchantInfo',
    'admin.merchantGetLogo',
    'tree.agentQuery',
    'notices.leaseNotice',
  ],
  // A session of its own; the log shows it at its next reading.
  'admin.merchantLook': ['access.allChanges'],
  'admin.merchantKeyCreate': ['admin.merchantKeyQuery', 'admin.merchantQuery'],
  'admin.merchantKeyRetire': ['admin.merchantKeyQuery', 'admin.merchantQuery'],
  'admin.merchantMaxFill': TERMS,
  // A page of its own, before anybody is signed in.
  'admin.firstStartFinish': [],
  'admin.userCreate': ['admin.userQuery', 'access.allChanges'],
  'admin.userUpdate': ['admin.userQuery', 'admin.userSessions', 'access.allChanges'],
  'admin.userStatus': ['admin.userQuery', 'admin.userSessions', 'access.allChanges'],
  'admin.userSessionsEnd': ['admin.userSessions', 'access.allChanges'],
  'admin.userValidatorReset': ['admin.userQuery', 'access.allChanges'],
  'admin.periodClose': PERIODS,
  'admin.periodOpen': [...PERIODS, 'admin.monthQuery'],
  'admin.periodChange': [...PERIODS, 'admin.monthQuery'],
  'admin.monthSet': ['admin.monthQuery'],
  'admin.scheduleSet': ['admin.scheduleQuery', 'admin.schedulePreview'],
  'admin.gameUpdate': [
    'admin.gameQuery',
    'admin.playQuery',
    'games.rulesInForce',
    'games.gameTypes',
    'games.recGameInfos',
  ],
  'admin.playStop': ['admin.playQuery', 'games.rulesInForce', 'games.oddsQuery', ...BOARDS],
  'admin.playResume': ['admin.playQuery', 'games.rulesInForce', 'games.oddsQuery', ...BOARDS],
  'admin.sourceCreate': ['admin.sourceQuery', 'admin.playQuery'],
  'admin.sourceUpdate': ['admin.sourceQuery', 'admin.playQuery'],
  'admin.sourceRotate': ['admin.sourceQuery'],
  'admin.oddsSet': ['admin.oddsQuery', 'admin.oddsMatrix', 'admin.oddsVersions', 'games.oddsQuery'],
  'admin.offsetSet': ['admin.oddsMatrix', 'admin.oddsVersions', 'games.oddsQuery'],
  'admin.pankouCommissionSet': ['admin.pankouSettingQuery'],
  'admin.maintenanceSet': ['admin.maintenanceQuery', 'access.platformStatus', 'notices.maintenanceNotice'],
  'admin.systemConfigSet': ['admin.systemConfigQuery', 'admin.home', 'admin.maintenanceQuery', 'access.platformStatus'],
  'admin.channelBotSet': ['admin.channelQuery', 'access.allChanges'],
  'admin.channelMailSet': ['admin.channelQuery', 'access.allChanges'],
  'admin.channelTrial': ['admin.channelQuery', 'access.allChanges'],
  'admin.bookCreate': ['admin.bookQuery', 'replenishment.pilotQuery', 'access.allChanges'],
  'admin.bookUpdate': ['admin.bookQuery', 'replenishment.pilotQuery', 'access.allChanges'],
  'admin.bookTrial': ['admin.bookQuery', 'access.allChanges'],
  'admin.jobRetry': ['admin.jobQuery', 'access.allChanges'],
  'admin.verifyStart': ['admin.verifyQuery', 'admin.jobQuery', 'access.allChanges'],
  'admin.noticeCreate': ['admin.noticeQuery', 'notices.bulletinMessage'],
  'admin.noticeUpdate': ['admin.noticeQuery', 'notices.bulletinMessage'],
  'admin.noticeDelete': ['admin.noticeQuery', 'notices.bulletinMessage'],
}

/** Invalidates the reads that these changes make out of date. Resolves when the visible ones have been answered. */
export const refreshAfter = async (client: QueryClient, ...changes: readonly Call<WriteCallId>[]): Promise<void> => {
  const ids = new Set(changes.flatMap(({ id }) => STALE_AFTER[id]))
  await Promise.all([...ids].map((id) => client.invalidateQueries({ queryKey: keyOf({ id }) })))
}
