import { PERMISSION } from '@strata/contract/permissions'
import { ROLE } from '@strata/domain/tree'
import { expect, test } from 'vitest'
import { toolsText } from '../../text/zh-CN/app/tools.ts'
import { flyOutText } from '../../text/zh-CN/rooms/fly-out.ts'
import { replenishmentText } from '../../text/zh-CN/rooms/replenishment.ts'
import { reportText } from '../../text/zh-CN/rooms/report.ts'
import { resultsText } from '../../text/zh-CN/rooms/results.ts'
import { treeText } from '../../text/zh-CN/rooms/tree.ts'
import { askedOf, creationsBelow, matching, palettePages, paletteViews, periodsOf } from './palette-model.ts'

const pages = palettePages([
  {
    name: '即时注单',
    id: PERMISSION.boards,
    children: [
      { name: '总项盘口', id: PERMISSION.boards, path: '/agent/bet/instant' },
      { name: '自动补货设置', id: PERMISSION.boards, path: '/agent/bet/setting' },
    ],
  },
  { name: '报表查询', id: PERMISSION.reports, path: '/reports/delivery' },
  { name: '开奖结果', id: PERMISSION.results, path: '/result' },
])
const found = (typed: string): readonly string[] => matching(pages, typed).map(({ name }) => name)

test('pages are listed under their headings', () => {
  expect(pages.map(({ under }) => under)).toEqual(['即时注单', '即时注单', '', ''])
})

test('found by name, heading, first letters and address', () => {
  expect(found('')).toHaveLength(4)
  expect(found('盘口')).toEqual(['总项盘口'])
  expect(found('即时')).toEqual(['总项盘口', '自动补货设置'])
  expect(found('bbcx')).toEqual(['报表查询'])
  expect(found(' KJ ')).toEqual(['开奖结果'])
  expect(found('/agent')).toEqual(['总项盘口', '自动补货设置'])
  expect(found('没有')).toEqual([])
})

test('pages whose name begins with the text come first', () => {
  expect(found('b')[0]).toBe('报表查询')
})

test('a new account of each role below is an action, found by its name and first letters', () => {
  const forms = creationsBelow(ROLE.generalAgent)
  expect(forms.map(({ name, path }) => [name, path])).toEqual([
    ['新增账号：代理', '/agent/accounts/index?create=3'],
    ['新增账号：会员', '/agent/accounts/index?create=10001'],
  ])
  expect(matching(forms, '新增账号')).toHaveLength(2)
  expect(matching(forms, 'xzzh')).toHaveLength(2)
  expect(matching(forms, '会员').map(({ path }) => path)).toEqual(['/agent/accounts/index?create=10001'])
  expect(creationsBelow(ROLE.agent)).toHaveLength(1)
})

test('accounts are asked for from two characters on, orders by their whole number', () => {
  expect(askedOf('a')).toEqual({ account: null, orderNo: null })
  expect(askedOf(' agent0 ')).toEqual({ account: 'agent0', orderNo: null })
  expect(askedOf('张三')).toEqual({ account: '张三', orderNo: null })
  expect(askedOf('1234567890123')).toEqual({ account: '1234567890123', orderNo: '1234567890123' })
  expect(askedOf('a b')).toEqual({ account: null, orderNo: null })
})

test('periods are found by a part of their number', () => {
  const games = [
    { gameType: 'PK', gameName: '赛车', current: { periodNo: '20261123-100' }, next: { periodNo: '20261123-101' } },
    { gameType: '6HC', gameName: '六合彩', current: null, next: { periodNo: '2026130' } },
  ]
  expect(periodsOf(games, '101').map(({ periodNo }) => periodNo)).toEqual(['20261123-101'])
  expect(periodsOf(games, '2026').map(({ gameType }) => gameType)).toEqual(['PK', 'PK', '6HC'])
  expect(periodsOf(games, '1')).toEqual([])
  expect(periodsOf(games, 'abc')).toEqual([])
})

const caller = { permissionIds: [PERMISSION.reportDetails], isSubAccount: false }
const viewsOf = (entries: Parameters<typeof paletteViews>[0], by = caller): readonly string[] =>
  paletteViews(entries, by).map(({ name }) => name)

test('parts of a page are found under their own names', () => {
  const reports = { name: '报表查询', id: PERMISSION.reports, path: '/reports/delivery' } as const
  expect(viewsOf([reports])).toEqual(['交收报表', '分类报表', '注单明细'])
  const views = paletteViews([reports], caller)
  expect(matching(views, '交收').map(({ path }) => path)).toEqual(['/reports/delivery'])
  expect(matching(views, 'flbb').map(({ path }) => path)).toEqual(['/reports/delivery?tab=class'])
})

test('nothing is found of a page that the menu does not show, or without its permission', () => {
  expect(viewsOf([])).toEqual([])
  const reports = { name: '报表查询', id: PERMISSION.reports, path: '/reports/delivery' } as const
  expect(viewsOf([reports], { ...caller, permissionIds: [] })).toEqual(['交收报表', '分类报表'])
  const accounts = { name: '用户管理', id: PERMISSION.accounts, path: '/agent/accounts/index' } as const
  expect(viewsOf([accounts])).toEqual(['子账号', '资金记录', '补货上限'])
  expect(viewsOf([accounts], { ...caller, isSubAccount: true })).toEqual(['资金记录', '补货上限'])
  const past = { name: '放飞注单', id: PERMISSION.boards, path: '/agent/bet/fly-out', flyOut: 'past' } as const
  expect(viewsOf([past])).toEqual([])
})

test('a part has the name that stands on its page', () => {
  expect(toolsText.palette.views).toEqual({
    delivery: reportText.tabs.delivery,
    classification: reportText.tabs.classification,
    details: reportText.tabs.orders,
    subAccounts: treeText.sub,
    funds: treeText.funds,
    maxFill: treeText.max.title,
    downline: replenishmentText.downline,
    flyOrderAccounts: flyOutText.tabNames.accounts,
    autoFlyOut: flyOutText.tabNames.settings,
    flyOutOrders: flyOutText.tabNames.orders,
    runs: resultsText.views.runs,
    trend: resultsText.views.trend,
  })
})
