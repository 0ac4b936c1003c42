import type { ResponseOf } from '@strata/contract/endpoint'
import type { systemConfigQuery } from '@strata/contract/endpoints/admin'
import { LEAST_ORDER_DAYS, type SystemSettings } from '../access/platform-settings.ts'

type Item = ResponseOf<typeof systemConfigQuery>['items'][number]

/** One setting: how it is shown, and how a text is parsed into its value; null: the text is invalid. */
interface Setting extends Pick<Item, 'key' | 'name' | 'kind' | 'group' | 'unit' | 'note' | 'effect'> {
  readonly show: (settings: SystemSettings) => string
  readonly take: (settings: SystemSettings, text: string) => SystemSettings | null
}

type NumberField = { [K in keyof SystemSettings]: SystemSettings[K] extends number ? K : never }[keyof SystemSettings]

const MAX_NAME = 40
/** Roles of the agents' side whose accounts can be made to bind a validator. */
const VALIDATOR_ROLES = ['1', '2', '3']
/** 10 digits of yuan: far above every quota. */
const AMOUNT = /^(?:0|[1-9]\d{0,9})$/

const integer = (
  field: NumberField,
  [least, most]: readonly [number, number],
  {
    orZero = false,
    ...rest
  }: Pick<Setting, 'key' | 'name' | 'group' | 'unit' | 'note' | 'effect'> & { orZero?: boolean },
): Setting => ({
  ...rest,
  kind: 'integer',
  note: `${rest.note}（${orZero ? '0，或' : ''}${least}至${most}）`,
  show: (settings) => String(settings[field]),
  take: (settings, text) => {
    if (!/^(?:0|[1-9]\d{0,5})$/.test(text)) return null
    const value = Number(text)
    const isAllowed = (value >= least && value <= most) || (orZero && value === 0)
    return isAllowed ? { ...settings, [field]: value } : null
  },
})

