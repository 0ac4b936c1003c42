import type { Endpoint } from '@strata/contract/endpoint'
import type * as access from '@strata/contract/endpoints/access'
import type * as admin from '@strata/contract/endpoints/admin'
import type * as adminHome from '@strata/contract/endpoints/admin-home'
import type * as adminMerchants from '@strata/contract/endpoints/admin-merchants'
import type * as adminOdds from '@strata/contract/endpoints/admin-odds'
import type * as book from '@strata/contract/endpoints/book'
import type * as codeChannels from '@strata/contract/endpoints/code-channels'
import type * as downlines from '@strata/contract/endpoints/downlines'
import type * as firstStart from '@strata/contract/endpoints/first-start'
import type * as flyOuts from '@strata/contract/endpoints/fly-outs'
import type * as games from '@strata/contract/endpoints/games'
import type * as groups from '@strata/contract/endpoints/groups'
import type * as intake from '@strata/contract/endpoints/intake'
import type * as ledger from '@strata/contract/endpoints/ledger'
import type * as look from '@strata/contract/endpoints/look'
import type * as merchantKeys from '@strata/contract/endpoints/merchant-keys'
import type * as notices from '@strata/contract/endpoints/notices'
import type * as oddsDrops from '@strata/contract/endpoints/odds-drops'
import type * as operations from '@strata/contract/endpoints/operations'
import type * as operators from '@strata/contract/endpoints/operators'
import type * as outsideBooks from '@strata/contract/endpoints/outside-books'
import type * as periods from '@strata/contract/endpoints/periods'
import type * as plays from '@strata/contract/endpoints/plays'
import type * as previews from '@strata/contract/endpoints/previews'
import type * as proposals from '@strata/contract/endpoints/proposals'
import type * as replenishment from '@strata/contract/endpoints/replenishment'
import type * as reports from '@strata/contract/endpoints/reports'
import type * as resultSources from '@strata/contract/endpoints/result-sources'
import type * as settlement from '@strata/contract/endpoints/settlement'
import type * as settlingUp from '@strata/contract/endpoints/settling-up'
import type * as subAccounts from '@strata/contract/endpoints/sub-accounts'
import type * as tree from '@strata/contract/endpoints/tree'

type IdOf<E> = E extends Endpoint<infer Id> ? Id : never
type IdsOf<Room> = { [K in keyof Room]: IdOf<Room[K]> }[keyof Room]

/** Every call of the contract's rooms. */
export type CallId =
  | IdsOf<typeof access>
  | IdsOf<typeof admin>
  | IdsOf<typeof adminHome>
  | IdsOf<typeof adminMerchants>
  | IdsOf<typeof adminOdds>
  | IdsOf<typeof book>
  | IdsOf<typeof downlines>
  | IdsOf<typeof firstStart>
  | IdsOf<typeof games>
  | IdsOf<typeof groups>
  | IdsOf<typeof intake>
  | IdsOf<typeof ledger>
  | IdsOf<typeof look>
  | IdsOf<typeof merchantKeys>
  | IdsOf<typeof notices>
  | IdsOf<typeof oddsDrops>
  | IdsOf<typeof codeChannels>
  | IdsOf<typeof outsideBooks>
  | IdsOf<typeof operations>
  | IdsOf<typeof operators>
  | IdsOf<typeof flyOuts>
  | IdsOf<typeof periods>
  | IdsOf<typeof plays>
  | IdsOf<typeof previews>
  | IdsOf<typeof proposals>
  | IdsOf<typeof replenishment>
  | IdsOf<typeof reports>
  | IdsOf<typeof resultSources>
  | IdsOf<typeof settlement>
  | IdsOf<typeof settlingUp>
  | IdsOf<typeof subAccounts>
  | IdsOf<typeof tree>

export interface Fixture {
  /** A request with valid fields; the path fields are set by the matrix. */
  readonly input: Readonly<Record<string, unknown>>
  /** Fields that name a path; each is tested with every path of the small tree. `a.0.b` names a field inside a list. */
  readonly paths?: readonly string[]
  /** The fields of `paths` that accept holders only: a bettor there is 'not found'. */
  readonly holdersOnly?: readonly string[]
  /**
   * A value for each field with its own permission (`fieldPermissions`); `export` needs none, it is the same
   * everywhere.
   */
  readonly fields?: Readonly<Record<string, unknown>>
  /** A path of the downline may still answer 'not found', because the requested thing does not exist. */
  readonly mayBeMissing?: true
}

