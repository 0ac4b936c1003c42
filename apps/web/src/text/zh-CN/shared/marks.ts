import { RESULT_KIND_WORDS } from '@strata/contract/words'

/** Marks of corrected or void orders. */
const SHOWN_DAYS = 8

export const marksText = {
  void: '作废',
  corrected: '更正',
  days: (days: readonly string[]) =>
    `${days.slice(0, SHOWN_DAYS).join('、')}${days.length > SHOWN_DAYS ? `等${days.length}天` : ''}有更正或作废`,
  /** Author, reason and time, as far as known. */
  why: (mark: { readonly by: string; readonly reason: string; readonly at: string }) =>
    [mark.reason === '' ? '' : `原因：${mark.reason}`, mark.by, mark.at].filter((part) => part !== '').join(' · '),
  kinds: { ...RESULT_KIND_WORDS, orderVoid: '注单作废' },
  versions: '更正记录',
  payout: '派彩',
  returned: '退回本金',
  memberResult: '会员输赢',
  old: '原号码',
  version: (version: number) => (version === 0 ? '未结算' : `第${version}版`),
} as const
