/**
 * Routes and side menu, each entry with its permission id. Free of zod, because the guard of the public pages reads
 * it too.
 */

import { type ALWAYS_ALLOWED_IDS, PERMISSION, type PermissionId } from './permissions.ts'

/** `shared` pages exist on both sides. */
export type RoutePlatform = 'public' | 'agent' | 'admin' | 'shared'
export type PublicPageId = (typeof ALWAYS_ALLOWED_IDS)[number]

export type RouteEntry = {
  readonly path: string
  readonly id: PermissionId | PublicPageId
  readonly platform: RoutePlatform
  readonly title: string
}

export const ROUTES = [
  { path: '/login', id: 101, platform: 'public', title: '登录' },
  { path: '/forgot', id: 102, platform: 'public', title: '忘记密码' },
  { path: '/resetpwd', id: 103, platform: 'public', title: '重置密码' },
  { path: '/tutorial', id: 104, platform: 'public', title: '使用教程' },
  { path: '/set-password', id: 105, platform: 'public', title: '设置密码' },
  { path: '/maintenance', id: 106, platform: 'public', title: '系统维护' },
  { path: '/404', id: 404, platform: 'public', title: '页面不存在' },
  { path: '/agent/bet/instant', id: PERMISSION.boards, platform: 'agent', title: '总项盘口' },
  { path: '/agent/bet/setting', id: PERMISSION.boards, platform: 'agent', title: '自动补货设置' },
  { path: '/agent/bet/fly-out', id: PERMISSION.boards, platform: 'agent', title: '放飞设置' },
  { path: '/agent/accounts/index', id: PERMISSION.accounts, platform: 'agent', title: '用户管理' },
  { path: '/agent/accounts/max-fill', id: PERMISSION.accounts, platform: 'agent', title: '补货上限' },
  { path: '/agent/group/index', id: PERMISSION.groups, platform: 'agent', title: '群组管理' },
  { path: '/admin/merchant/index', id: PERMISSION.merchants, platform: 'admin', title: '商户管理' },
  { path: '/admin/user/index', id: PERMISSION.merchants, platform: 'admin', title: '操作员管理' },
  { path: '/admin/log/index', id: PERMISSION.merchants, platform: 'admin', title: '平台日志' },
  { path: '/admin/merchant/max-fill', id: PERMISSION.merchants, platform: 'admin', title: '补货上限' },
  { path: '/admin/game/index', id: PERMISSION.games, platform: 'admin', title: '游戏中心' },
  { path: '/admin/game/result', id: PERMISSION.games, platform: 'admin', title: '开奖与复核' },
  { path: '/admin/game/periods', id: PERMISSION.games, platform: 'admin', title: '期次与开奖' },
  { path: '/admin/game/schedules', id: PERMISSION.games, platform: 'admin', title: '时间表' },
  { path: '/admin/game/plays', id: PERMISSION.games, platform: 'admin', title: '彩种与玩法' },
  { path: '/admin/game/sources', id: PERMISSION.games, platform: 'admin', title: '结果来源' },
  { path: '/admin/game/maintenance', id: PERMISSION.maintenance, platform: 'admin', title: '维护设置' },
  { path: '/admin/game/amount', id: PERMISSION.odds, platform: 'admin', title: '赔率表' },
  { path: '/admin/game/odds-drops', id: PERMISSION.odds, platform: 'admin', title: '自动降赔' },
  { path: '/admin/game/pankou', id: PERMISSION.odds, platform: 'admin', title: '盘口与退水' },
  { path: '/admin/game/fund-logs', id: PERMISSION.fundLogs, platform: 'admin', title: '资金变动记录' },
  { path: '/admin/game/system-config', id: PERMISSION.systemConfig, platform: 'admin', title: '系统参数' },
  { path: '/admin/system/jobs', id: PERMISSION.systemConfig, platform: 'admin', title: '任务与校验' },
  { path: '/admin/system/health', id: PERMISSION.systemConfig, platform: 'admin', title: '运行状况' },
  { path: '/admin/system/books', id: PERMISSION.systemConfig, platform: 'admin', title: '外部盘与渠道' },
  { path: '/admin/system/integrators', id: PERMISSION.systemConfig, platform: 'admin', title: '接入说明' },
  { path: '/admin/notice/index', id: PERMISSION.notices, platform: 'admin', title: '公告管理' },
  { path: '/profile/user-info', id: PERMISSION.ownDetails, platform: 'agent', title: '个人资料' },
  { path: '/profile/login-log', id: PERMISSION.loginLog, platform: 'shared', title: '登录日志' },
  { path: '/profile/update-log', id: PERMISSION.changeLog, platform: 'shared', title: '变更日志' },
  { path: '/profile/password', id: PERMISSION.ownPassword, platform: 'shared', title: '修改密码' },
  { path: '/result', id: PERMISSION.results, platform: 'shared', title: '开奖结果' },
  { path: '/rule', id: PERMISSION.rules, platform: 'shared', title: '规则说明' },
  { path: '/reports/delivery', id: PERMISSION.reports, platform: 'shared', title: '交收报表' },
  { path: '/reports/details', id: PERMISSION.reportDetails, platform: 'shared', title: '注单明细' },
] as const satisfies readonly RouteEntry[]

export type RoutePath = (typeof ROUTES)[number]['path']

/** Paths that only redirect; anything unknown goes to /404. */
export const REDIRECTS = [
  { from: '/agent/bet', to: '/agent/bet/instant' },
  { from: '/profile', to: '/profile/user-info' },
  { from: '/reports', to: '/reports/delivery' },
] as const satisfies readonly { from: string; to: RoutePath }[]