const page = { pageIndex: 1, pageSize: 20 }
const days = { from: '2026-05-20', to: '2026-05-20' }
const board = { input: { gameId: 3 }, paths: ['agentPathsId', 'seat'], mayBeMissing: true } as const
const SEALED = 'A'.repeat(64)
const funds = { amount: '1', kind: 'credit', transferPassword: SEALED, requestId: 'matrix-funds' } as const

/**
 * One request for each call that the server serves. A call without a line here fails the access matrix, so every
 * new call needs one.
 */
export const FIXTURES: Readonly<Partial<Record<CallId, Fixture>>> = {
  'access.agentLogin': { input: { account: 'agent001', password: SEALED } },
  'access.adminLogin': { input: { account: 'headco01', password: SEALED } },
  'admin.firstStartBegin': { input: { token: 'A'.repeat(43) } },
  'admin.firstStartFinish': {
    input: {
      token: 'A'.repeat(43),
      platformName: 'matrix',
      headName: 'matrix',
      accountName: 'matrix02',
      password: SEALED,
      verifyCode: '000000',
    },
  },
  'admin.jobQuery': { input: {} },
  'admin.jobRetry': { input: { jobId: '999999' } },
  'admin.verifyQuery': { input: page },
  'admin.verifyStart': { input: {}, paths: ['agentPathsId'], mayBeMissing: true },
  'admin.healthQuery': { input: {} },
  'admin.integrationQuery': { input: {} },
  'admin.channelQuery': { input: {} },
  'admin.channelBotSet': { input: { version: 999_999, enabled: false } },
  'admin.channelMailSet': { input: { version: 999_999, enabled: false } },
  'admin.channelTrial': { input: { channel: 'bot', contact: 'matrix' } },
  'admin.bookQuery': { input: {} },
  'admin.bookCreate': { input: { name: 'matrix', baseUrl: 'ftp://x/', keyId: 'k', secret: SEALED } },
  'admin.bookUpdate': { input: { bookId: 999_999, version: 1, enabled: false } },
  'admin.bookTrial': { input: { bookId: 999_999 } },
  'admin.userSessions': { input: { accountId: 999_999 } },
  'admin.userSessionsEnd': { input: { accountId: 999_999 } },
  'admin.userValidatorReset': { input: { accountId: 999_999 } },
  'access.allChanges': { input: page, paths: ['agentPathsId'] },
  'access.allLogins': { input: page, paths: ['agentPathsId'] },
  'access.logout': { input: {} },
  'access.ownPaths': { input: {} },
  'access.platformStatus': { input: {} },
  'access.checkValidator': { input: { verifyCode: '000000' } },
  'access.downlinesOnline': { input: {} },
  'access.changesSince': { input: { since: 1 } },
  'access.unlockScreen': { input: { password: SEALED } },
  'access.validatorSetup': { input: {} },
  'access.validatorEnable': { input: { verifyCode: '000000', password: SEALED } },
  'access.validatorDisable': { input: { verifyCode: '000000', password: SEALED } },
  'access.validatorReset': { input: {}, paths: ['agentPathsId'] },
  'access.captchaDraw': { input: { account: 'nobody01' } },
  'access.forgotPassword': { input: { account: 'nobody01' } },
  'access.sendResetCode': { input: { account: 'nobody01' } },
  'access.checkResetCode': { input: { account: 'nobody01', code: '000000' } },
  'access.demoOutbox': { input: {} },
  'access.updatePassword': { input: { newPassword: SEALED }, paths: ['agentPathsId'] },
  'access.accountInfo': { input: {}, paths: ['agentPathsId'] },
  'access.updateAccountInfo': {
    input: { nickname: 'matrix' },
    paths: ['agentPathsId'],
    // The address that the matrix calls from, so that no caller is excluded.
    fields: { contact: 'telegram:12345678', allowedIps: ['127.0.0.1'] },
  },
  'access.findLoginLog': { input: page, paths: ['agentPathsId'] },
  'access.actionLogQuery': { input: page, paths: ['agentPathsId'] },
  'access.sessionQuery': { input: {} },
  'access.sessionRevoke': { input: { sessionId: 999_999 } },
  'sub-accounts.templates': { input: {} },
  'sub-accounts.modules': { input: {} },
  'sub-accounts.query': { input: page },
  'sub-accounts.create': { input: { accountName: 'matrix01', password: SEALED, moduleIds: [] } },
  'sub-accounts.update': { input: { accountId: 999_999, nickname: 'matrix' } },
  'sub-accounts.updateStatus': { input: { accountId: 999_999, status: 2 } },
  'tree.agentQuery': { input: page, paths: ['parentPathsId', 'agentPathsId'] },
  'tree.getGameInfos': { input: {}, paths: ['agentPathsId'] },
  // Invalid passwords, and a cap that nobody can give: callers with the permission are refused for these reasons.
  'tree.createAgent': {
    input: { roleId: 3, accountName: 'newagent1', password: SEALED, requestId: 'matrix-agent' },
    paths: ['parentPathsId'],
    fields: { credit: '1' },
  },
  'tree.createMember': {
    input: { pankou: 'A', accountName: 'newmember1', password: SEALED, requestId: 'matrix-member' },
    paths: ['parentPathsId'],
    fields: { credit: '1' },
  },
  // A save without the token of a preview is refused after the rows were judged.
  'tree.importAccounts': {
    input: {
      terms: [{ games: [] }],
      items: [{ roleId: 10001, accountName: 'imported1', pankou: 'A', terms: 0, password: SEALED }],
      confirm: 'x',
    },
    paths: ['parentPathsId'],
  },
  'tree.upgradeToAgent': {
    input: { games: [{ gameId: 0, downlineCap: '100' }], requestId: 'matrix-upgrade' },
    paths: ['agentPathsId'],
  },
  'tree.updateStatus': { input: { status: 1 }, paths: ['agentPathsId'] },
  'tree.setTerms': { input: { version: 0, games: [] }, paths: ['agentPathsId'] },
  'tree.setTermsMany': { input: { games: [] }, paths: ['agentPathsIds'] },
  'tree.bulkTermsQuery': { input: { bulkId: '1' } },
  'tree.limitsQuery': { input: { gameId: 3 } },
  'tree.limitsSet': {
    input: { gameId: 3, items: [{ version: 0, plays: [{ groupId: 301, maxItem: '1' }] }] },
    paths: ['items.0.agentPathsId'],
  },
  'tree.maxFillQuery': { input: { gameId: 3 }, paths: ['parentPathsId'] },
  'replenishment.xxSet': {
    input: { items: [{ version: 0, gameId: 3 }] },
    paths: ['items.0.agentPathsId'],
    fields: { 'items.acceptType': 0, 'items.maxFill': [] },
  },
  'admin.merchantMaxFill': {
    input: { items: [{ version: 0, gameId: 3, maxFill: [] }] },
    paths: ['items.0.agentPathsId'],
  },
  'ledger.balance': { input: {}, paths: ['agentPathsId'] },
  'ledger.agentTransfer': { input: funds, paths: ['agentPathsId'] },
  'ledger.merchantTransfer': { input: funds, paths: ['agentPathsId'] },
  'ledger.agentRecovery': { input: funds, paths: ['agentPathsId'] },
  'ledger.fundsQuery': { input: { ...page, ...days }, paths: ['agentPathsId'] },
  'ledger.fundLogs': { input: { ...page, ...days }, paths: ['agentPathsId'] },
  'games.gameHub': { input: {} },
  'games.gameTypes': { input: {} },
  'games.oddsQuery': { input: { gameId: 3, pankou: 'A' } },
  'games.periodHistories': { input: { gameId: 3, date: '2026-05-20' } },
  'games.rulesInForce': { input: {} },
  'games.longRun': { input: { gameId: 3 } },
  'games.recGameInfos': { input: {} },
  'games.recCommitment': { input: { gameId: 3, periodNo: '1' } },
  'games.recOddsQuery': { input: { gameId: 3, pankou: 'A' } },
  'book.common': { ...board, input: { gameId: 3, groupId: 301 } },
  'book.type': board,
  'book.multiCommon': { ...board, input: { gameId: 3, groupId: 315 } },
  'book.relationOrder': { ...board, paths: ['agentPathsId'], input: { gameId: 3, playCode: 'TMA', itemCode: '01' } },
  'book.scenario': { ...board, input: { gameId: 3, outcomes: 'deciding' } },
  'book.tmzx1': board,
  'book.tmzx2': board,
  'book.todayWinLose': { input: {} },
  'book.warningQuery': { input: { gameId: 3 }, paths: ['agentPathsId'], mayBeMissing: true },
  'book.warningSet': {
    input: { gameId: 3, version: 1, items: [{ groupId: 301, amount: '1000', loss: null }] },
    paths: ['agentPathsId'],
    mayBeMissing: true,
  },
  'book.zm16': board,
  'book.orderRoll': { input: {}, paths: ['agentPathsId'] },
  'book.oddsDropQuery': { input: { gameId: 3 } },
  'book.oddsDropSet': {
    input: {
      gameId: 3,
      version: 1,
      items: [{ playCode: 'TMA', key: null, steps: [{ stake: '100000', drop: '0.5', floor: '40' }] }],
    },
  },
  'book.oddsDropLog': { input: { gameId: 3 } },
  'book.oddsDropNow': { input: { gameId: 3 } },
  'book.oddsDropReset': { input: { gameId: 3, periodNo: '2026001', items: [{ playCode: 'TMA', key: '07' }] } },
  'book.zmt': board,
  'replenishment.autoConfigSet': { input: { gameId: 3, version: 1 }, paths: ['agentPathsId'], mayBeMissing: true },
  'replenishment.advise': {
    input: { gameId: 3, periodNo: '20260520001', maxLoss: '1000', outcomes: 'deciding' },
    paths: ['agentPathsId'],
    mayBeMissing: true,
  },
  'replenishment.manualBet': {
    input: {
      gameId: 3,
      periodNo: '20260520001',
      orders: [{ playCode: 'TMA', itemCode: '01', amount: '10' }],
      requestId: 'matrix',
    },
    paths: ['agentPathsId'],
    mayBeMissing: true,
  },
  'replenishment.manualConfigSet': { input: { gameId: 3, version: 1, manual: [] } },
  'replenishment.query': { input: { gameId: 3 }, paths: ['agentPathsId'], mayBeMissing: true },
  'replenishment.stop': { input: { gameId: 3 }, paths: ['agentPathsId'], mayBeMissing: true },
  'replenishment.pilotBooks': { input: {} },
  // A connector without its book, and orders that do not exist: callers with the permission are refused for these
  // reasons.
  'replenishment.pilotCreate': {
    input: {
      accountName: 'flyout01',
      nickname: '飞单',
      connector: 'http',
      oddsDiscount: '0',
      commission: '0',
      maxPerItem: null,
      status: 1,
    },
  },
  'replenishment.pilotUpdate': { input: { pilotId: 999_999 } },
  'replenishment.pilotQuery': { input: page },
  'replenishment.pilotOutQuery': { input: { gameId: 3 }, paths: ['agentPathsId'], mayBeMissing: true },
  'replenishment.pilotOutSet': {
    input: { gameId: 3, version: 9, auto: [] },
    paths: ['agentPathsId'],
    mayBeMissing: true,
  },
  'replenishment.pilotOutXxSet': {
    input: { items: [{ version: 0, isAllowPilotOut: false }] },
    paths: ['items.0.agentPathsId'],
  },
  'replenishment.pilotOutOrderQuery': { input: page },
  'replenishment.pilotOutOrderConfirm': { input: { id: '1' } },
  'replenishment.pilotOutOrderReject': { input: { id: '1' } },
  'replenishment.pilotOutOrderResend': { input: { id: '1' } },
  'intake.orderCreate': { input: { bets: [] } },
  'intake.orderQuery': { input: { betNos: ['1'] } },
  'groups.message': { input: { messageId: '1', channelId: '-100', account: 'mem0001', text: '帮助' } },
  'groups.addGroup': { input: { groupName: '群', channel: 'web', pankou: 'C', gameIds: [] } },
  'groups.updateGroup': { input: { groupId: 999_999, groupName: '群' } },
  'groups.findGroup': { input: page },
  'groups.setGroupMembers': {
    input: { groupId: 999_999, agentPathsIds: [] },
    paths: ['agentPathsIds'],
    mayBeMissing: true,
  },
  'groups.groupDropdown': { input: {} },
  'groups.createGroupCommand': { input: { groupId: 999_999, commands: [] } },
  'groups.getGroupCommand': { input: { groupId: 999_999 } },
  'admin.home': { input: {} },
  'admin.gameQuery': { input: {} },
  'admin.gameUpdate': { input: { gameId: 3, version: 0, enabled: true } },
  'admin.periodClose': { input: { gameId: 3, periodNo: 'none', reason: '矩阵' } },
  'admin.periodOpen': {
    input: { gameId: 1, openings: [{ periodNo: 'none', openAt: 1, closeAt: 2, drawAt: 3 }] },
  },
  'admin.periodChange': {
    input: {
      gameId: 1,
      seen: { periodNo: 'none', openAt: 1, closeAt: 2, drawAt: 3 },
      to: { periodNo: 'none', openAt: 1, closeAt: 2, drawAt: 3 },
      reason: '矩阵',
    },
  },
  'admin.monthQuery': { input: { gameId: 3, month: '2026-05' } },
  'admin.monthSet': {
    input: {
      gameId: 3,
      version: 99,
      template: { weekdays: [2], openTime: 1, closeTime: 2, drawTime: 3, hedgeSeconds: 0 },
      leftOut: [],
      added: [],
    },
  },
  'admin.scheduleQuery': { input: { gameId: 1 } },
  'admin.schedulePreview': {
    input: { gameId: 3, fromDay: '2026-06-20', days: { kind: 'weekly', weekdays: [2], openAt: 1, drawAt: 2 } },
  },
  'admin.scheduleSet': {
    input: {
      gameId: 1,
      version: 99,
      fromDay: '2026-06-20',
      days: { kind: 'weekly', weekdays: [2], openAt: 1, drawAt: 2 },
    },
  },
  'admin.playQuery': { input: { gameId: 3 } },
  'admin.playStop': { input: { gameId: 3, playCodes: ['NONE'], reason: '矩阵' } },
  'admin.playResume': { input: { gameId: 3, playCodes: ['TMA'], version: 99, reason: '矩阵' } },
  'admin.sourceQuery': { input: {} },
  // A code that is reserved, and one that nobody has: callers with the permission are refused for these reasons.
  'admin.sourceCreate': { input: { sourceCode: 'manual', sourceName: '矩阵', gameIds: [3], allowedIps: [] } },
  'admin.sourceUpdate': { input: { sourceCode: 'nobody', version: 1 } },
  'admin.sourceRotate': { input: { sourceCode: 'nobody', version: 1, oldKeyHours: 0 } },
  'admin.maintenanceQuery': { input: {} },
  'admin.maintenanceSet': {
    input: { version: 99, items: [{ gameId: null, enabled: false, from: null, until: null, message: '' }] },
  },
  'admin.systemConfigQuery': { input: {} },
  'admin.systemConfigSet': { input: { version: 99, items: [{ key: 'platform.name', value: 'x' }] } },
  'admin.noticeQuery': { input: page },
  'admin.noticeCreate': {
    input: {
      content: '矩阵',
      level: 'info',
      audience: 'admin',
      merchantIds: [],
      roles: [],
      from: null,
      until: null,
      requestId: 'matrix-notice',
    },
  },
  'admin.noticeUpdate': { input: { id: 999_999, content: '矩阵' } },
  'admin.noticeDelete': { input: { id: 999_999 } },
  'admin.merchantQuery': { input: page },
  'admin.merchantCreate': {
    input: {
      accountName: 'newmerch1',
      password: SEALED,
      code: 'new',
      fundMode: 'credit',
      requestId: 'matrix-merchant',
    },
    fields: { credit: '1' },
  },
  'access.lookEnter': { input: { ticket: 'A'.repeat(43) } },
  'admin.merchantLook': { input: {}, paths: ['agentPathsId'] },
  'admin.merchantInfo': { input: {}, paths: ['agentPathsId'] },
  'admin.merchantTerms': { input: {}, paths: ['agentPathsId'] },
  'admin.merchantUpdate': {
    input: { autoReset: true },
    paths: ['agentPathsId'],
    fields: { rotateKey: true, retireKeys: true },
  },
  'admin.merchantKeyQuery': { input: {}, paths: ['agentPathsId'] },
  'admin.merchantKeyCreate': { input: {}, paths: ['agentPathsId'] },
  'admin.merchantKeyRetire': { input: { keyId: 999_999 }, paths: ['agentPathsId'], mayBeMissing: true },
  'admin.userQuery': { input: page },
  'admin.userCreate': { input: { accountName: 'newuser1', password: SEALED, moduleIds: [20000] } },
  'admin.userUpdate': { input: { accountId: 999_999, nickname: 'matrix' } },
  'admin.userStatus': { input: { accountId: 999_999, status: 2 } },
  'admin.oddsQuery': { input: { gameId: 3, pankou: 'A', playCode: 'TMA' } },
  'admin.oddsSet': { input: { gameId: 3, pankou: 'A', version: 0, undoTo: 1 } },
  'admin.oddsMatrix': { input: { gameId: 4 } },
  'admin.oddsVersions': { input: { gameId: 3 } },
  'admin.offsetSet': {
    input: { gameId: 3, merchantId: 1, version: 0, offsets: [{ playCode: 'TMA', key: '07', offset: '0.5' }] },
  },
  'admin.pankouSettingQuery': { input: { gameId: 3 } },
  'admin.pankouCommissionSet': { input: { gameId: 3, version: 0, commission: [{ groupId: 301, rates: { C: '1' } }] } },
  'admin.merchantGetLogo': { input: {}, paths: ['agentPathsId'] },
  'settlement.gamePeriodQuery': { input: { ...page, gameId: 3 } },
  'settlement.gamePeriodVoid': { input: { gameId: 3, periodNo: 'none', version: 0, reason: '矩阵' } },
  'settlement.gamePeriodSettle': { input: { gameId: 3, periodNo: 'none' } },
  'settlement.drawEnter': { input: { gameId: 3, periodNo: 'none', result: [1] } },
  'settlement.drawConfirm': { input: { gameId: 3, periodNo: 'none', result: [1] } },
  'settlement.drawCorrect': { input: { gameId: 3, periodNo: 'none', version: 1, result: [1], reason: '矩阵' } },
  'settlement.orderVoid': { input: { orderNo: '1', reason: '矩阵' } },
  'settlement.proposalQuery': { input: page },
  'settlement.proposalDecide': { input: { proposalId: '1', approve: true } },
  'settlement.proposalWithdraw': { input: { proposalId: '1' } },
  'settlement.periodPreview': { input: { gameId: 3, periodNo: 'none', version: 0 } },
  'settlement.orderVoidPreview': { input: { orderNo: '1' } },
  'settlement.periodProgress': { input: { gameId: 3, periodNo: 'none' } },
  'settlement.drawPublish': { input: { gameId: 3, periodNo: '20260520001', result: [1, 2, 3, 4, 5, 6, 7] } },
  'settlement.drawTrial': { input: { gameId: 3, periodNo: '20260520001', result: [1, 2, 3, 4, 5, 6, 7] } },
  'reports.classificationQuery': {
    input: { ...days, by: 'game' },
    paths: ['agentPathsId', 'seat'],
    holdersOnly: ['seat'],
  },
  'reports.deliveryQuery': { input: days, paths: ['agentPathsId', 'seat'], holdersOnly: ['seat'] },
  'reports.exportQuery': { input: page },
  'reports.exportCancel': { input: { exportId: 1, requestId: 'matrix-export' } },
  'reports.exportFile': { input: { exportId: 1 } },
  'reports.orderDetailQuery': { input: { orderNo: '1' } },
  'reports.orderQuery': { input: { ...page, ...days }, paths: ['agentPathsId', 'seat'], holdersOnly: ['seat'] },
  'reports.settlingUpQuery': { input: page },
  'reports.settlingUpDays': { input: days, paths: ['agentPathsId'] },
  'reports.settlingUpSet': {
    input: { ...days, amount: '1', requestId: 'matrix-settling-up' },
    paths: ['agentPathsId'],
  },
  'reports.settlingUpSetMany': {
    input: { ...days, items: [{ amount: '1' }], transferPassword: SEALED, requestId: 'matrix-settling-many' },
    paths: ['items.0.agentPathsId'],
  },
  'reports.settlingUpUndo': { input: { id: '1', requestId: 'matrix-settling-undo' } },
  'reports.settlingUpLog': { input: page, paths: ['agentPathsId'] },
  'reports.settlingUpReceived': { input: page },
  'notices.alertQuery': { input: page },
  'notices.alertRead': { input: { ids: [1] } },
  'notices.bulletinMessage': { input: {} },
  'notices.leaseNotice': { input: {} },
  'notices.maintenanceNotice': { input: {} },
  'notices.noticeRead': { input: { ids: [999_999] } },
  'admin.noticeReaders': { input: { ...page, id: 999_999 } },
  'notices.preferenceGet': { input: { key: 'columns' } },
  'notices.preferenceSet': { input: { key: 'columns', value: 'x' } },
  'notices.realtimeStream': { input: {}, paths: ['seat'] },
}
