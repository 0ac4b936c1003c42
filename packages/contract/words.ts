/** Chinese words of states, the same on screens, in files and in logs. Free of zod. */

import type { Role } from '@strata/domain/tree'

/** Of accounts, groups and merchants. */
export const STATUS_WORDS = { 1: '正常', 2: '停用', 4: '冻结' } as const

/** How a call of an outside book ended. */
export const BOOK_OUTCOME_WORDS = {
  ok: '成功',
  blocked: '地址被禁止访问',
  unresolved: '地址无法解析',
  notHttps: '对方未使用加密连接',
  tooLarge: '答复内容过大',
  unreachable: '连接失败',
  timeout: '等待超时',
  badStatus: '答复状态不是 200，请核对地址与密钥',
  badAnswer: '答复格式不符',
} as const

/** By role id. Sub-accounts are accounts without a role of their own. */
export const ROLE_WORDS = { 0: '总公司', 1: '商户', 2: '总代理', 3: '代理', 10001: '会员', 10002: '飞单' } as const
export const roleWord = (roleId: Role): string => (ROLE_WORDS as Readonly<Record<number, string>>)[roleId] ?? ''

/** The sum of a game's rows among rows of several games. */
export const subtotalWord = (name: string, rows: number): string => `${name} 小计（${rows} 行）`

export const FUND_MODE_WORDS = { credit: '信用', cash: '现金' } as const
/** Of a setting that can be switched. */
export const onOffWord = (isOn: boolean): string => (isOn ? '启用' : '停用')
/** Of an operator's validator. */
export const validatorWord = (isOn: boolean): string => (isOn ? '已绑定' : '未绑定')
/** Of a notice: how weighty it is, who reads it, and where an instant lies in its time. */
export const NOTICE_LEVEL_WORDS = { info: '普通', warn: '重要' } as const
export const NOTICE_AUDIENCE_WORDS = { all: '全部', agent: '代理端', admin: '管理端' } as const
export const NOTICE_STATE_WORDS = { before: '未开始', within: '显示中', after: '已结束' } as const
/** What put a version of a result in force. */
export const RESULT_KIND_WORDS = { draw: '开奖', correction: '更正', void: '整期作废' } as const

export const ORDER_KIND_WORDS = { member: '会员', replenishment: '补货', flyout: '放飞' } as const
/** The bettor's own result of an order. */
export const bettorResultWord = (isMember: boolean): string => (isMember ? '会员输赢' : '下注方输赢')
export const ORDER_STATE_WORDS = { open: '未结算', settled: '已结算', void: '作废' } as const
/** 资金类型. */
const FUND_KIND_WORDS = {
  transferIn: '上分转入',
  transferOut: '上分转出',
  recovery: '回收',
  stake: '下注',
  payout: '派彩',
  commission: '退水',
  refund: '退款',
  creditReset: '额度恢复',
  correction: '更正',
} as const
export type FundKind = keyof typeof FUND_KIND_WORDS

/** Money of a void has other names than a refund by a result. */
const VOID_KIND_WORDS: Partial<Record<FundKind, string>> = {
  refund: '作废退回',
  payout: '作废',
  commission: '作废',
  correction: '作废',
}

/** Whether a record's money moved because a period or an order was voided. */
export const isVoidMark = (mark: { readonly kind: string } | undefined): boolean =>
  mark?.kind === 'periodVoid' || mark?.kind === 'orderVoid'

/** The kinds to choose from. */
export const fundKinds: readonly (readonly [FundKind, string])[] = Object.entries(FUND_KIND_WORDS) as [
  FundKind,
  string,
][]

/** What a record is called in the list and in its file. */
export const fundKindWord = (row: {
  readonly kind: FundKind
  readonly mark?: { readonly kind: string } | undefined
}): string => (isVoidMark(row.mark) ? VOID_KIND_WORDS[row.kind] : undefined) ?? FUND_KIND_WORDS[row.kind]

export const ORDER_RESULT_WORDS = { win: '中', lose: '未中', refund: '和局' } as const

