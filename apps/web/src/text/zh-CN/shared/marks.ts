/** Marks of what was corrected or taken back. */
const SHOWN_DAYS = 8

export const marksText = {
  void: '作废',
  corrected: '更正',
  days: (days: readonly string[]) =>
    `${days.slice(0, SHOWN_DAYS).join('、')}${days.length > SHOWN_DAYS ? `等${days.length}天` : ''}有更正或作废`,
  /** Who, why and when, as far as each is known. */
  why: (mark: { readonly by: string; readonly reason: string; readonly at: string }) =>
    [mark.reason === '' ? '' : `原因：${mark.reason}`, mark.by, mark.at].filter((part) => part !== '').join(' · '),
  kinds: { draw: '开奖', correction: '更正', void: '整期作废', orderVoid: '注单作废' },
  versions: '更正记录',
  payout: '派彩',
  returned: '退回本金',
  memberResult: '会员输赢',
  old: '原号码',
  version: (version: number) => (version === 0 ? '未结算' : `第${version}版`),
} as const
