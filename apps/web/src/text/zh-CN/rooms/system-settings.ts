import { ROLE_WORDS } from '@strata/contract/words'

/** System settings of the operators. */
export const systemSettingsText = {
  label: '系统参数',
  groups: { platform: '平台', security: '登录与安全', retention: '保留期限', alert: '首页预警' },
  /** What a value means, where it is no number like the others. */
  meanings: {
    'platform.watermark 0': '不显示',
    'platform.watermark 1': '显示',
    'session.passwordDays 0': '不限',
    'retention.orderDays 0': '永久',
    'alert.balance 0': '不预警',
    'alert.lowBalance 0': '不提醒',
    'alert.silentMinutes 0': '不预警',
    'session.captchaAfter 0': '不要求',
  } as Readonly<Record<string, string>>,
  effects: {
    now: '立即生效',
    nextSignIn: '下次登录起生效',
    nextExport: '下次导出起生效',
    twoDays: '两天后的业务日起生效',
  },
  columns: { name: '设置', value: '当前值', note: '作用', effect: '生效', standard: '默认值', since: '最近修改' },
  coming: (day: string, value: string) => `${day} 起改为 ${value}`,
  never: '未修改过',
  none: '不要求',
  unset: '未设置',
  roles: { 1: ROLE_WORDS[1], 2: ROLE_WORDS[2], 3: ROLE_WORDS[3] } as Readonly<Record<string, string>>,
  edit: '修改',
  editOf: (name: string) => `修改${name}`,
  save: '保存',
  restore: '恢复默认值',
  saved: '设置已保存',
  log: '变更日志',
  bad: '格式不正确',
  /** What must be ticked before the value may be saved. */
  risks: { 'retention.orderDays': '我已知晓：超过期限的单笔注单将被删除，无法恢复' } as Readonly<
    Record<string, string>
  >,
  theirs: (now: string, mine: string) => `他人已改为“${now}”，您填写的是“${mine}”。再次保存将以您的为准。`,
  changedByOther: '设置已被他人修改，已显示最新内容，请核对后再保存。',
} as const