export const PERIOD_STATE_WORDS = {
  scheduled: '未开盘',
  open: '受注中',
  closed: '已封盘',
  drawn: '已开奖',
  settled: '已结算',
  void: '作废',
} as const

/** What operators see a period in; with its merchants while it settles. */
export const PERIOD_STAGE_WORDS = {
  ...PERIOD_STATE_WORDS,
  waiting: '待开奖',
  proposed: '待复核',
  settling: '结算中',
} as const

/** Sunday first. */
export const WEEKDAY_WORDS = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'] as const
/** Why steps of an odds drop are invalid, by held stake and by streak. */
export const DROP_REFUSAL_WORDS = {
  tooManySteps: '降赔档位过多',
  stakeTooLow: '占成金额必须大于0',
  stakesNotRising: '各档占成金额必须递增',
  dropTooLow: '降幅必须大于0',
  dropsNotRising: '各档降幅必须递增',
  floorTooLow: '最低赔率不能低于1.01',
} as const
export const STREAK_REFUSAL_WORDS = {
  tooManySteps: '长龙降赔档位过多',
  drawsOutOfRange: '长龙期数须为2至50期',
  drawsNotRising: '各档长龙期数必须递增',
  dropTooLow: '长龙降幅必须大于0',
  dropsNotRising: '各档长龙降幅必须递增',
  floorTooLow: '长龙最低赔率不能低于1.01',
} as const
export const DROP_CAUSE_WORDS = { stake: '占成', streak: '长龙' } as const

export const PROPOSAL_KIND_WORDS = {
  result: '录入结果',
  correction: '更正结果',
  periodVoid: '整期作废',
  orderVoid: '注单作废',
} as const
export const PROPOSAL_STATE_WORDS = {
  waiting: '待复核',
  inForce: '已生效',
  declined: '已拒绝',
  withdrawn: '已撤回',
  differed: '两次不一致',
  expired: '已过期',
} as const
/** Why somebody may not decide what another one proposed. */
export const SECOND_PERSON_WORDS = {
  same: '由您提出，须由其他操作员复核',
  secondCreatedFirst: '提出人的账号由您创建，须由其他操作员复核',
  firstCreatedSecond: '您的账号由提出人创建，须由其他操作员复核',
  secondChangedFirst: '您在30天内改过提出人的密码、验证器或权限，须由其他操作员复核',
  firstChangedSecond: '提出人在30天内改过您的密码、验证器或权限，须由其他操作员复核',
  sameHand: '两个账号由同一人创建或重置过，须由其他操作员复核',
} as const

export const FLY_OUT_STATE_WORDS = {
  pending: '待确认',
  confirmed: '已确认',
  rejected: '已拒绝',
  unknown: '未回复',
  corrected: '已更正',
} as const

/** The rules that verify holds the books to, by their names in the code. */
export const VERIFY_RULES = {
  'entries of a transaction sum to zero': '每笔流水的借贷合计为零',
  'every entry of a path carries a balance, no entry of a system account does':
    '账户流水都有余额，系统账户流水没有余额',
  'balance of a wallet is the sum of its entries less its stakes': '钱包余额等于流水合计减去下注',
  'quota of a credit wallet is what came down less what was taken back': '信用额度等于上分减去回收',
  'open stake of a wallet is its stakes not settled or not posted': '未结金额等于未结算或未入账的下注',
  'clearing is the open stakes and the stakes of postings still due': '待清算金额等于未结注额与待入账注额之和',
  'the stored arithmetic of an order follows from its terms': '注单保存的计算结果与其占成、退水一致',
  'the chain of an order is that of its bettor': '注单的线路与会员的线路一致',
  'the day of a period is that of its draw': '期次的业务日与其开奖时间一致',
  'the day of an order is that of its period': '注单的业务日与其期次一致',
  'no order is older than the commitment of its period': '注单时间不早于本期承诺值的公布时间',
  'every item of a settled period with an order has an outcome': '已结算期次中有注单的投注项都有结果',
  'a payout is what the outcome pays, and a void is a refund': '派彩与结果一致，作废即退款',
  'rollup_paths is the fold of the settled orders': '线路汇总等于已结注单的合计',
  'rollup_plays is the fold of the settled orders': '玩法汇总等于已结注单的合计',
  'postings of a settled period are what its members get': '入账金额与会员应得一致',
  'every revision of a settled period is noted once': '已结算期次的每次变更只记录一次',
  'the rollups of a dropped day are those that were recorded': '已删除注单的业务日，其汇总与删除前的记录一致',
  'the stakes of a dropped day are those of its rollup': '已删除注单的业务日，会员下注记录等于线路汇总',
  'the periods of a dropped day are those of its rollup': '已删除注单的业务日，期次记录等于玩法汇总',
  'an outcome is what the draw says': '投注项结果与开奖号码一致',
  'an exposure is the fold of its open orders': '盘口占成等于未结注单的合计',
} as const