/** Every setting of the platform, in the order of the page. */
export const SETTINGS: readonly Setting[] = [
  {
    key: 'platform.name',
    name: '平台名称',
    kind: 'text',
    group: 'platform',
    unit: '',
    note: `显示在管理端菜单、浏览器标题与登录页，最多${MAX_NAME}个字；留空显示产品名`,
    effect: 'now',
    show: ({ name }) => name,
    take: (settings, text) => (text.length <= MAX_NAME ? { ...settings, name: text.trim() } : null),
  },
  integer('watermark', [0, 1], {
    key: 'platform.watermark',
    name: '金额页面水印',
    group: 'platform',
    unit: '',
    note: '1 表示在有金额的页面与打印件上显示账号与时间的水印，0 表示不显示',
    effect: 'now',
  }),
  integer('noticeMinutes', [0, 1440], {
    key: 'maintenance.noticeMinutes',
    name: '维护提前公告',
    group: 'platform',
    unit: '分钟',
    note: '计划的维护从开始前多久起向在线用户显示倒计时',
    effect: 'now',
  }),
  integer('idleMinutes', [5, 240], {
    key: 'session.idleMinutes',
    name: '无操作退出',
    group: 'security',
    unit: '分钟',
    note: '超过此时间没有操作须重新登录，对已登录的用户同样有效',
    effect: 'now',
  }),
  integer('sessionHours', [1, 24], {
    key: 'session.hours',
    name: '登录最长时间',
    group: 'security',
    unit: '小时',
    note: '登录超过此时间必须重新登录',
    effect: 'nextSignIn',
  }),
  {
    key: 'session.totpRoles',
    name: '必须绑定验证器',
    kind: 'roles',
    group: 'security',
    unit: '',
    note: '所选级别的账号在绑定验证器之前不能修改任何数据；正式环境的操作员始终必须绑定',
    effect: 'now',
    show: ({ totpRoles }) => totpRoles.join(','),
    take: (settings, text) => {
      const roles = text === '' ? [] : text.split(',')
      if (roles.some((role) => !VALIDATOR_ROLES.includes(role)) || new Set(roles).size !== roles.length) return null
      return { ...settings, totpRoles: roles.map(Number).sort((a, b) => a - b) }
    },
  },
  integer('passwordDays', [0, 365], {
    key: 'session.passwordDays',
    name: '登录密码有效期',
    group: 'security',
    unit: '天',
    note: '密码使用超过此天数，下次登录须先修改；0 表示不限',
    effect: 'nextSignIn',
  }),
  integer('captchaAfter', [0, 5], {
    key: 'session.captchaAfter',
    name: '登录图片验证',
    group: 'security',
    unit: '次',
    note: '同一账号在同一网段登录失败达到此次数后，须输入图中的字符；0 表示不要求',
    effect: 'now',
  }),
  integer('exportHours', [1, 168], {
    key: 'retention.exportHours',
    name: '导出文件保留',
    group: 'retention',
    unit: '小时',
    note: '导出完成后超过此时间自动删除',
    effect: 'nextExport',
  }),
  integer('loginLogDays', [180, 3650], {
    key: 'retention.loginDays',
    name: '登录日志保留',
    group: 'retention',
    unit: '天',
    note: '更早的登录日志自动删除；变更日志永久保留',
    effect: 'now',
  }),
  integer('orderDays', [LEAST_ORDER_DAYS, 3650], {
    key: 'retention.orderDays',
    name: '单笔注单保留',
    group: 'retention',
    unit: '天',
    note: '更早的业务日在结清并核对无误后，单笔注单自动删除，无法恢复，也不能再更正、作废或查看当日盘口；报表、交收与资金合计不受影响；0 表示永久保留',
    effect: 'now',
    orZero: true,
  }),
  {
    key: 'alert.balance',
    name: '商户余额预警线',
    kind: 'money',
    group: 'alert',
    unit: '元',
    note: '商户可用余额低于此数即列入首页待办并提醒商户，整数；0 表示不预警；商户可另设自己的预警线',
    effect: 'now',
    show: ({ balanceLine }) => String(BigInt(balanceLine) / 10_000n),
    take: (settings, text) => (AMOUNT.test(text) ? { ...settings, balanceLine: String(BigInt(text) * 10_000n) } : null),
  },
  integer('lowBalancePercent', [0, 90], {
    key: 'alert.lowBalance',
    name: '代理低余额提醒',
    group: 'alert',
    unit: '%',
    note: '可用余额低于信用额度（现金模式为最近一次上分后的余额）的这个比例时提醒该账号，每个业务日一次；0 表示不提醒',
    effect: 'now',
  }),
  integer('silentMinutes', [0, 1440], {
    key: 'alert.silentMinutes',
    name: '商户无签名调用',
    group: 'alert',
    unit: '分钟',
    note: '往日此时有投注的商户，超过此时间没有签名调用即列入首页待办；0 表示不预警',
    effect: 'now',
  }),
  integer('keyDays', [30, 730], {
    key: 'alert.keyDays',
    name: '密钥更换期限',
    group: 'alert',
    unit: '天',
    note: '商户最新密钥超过此期限即列入首页待办',
    effect: 'now',
  }),
  integer('diskDays', [1, 90], {
    key: 'alert.diskDays',
    name: '磁盘余量预警',
    group: 'alert',
    unit: '天',
    note: '按今日增长，剩余空间不足此天数即列入首页待办',
    effect: 'now',
  }),
  integer('certificateDays', [1, 90], {
    key: 'alert.certificateDays',
    name: '证书到期预警',
    group: 'alert',
    unit: '天',
    note: '站点证书剩余不足此天数即列入首页待办；检查哪些地址由启动参数 STRATA_CERTIFICATES 指定',
    effect: 'now',
  }),
  integer('resultMinutes', [1, 60], {
    key: 'alert.resultMinutes',
    name: '无开奖结果预警',
    group: 'alert',
    unit: '分钟',
    note: '开奖时间过后超过此时间仍无结果即列入首页待办',
    effect: 'now',
  }),
  integer('jobFailures', [1, 25], {
    key: 'alert.jobFailures',
    name: '后台任务失败预警',
    group: 'alert',
    unit: '次',
    note: '同一任务失败达到此次数即列入首页待办',
    effect: 'now',
  }),
]
