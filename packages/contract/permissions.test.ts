import { describe, expect, test } from 'vitest'
import { CODES, httpStatusOf, REFUSALS, refusalAnswer } from './errors.ts'
import { ADMIN_MENU, AGENT_MENU, type MenuEntry, visibleMenu } from './menu.ts'
import {
  type Caller,
  flattenModules,
  judgeCall,
  moduleTree,
  PERMISSION,
  PERMISSION_IDS,
  reachOf,
  rolePermissions,
  worksWhenFrozen,
} from './permissions.ts'

const caller = (ids: number[], more: Partial<Caller> = {}): Caller => ({
  signedIn: true,
  isSubAccount: false,
  permissionIds: new Set(ids),
  ...more,
})

describe('reach of a caller', () => {
  const nobody = caller([], { signedIn: false })
  test.each([
    ['public', nobody, 'any'],
    ['session', nobody, 'none'],
    ['session', caller([]), 'any'],
    ['main', caller([]), 'any'],
    ['main', caller([], { isSubAccount: true }), 'none'],
    ['signed', caller([...PERMISSION_IDS]), 'none'],
    [PERMISSION.boards, caller([PERMISSION.boards]), 'any'],
    [PERMISSION.boards, caller([PERMISSION.replenish]), 'none'],
    [PERMISSION.boards, caller([PERMISSION.boards], { signedIn: false }), 'none'],
    [[PERMISSION.downlineAccept, PERMISSION.maxFill] as const, caller([PERMISSION.maxFill]), 'any'],
  ] as const)('%j', (permission, who, reach) => expect(reachOf({ permission }, who)).toBe(reach))

  test('the caller’s own path may need less', () => {
    const rule = { permission: PERMISSION.accounts, ownPermission: PERMISSION.loginLog } as const
    expect(reachOf(rule, caller([PERMISSION.loginLog]))).toBe('own')
    expect(reachOf(rule, caller([PERMISSION.accounts]))).toBe('any')
    expect(reachOf(rule, caller([]))).toBe('none')
    expect(
      reachOf({ permission: PERMISSION.accounts, ownPermission: 'session' }, caller([], { signedIn: false })),
    ).toBe('none')
  })
})

describe('a call', () => {
  test.each([
    [1, [80001], 'refused', { reach: 'any' }],
    [1, [30001], 'refused', { refusal: 'noPermission' }],
    [4, [80001], 'allowed', { reach: 'any' }],
    [4, [80001], 'refused', { refusal: 'frozen' }],
    // Several faults at once: the first of the written order is returned.
    [4, [], 'refused', { refusal: 'frozen' }],
    [4, [], 'allowed', { refusal: 'noPermission' }],
    [2, [80001], 'allowed', { refusal: 'disabled' }],
    [2, [], 'refused', { refusal: 'disabled' }],
  ] as const)('status %i with %j, frozen paths %s: %j', (status, ids, whenFrozen, answer) =>
    expect(judgeCall({ permission: 80001, whenFrozen }, { ...caller([...ids]), status })).toEqual(answer),
  )
})

describe('sets', () => {
  test('a frozen path keeps reports, results, rules and its own pages, but neither boards nor its downline', () => {
    expect(PERMISSION_IDS.filter(worksWhenFrozen)).toEqual([
      30000, 30001, 30002, 30003, 30004, 50000, 50003, 50009, 60000, 100000,
    ])
  })

  test('an agent holds everything of its side, and fly-out only when allowed', () => {
    const agent = rolePermissions({ roleId: 3, flyOutAllowed: false, admin: false })
    expect(agent).toContain(PERMISSION.replenish)
    expect(agent).not.toContain(PERMISSION.flyOut)
    expect(agent).not.toContain(PERMISSION.merchants)
    expect(rolePermissions({ roleId: 3, flyOutAllowed: true, admin: false })).toContain(PERMISSION.flyOut)
    expect(rolePermissions({ roleId: 0, flyOutAllowed: true, admin: true })).toEqual(PERMISSION_IDS)
    expect(rolePermissions({ roleId: 10001, flyOutAllowed: true, admin: false })).toEqual([])
  })

  test('the tree has exactly the ids of the set', () => {
    const always = [101, 102, 103, 104, 105, 106, 404]
    for (const ids of [
      [...PERMISSION_IDS],
      [PERMISSION.reports, PERMISSION.reportDetails],
      [PERMISSION.reportDetails],
      [PERMISSION.replenish, PERMISSION.accounts],
      [],
    ])
      expect([...flattenModules(moduleTree(ids))].sort()).toEqual([...always, ...ids].sort())
    expect(moduleTree([PERMISSION.reportDetails, PERMISSION.reports])).toEqual([
      { frontElementId: 50000, children: [{ frontElementId: 50003, children: [] }] },
    ])
    expect(moduleTree([1, 2])).toEqual([])
  })
})

describe('menu', () => {
  const names = (menu: readonly MenuEntry[]): string[] =>
    menu.flatMap((each) => [each.name, ...names(each.children ?? [])])
  const seen = (ids: number[], flyOutAllowed = false, hasFlyOuts = false) =>
    names(visibleMenu(AGENT_MENU, { ids: new Set(ids), flyOutAllowed, hasFlyOuts }))

  test('the agent menu has the order of the specification', () => {
    expect(AGENT_MENU.map((each) => each.name)).toEqual([
      '即时注单',
      '用户管理',
      '群组管理',
      '个人管理',
      '报表查询',
      '开奖结果',
      '规则说明',
    ])
  })

  test('an entry and its children show only to callers who hold them', () => {
    expect(seen([PERMISSION.reports, PERMISSION.reportDetails])).toEqual(['报表查询'])
    expect(seen([PERMISSION.profile, PERMISSION.ownPassword])).toEqual(['个人管理', '修改密码'])
    expect(seen([PERMISSION.profile])).toEqual([])
    expect(seen([PERMISSION.boards])).toEqual(['即时注单', '总项盘口', '自动补货设置'])
    const operator = { ids: new Set([PERMISSION.fundLogs]), flyOutAllowed: false, hasFlyOuts: false }
    expect(names(visibleMenu(ADMIN_MENU, operator))).toEqual(['资金变动记录'])
  })

  test.each([
    [true, false, ['放飞设置']],
    [true, true, ['放飞设置']],
    [false, true, ['放飞注单']],
    [false, false, []],
  ])('fly-out entries: may fly out %s, has flown out %s', (may, has, entries) => {
    expect(seen([PERMISSION.boards], may, has).slice(3)).toEqual(entries)
    expect(seen([PERMISSION.reports], may, has)).toEqual(['报表查询'])
  })
})

describe('refusals', () => {
  test('texts are Chinese, and every code but ok is used', () => {
    for (const { text } of Object.values(REFUSALS)) expect(text).toMatch(/\p{Script=Han}/u)
    const used = new Set<string>(Object.values(REFUSALS).map(({ code }) => code))
    expect(Object.keys(CODES).filter((name) => name !== 'ok' && !used.has(name))).toEqual([])
  })

  test('details fill the text', () => {
    expect(refusalAnswer('lockedOut', { minutes: 5 })).toEqual({ code: 40005, message: '尝试次数过多，请5分钟后再试' })
    expect(refusalAnswer('notFound')).toEqual({ code: 40401, message: '数据不存在' })
  })

  test('business answers are HTTP 200', () => {
    expect([CODES.sessionEnded, CODES.overloaded, CODES.tooManyRequests, CODES.noPermission].map(httpStatusOf)).toEqual(
      [401, 429, 200, 200],
    )
  })
})