/** The table of limits, which is exported, filled in and read in again: its titles beside LIMIT_LABELS, and no limit. */
export const LIMIT_TABLE_WORDS = { account: '账号', group: '玩法大类', unlimited: '不限' } as const

/** Titles of the columns by which a file of prices is read in again. */
export const ODDS_TABLE_WORDS = {
  playCode: '玩法代码',
  key: '投注项代码',
  pankou: (letter: string): string => `${letter}盘`,
  floor: '最低赔率',
  open: '销售',
  openWords: { true: '开放', false: '停售' },
  offset: '商户差额',
} as const

/** Tasks of the queue and turns of the clock, by the names that the server gives them. */
const TASK_WORDS: Readonly<Record<string, string>> = {
  'admin:verify': '账目校验',
  'exports:write': '生成导出文件',
  'flyout:deliver': '发送放飞注单',
  'settlement:period': '结算一期',
  'settlement:part': '结算一期的一个商户',
  'tree:bulk-terms': '批量修改占成与退水',
  'access:sweep': '清理登录数据',
  'admin:certificates': '检查证书',
  'admin:disk': '记录磁盘余量',
  'admin:size': '记录数据库大小',
  'book:drops': '自动降赔',
  'exports:sweep': '清理导出文件',
  'flyout:sweep': '查找待发送的放飞注单',
  'games:closing': '封盘前最后补货',
  'games:partitions': '准备注单分区',
  'games:periods': '开盘与封盘',
  'games:plan': '排期',
  'groups:sweep': '清理群消息',
  'jobs:janitor': '释放失联进程的任务',
  'ledger:credit-reset': '恢复信用额度',
  'ledger:ended': '转交升级前线路的更正',
  'notices:balances': '余额提醒',
  'notices:leases': '租期提醒',
  'notices:lines': '检查预警线',
  'settlement:dropDays': '清理到期的单笔注单',
  'settlement:expire': '结束过期的提案',
  'settlement:sweep': '查找待结算的期次',
}

export const taskWord = (name: string): string => TASK_WORDS[name] ?? name

/** What a list of results says of each draw: by game type the labels in their order, with their names. */
export const DRAW_LABELS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  '5M': {
    sum: '总和',
    bigSmall: '大小',
    oddEven: '单双',
    dragonTiger: '龙虎',
    front: '前三',
    middle: '中三',
    back: '后三',
  },
  PK: { sum: '冠亚和', bigSmall: '冠亚大小', oddEven: '冠亚单双', dragonTiger: '1-5龙虎' },
  '6HC': {
    bigSmall: '特码大小',
    oddEven: '特码单双',
    digitSum: '合数',
    colour: '波色',
    zodiac: '生肖',
    element: '五行',
    sum: '总和',
    sumBigSmall: '总和大小',
    sumOddEven: '总和单双',
    animals: '总肖',
  },
  PC: {
    sum: '和值',
    bigSmall: '大小',
    oddEven: '单双',
    colour: '波色',
    shape: '豹顺对',
    extreme: '极值',
    dragonTiger: '龙虎',
  },
}