/** Paths that need no sign-in; everything else redirects to /login?redirect=. */
export const OPEN_PATHS = ['/login', '/forgot', '/resetpwd', '/tutorial'] as const satisfies readonly RoutePath[]

export type MenuEntry = {
  readonly name: string
  /** Page id; the entry shows only to callers who hold it. */
  readonly id: PermissionId
  /** Absent on a heading. */
  readonly path?: RoutePath
  /** Shown only to a path that may fly out, or (`past`) to one that may no longer but has fly-out orders. */
  readonly flyOut?: 'allowed' | 'past'
  readonly children?: readonly MenuEntry[]
}

const PROFILE_ENTRIES = [
  { name: '登录日志', id: PERMISSION.loginLog, path: '/profile/login-log' },
  { name: '变更日志', id: PERMISSION.changeLog, path: '/profile/update-log' },
  { name: '修改密码', id: PERMISSION.ownPassword, path: '/profile/password' },
] as const satisfies readonly MenuEntry[]

const SHARED_ENTRIES = [
  { name: '报表查询', id: PERMISSION.reports, path: '/reports/delivery' },
  { name: '开奖结果', id: PERMISSION.results, path: '/result' },
  { name: '规则说明', id: PERMISSION.rules, path: '/rule' },
] as const satisfies readonly MenuEntry[]

/** The instant-bets entry is a heading, because its own page is hidden from navigation. */
export const AGENT_MENU: readonly MenuEntry[] = [
  {
    name: '即时注单',
    id: PERMISSION.boards,
    children: [
      { name: '总项盘口', id: PERMISSION.boards, path: '/agent/bet/instant' },
      { name: '自动补货设置', id: PERMISSION.boards, path: '/agent/bet/setting' },
      { name: '放飞设置', id: PERMISSION.boards, path: '/agent/bet/fly-out', flyOut: 'allowed' },
      { name: '放飞注单', id: PERMISSION.boards, path: '/agent/bet/fly-out', flyOut: 'past' },
    ],
  },
  { name: '用户管理', id: PERMISSION.accounts, path: '/agent/accounts/index' },
  { name: '群组管理', id: PERMISSION.groups, path: '/agent/group/index' },
  {
    name: '个人管理',
    id: PERMISSION.profile,
    children: [{ name: '个人资料', id: PERMISSION.ownDetails, path: '/profile/user-info' }, ...PROFILE_ENTRIES],
  },
  ...SHARED_ENTRIES,
]

export const ADMIN_MENU: readonly MenuEntry[] = [
  { name: '商户管理', id: PERMISSION.merchants, path: '/admin/merchant/index' },
  { name: '操作员管理', id: PERMISSION.merchants, path: '/admin/user/index' },
  {
    name: '游戏中心',
    id: PERMISSION.games,
    children: [
      { name: '期次与开奖', id: PERMISSION.games, path: '/admin/game/periods' },
      { name: '开奖与复核', id: PERMISSION.games, path: '/admin/game/result' },
      { name: '彩种与玩法', id: PERMISSION.games, path: '/admin/game/plays' },
      { name: '时间表', id: PERMISSION.games, path: '/admin/game/schedules' },
      { name: '结果来源', id: PERMISSION.games, path: '/admin/game/sources' },
    ],
  },
  { name: '维护设置', id: PERMISSION.maintenance, path: '/admin/game/maintenance' },
  {
    name: '赔率管理',
    id: PERMISSION.odds,
    children: [
      { name: '赔率表', id: PERMISSION.odds, path: '/admin/game/amount' },
      { name: '自动降赔', id: PERMISSION.odds, path: '/admin/game/odds-drops' },
      { name: '盘口与退水', id: PERMISSION.odds, path: '/admin/game/pankou' },
    ],
  },
  { name: '资金变动记录', id: PERMISSION.fundLogs, path: '/admin/game/fund-logs' },
  {
    name: '系统设置',
    id: PERMISSION.systemConfig,
    children: [
      { name: '系统参数', id: PERMISSION.systemConfig, path: '/admin/game/system-config' },
      { name: '任务与校验', id: PERMISSION.systemConfig, path: '/admin/system/jobs' },
      { name: '运行状况', id: PERMISSION.systemConfig, path: '/admin/system/health' },
      { name: '外部盘与渠道', id: PERMISSION.systemConfig, path: '/admin/system/books' },
      { name: '接入说明', id: PERMISSION.systemConfig, path: '/admin/system/integrators' },
    ],
  },
  { name: '公告管理', id: PERMISSION.notices, path: '/admin/notice/index' },
  { name: '平台日志', id: PERMISSION.merchants, path: '/admin/log/index' },
  { name: '个人管理', id: PERMISSION.profile, children: PROFILE_ENTRIES },
  ...SHARED_ENTRIES,
]

/** `hasFlyOuts`: the path has fly-out orders; only needed for a path that may not fly out. */
export type MenuHolder = {
  readonly ids: ReadonlySet<number>
  readonly flyOutAllowed: boolean
  readonly hasFlyOuts: boolean
}

const fliesOut = ({ flyOut }: MenuEntry, { flyOutAllowed, hasFlyOuts }: MenuHolder): boolean =>
  flyOut === undefined || (flyOut === 'allowed' ? flyOutAllowed : !flyOutAllowed && hasFlyOuts)

/** The menu for one caller: the entries it holds, their children filtered the same way, without empty headings. */
export const visibleMenu = (menu: readonly MenuEntry[], holder: MenuHolder): MenuEntry[] =>
  menu.flatMap((entry) => {
    if (!holder.ids.has(entry.id) || !fliesOut(entry, holder)) return []
    if (!entry.children) return [entry]
    const children = visibleMenu(entry.children, holder)
    return children.length > 0 ? [{ ...entry, children }] : []
  })
