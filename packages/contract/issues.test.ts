import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import { agentLogin, updateAccountInfo } from './endpoints/access.ts'
import { noticeCreate } from './endpoints/admin.ts'
import { merchantCreate, merchantUpdate } from './endpoints/admin-merchants.ts'
import { channelMailSet } from './endpoints/code-channels.ts'
import { orderCreate } from './endpoints/intake.ts'
import { agentTransfer } from './endpoints/ledger.ts'
import { scheduleSet } from './endpoints/periods.ts'
import { deliveryQuery, orderQuery } from './endpoints/reports.ts'
import { agentQuery } from './endpoints/tree.ts'
import { describeIssues, unstorableIssue } from './issues.ts'

const issuesOf = (schema: z.ZodType, request: unknown) => {
  const result = schema.safeParse(request)
  return result.success ? [] : describeIssues(result.error).issues
}

describe('refused parameters', () => {
  test('name the field in Chinese', () => {
    const password = 'A'.repeat(60)
    expect(issuesOf(agentLogin.request, { account: '代理', password })).toEqual([
      { path: 'account', field: '账号', message: '账号不能包含中文' },
    ])
    expect(issuesOf(agentLogin.request, { account: 'agent001' })).toEqual([
      { path: 'password', field: '密码', message: '缺少密码' },
    ])
    expect(issuesOf(agentLogin.request, { account: 'agent001', password, extra: 1 })[0]?.message).toBe(
      '不支持的参数：extra',
    )
    expect(issuesOf(agentQuery.request, { pageSize: 15 })[0]?.message).toMatch(/^每页条数/)
    expect(issuesOf(agentQuery.request, { sortInfo: { columnName: 'x', direction: 1 } })[0]?.message).toBe(
      '排序列不在可选范围内',
    )
  })

  test('name the field where a rule for texts does not', () => {
    const range = { from: '2026-02-30', to: '2026-03-01' }
    expect(issuesOf(deliveryQuery.request, range)[0]?.message).toBe('开始日期：请输入正确的日期')
    const addresses = { allowedIps: ['1.2.3'] }
    expect(issuesOf(updateAccountInfo.request, addresses).find(({ path }) => path === 'allowedIps.0')?.message).toBe(
      '允许登录的IP：请输入正确的IP地址',
    )
    expect(issuesOf(agentTransfer.request, { amount: '0' }).find(({ path }) => path === 'amount')?.message).toBe(
      '请输入大于0的金额，最多两位小数',
    )
  })

  test('say of a text how long it may be, and of a list how many', () => {
    const said = (input: object) => issuesOf(noticeCreate.request, input).map(({ message }) => message)
    const notice = { content: '维护', level: 'info', audience: { kind: 'all' }, from: 1, until: null, requestId: 'n1' }
    expect(said({ ...notice, content: '  ' })[0]).toBe('请填写内容')
    expect(said({ ...notice, content: 'x'.repeat(501) })[0]).toBe('内容最多500个字')
    expect(issuesOf(orderCreate.request, { bets: [] })[0]?.message).toBe('注单至少1项')
    expect(issuesOf(agentQuery.request, { pageIndex: 0 })[0]?.message).toMatch(/不能小于1$/)
  })

  test('a call may have a name of its own for a field', () => {
    const { error } = merchantCreate.request.safeParse({})
    const of = (labels = {}) =>
      error && describeIssues(error, labels).issues.find(({ path }) => path === 'code')?.message
    expect([of(), of(merchantCreate.labels)]).toEqual(['缺少验证码', '缺少平台代码'])
    const said = ({ request, labels }: { request: z.ZodType; labels: Record<string, string> }, input: object) => {
      const result = request.safeParse(input)
      return result.success ? [] : describeIssues(result.error, labels).issues.map(({ message }) => message)
    }
    expect(said(merchantUpdate, { nickname: 'x'.repeat(33) })).toContain('商户名称最多32个字')
    expect(said(merchantCreate, { nickname: 'x'.repeat(33) })).toContain('商户名称最多32个字')
    expect(said(channelMailSet, { host: 'mail server' })).toContain('邮件服务器格式不正确')
    const every = { kind: 'daily', continuous: false, segments: [{ firstDraw: 0, everySeconds: 5, count: 1 }] }
    expect(said(scheduleSet, { days: every })).toContain('每期秒数不能小于30')
  })

  test('say which of two bounds is wrong', () => {
    const range = { from: '2026-11-02', to: '2026-11-01' }
    const reversed = { path: 'to', field: '结束日期', message: '开始日期不能晚于结束日期' }
    expect(issuesOf(deliveryQuery.request, range)).toEqual([reversed])
    expect(issuesOf(orderQuery.request, range)).toEqual([reversed])
    expect(issuesOf(orderQuery.request, { stakeFrom: '100', stakeTo: '5.5' })).toEqual([
      { path: 'stakeTo', field: '金额上限', message: '金额下限不能大于金额上限' },
    ])
    expect(issuesOf(orderQuery.request, { resultFrom: '-5', resultTo: '-5' })).toEqual([])
  })

  test('all of them are listed, in order', () => {
    const request = { agentPathsId: 0, amount: '1.234', kind: 'gold', transferPassword: 'x' }
    expect(issuesOf(agentTransfer.request, request).map((issue) => issue.path)).toEqual([
      'agentPathsId',
      'amount',
      'kind',
      'transferPassword',
      'requestId',
    ])
  })
})

