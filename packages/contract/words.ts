/** The Chinese words of states, the same on screens, in files and in logs. Free of zod. */

/** Of accounts, groups and merchants. */
export const STATUS_WORDS = { 1: '正常', 2: '停用', 4: '冻结' } as const

export const ORDER_KIND_WORDS = { member: '会员', replenishment: '补货', flyout: '放飞' } as const
export const ORDER_STATE_WORDS = { open: '未结算', settled: '已结算', void: '作废' } as const
export const ORDER_RESULT_WORDS = { win: '中', lose: '未中', refund: '和局' } as const

export const PERIOD_STATE_WORDS = {
  scheduled: '未开盘',
  open: '受注中',
  closed: '已封盘',
  drawn: '已开奖',
  settled: '已结算',
  void: '作废',
} as const

export const FLY_OUT_STATE_WORDS = {
  pending: '待确认',
  confirmed: '已确认',
  rejected: '已拒绝',
  unknown: '未回复',
  corrected: '已更正',
} as const