describe('ranges of a report', () => {
  const fine = (request: object) => deliveryQuery.request.safeParse(request).success
  test.each([
    [{ from: '2026-11-01', to: '2026-11-20' }, true],
    [{ from: '2026-11-20', to: '2026-11-20' }, true],
    [{ periodFrom: '001', periodTo: '002', gameIds: [1] }, true],
    [{}, false],
    [{ from: '2026-11-01' }, false],
    [{ from: '2026-11-02', to: '2026-11-01' }, false],
    [{ from: '2026-02-29', to: '2026-03-01' }, false],
    [{ periodFrom: '001', periodTo: '002' }, false],
    [{ periodFrom: '001', periodTo: '002', gameIds: [1, 2] }, false],
    [{ from: '2026-11-01', to: '2026-11-02', periodFrom: '001', periodTo: '002', gameIds: [1] }, false],
  ])('%j: %s', (request, expected) => expect(fine(request)).toBe(expected))

  test('defaults are filled in', () => {
    expect(deliveryQuery.request.parse({ from: '2026-11-01', to: '2026-11-02' })).toMatchObject({
      pageIndex: 1,
      pageSize: 20,
      state: 'settled',
    })
  })
})

describe('bets', () => {
  const bet = {
    betNo: 'B1',
    account: 'mem0001',
    gameId: 3,
    periodNo: '2026131',
    playCode: 'TMA',
    itemCode: '01',
    odds: '48.5',
    stake: '10',
  }
  const fine = (bets: unknown) => orderCreate.request.safeParse({ bets }).success

  test('intake checks the values, so that one bad bet is refused alone', () => {
    expect(fine([bet, { ...bet, stake: '-1' }, { ...bet, stake: 'x', odds: '', pankou: 'Z' }])).toBe(false)
    expect(fine([bet, { ...bet, stake: '-1' }, { ...bet, stake: 'x', odds: 'y', pankou: 'Z' }])).toBe(true)
    expect(fine([{ ...bet, odds: { ZHONG2: '20.8', ZHONG3: '109' } }])).toBe(true)
  })

  test('a wrong shape refuses the whole call', () => {
    expect(fine([])).toBe(false)
    expect(fine(Array.from({ length: 1001 }, () => bet))).toBe(false)
    expect(fine([{ ...bet, extra: 1 }])).toBe(false)
    expect(fine([{ ...bet, stake: 10 }])).toBe(false)
  })
})

describe('texts that the database cannot store', () => {
  test.each([
    [{ account: 'a\0' }, 'account', '账号包含无效字符'],
    [{ bets: [{ account: 'ok' }, { account: '\ud800' }] }, 'bets.1.account', '账号包含无效字符'],
    [{ odds: { 'a\udfff': '1' } }, 'odds', '赔率包含无效字符'],
  ])('%j', (input, path, message) => expect(unstorableIssue(input)).toMatchObject({ path, message }))

  test('surrogate pairs and control characters are valid text', () =>
    expect(unstorableIssue({ remark: '\u{1f600} 好\n', list: [null, 1, 'x'] })).toBeNull())
})
