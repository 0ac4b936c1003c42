import { describe, expect, it } from 'vitest'
import { GameId } from '../ids.ts'
import type { Money } from '../money/money.ts'
import { type Found, type NeedKind, needsOf, spanInWords } from './needs.ts'

const NOW = Date.parse('2026-11-21T10:00:00Z')
const MINUTE = 60_000
const DAY = 86_400_000
const yuan = (amount: number): Money => BigInt(amount * 10_000) as Money
const merchant = (code: string, name = '') => ({ code, name })
const all = (): boolean => true
const game = { gameId: GameId(1), gameName: '赛车', periodNo: '20261121183' }

const proposal = (over: Partial<Extract<Found, { kind: 'proposal' }>> = {}): Found => ({
  kind: 'proposal',
  ...game,
  proposalId: '7',
  proposal: 'correction',
  orderNo: null,
  by: 'oper_wu',
  at: NOW - 66 * MINUTE,
  expiresAt: NOW - 66 * MINUTE + DAY,
  mine: false,
  mayDecide: true,
  ...over,
})

const EVERY: readonly Found[] = [
  { kind: 'disk', daysLeft: 12 },
  { kind: 'partitions', daysAhead: 2, leastDays: 3 },
  { kind: 'result', ...game, drawAt: NOW - 11 * MINUTE, source: 'feed' },
  proposal(),
  {
    kind: 'flyOut',
    merchant: merchant('merch001'),
    book: 'dfzx',
    count: 3,
    stake: yuan(4200),
    since: NOW - 26 * MINUTE,
  },
  {
    kind: 'job',
    jobId: '5',
    task: '导出',
    attempts: 3,
    over: false,
    error: '磁盘写入超时',
    since: NOW - 9 * MINUTE,
  },
  { kind: 'key', merchant: merchant('merch002', '东方之星'), madeAt: NOW - 193 * DAY, maxDays: 180 },
  {
    kind: 'balance',
    merchant: merchant('merch005', '海天阁'),
    balance: yuan(86_420),
    line: yuan(100_000),
    since: NOW - 18 * MINUTE,
  },
  { kind: 'silent', merchant: merchant('merch006'), signedAt: NOW - 37 * MINUTE },
]

describe('what needs a person', () => {
  it('stands oldest first, and what is to come behind it, soonest first', () => {
    const kinds = needsOf(EVERY, NOW, all).map(({ kind }) => kind)
    expect(kinds).toEqual([
      'key',
      'proposal',
      'silent',
      'flyOut',
      'balance',
      'result',
      'job',
      'partitions',
      'disk',
    ] satisfies NeedKind[])
    expect(needsOf(EVERY.toReversed(), NOW, all).map(({ kind }) => kind)).toEqual(kinds)
  })

  it('says what it is in one line', () => {
    expect(needsOf(EVERY, NOW, all).map(({ tone, turn, text }) => `${tone} ${turn} ${text}`)).toEqual([
      'warn me merch002 东方之星 的签名密钥已用 193 天，超过 180 天',
      'warn me 更正 赛车 20261121183期，oper_wu 提出，剩 22 时 54 分',
      'bad me merch006 已 37 分没有签名调用，往日此时有投注',
      'bad me merch001 放飞 3 笔共 4,200.00 无回应，外部盘 dfzx',
      'warn me merch005 海天阁 可用 86,420.00，低于预警线 100,000.00',
      'bad me 赛车 20261121183期已过开奖时间，结果来源未送达',
      'warn me 导出 第 3 次失败：磁盘写入超时',
      'warn soon 注单分区只备到 2026-11-23，少于 3 天',
      'warn soon 按今日增长，磁盘还可用 12 天',
    ])
  })

  it('waits for others where the reader may not act or not decide', () => {
    const turns = (found: Found, may: (kind: NeedKind) => boolean = all) => needsOf([found], NOW, may)[0]?.turn
    expect(turns(proposal())).toBe('me')
    expect(turns(proposal({ mayDecide: false }))).toBe('others')
    expect(turns(proposal({ mine: true }))).toBe('others')
    expect(needsOf([proposal({ mine: true, orderNo: '75' })], NOW, all)[0]?.text).toBe(
      '更正 赛车 20261121183期 注单 75，我提出，等第二人，剩 22 时 54 分',
    )
    expect(turns(proposal(), (kind) => kind !== 'proposal')).toBe('others')
    expect(turns({ kind: 'disk', daysLeft: 1 }, () => false)).toBe('soon')
  })

  it('comes while a lease lasts, and waits once it is over', () => {
    const lease = (endsAt: number): Found => ({
      kind: 'lease',
      merchant: merchant('merch004'),
      until: '2026-12-03',
      endsAt,
    })
    expect(needsOf([lease(NOW + 12 * DAY)], NOW, all)[0]).toMatchObject({
      turn: 'soon',
      text: 'merch004 租期于 2026-12-03 到期',
    })
    expect(needsOf([lease(NOW - 1)], NOW, all)[0]).toMatchObject({
      turn: 'me',
      tone: 'warn',
      at: NOW - 1,
      // The words of the merchant's own bar.
      text: 'merch004 租期已于 2026-12-03 到期，已暂停下注与补货',
    })
  })

  it('is a run of verify that found faults, or that could not end', () => {
    const run = { kind: 'verify', only: 'merch003', faults: 2, error: '', at: NOW - DAY } as const
    expect(needsOf([run], NOW, all)[0]).toMatchObject({ tone: 'bad', text: 'merch003 校验不符 2 项', at: NOW - DAY })
    expect(needsOf([{ ...run, only: null, faults: 0, error: '连接中断' }], NOW, all)[0]).toMatchObject({
      tone: 'warn',
      text: '全部商户 校验未完成：连接中断',
    })
  })

  it('is a certificate that ends soon, and one that has ended', () => {
    const certificate = (endsAt: number): Found => ({ kind: 'certificate', address: 'agent.example:443', endsAt })
    const wording = (endsAt: number) => {
      const { tone, turn, text } = needsOf([certificate(endsAt)], NOW, all)[0] ?? {}
      return [tone, turn, text]
    }
    expect(wording(NOW + 12 * DAY)).toEqual(['warn', 'soon', 'agent.example:443 的证书 12 天后到期'])
    expect(wording(NOW + 2 * DAY)).toEqual(['bad', 'soon', 'agent.example:443 的证书 2 天后到期'])
    expect(wording(NOW)).toEqual(['bad', 'me', 'agent.example:443 的证书已到期，浏览器拒绝打开'])
  })

  it('is graver when it stops money', () => {
    const tone = (found: Found) => needsOf([found], NOW, all)[0]?.tone
    expect(tone({ kind: 'disk', daysLeft: 2 })).toBe('bad')
    expect(tone({ kind: 'partitions', daysAhead: 0, leastDays: 3 })).toBe('bad')
    const job = { kind: 'job', jobId: '1', task: 'x', attempts: 25, error: 'e', since: 0 } as const
    expect(tone({ ...job, over: true })).toBe('bad')
    expect(needsOf([{ ...job, over: true }], NOW, all)[0]?.text).toBe('x 已失败 25 次，不再重试：e')
  })
})

describe('a span in words', () => {
  it.each([
    [-5, '0 分'],
    [59 * MINUTE, '59 分'],
    [60 * MINUTE, '1 时 00 分'],
    [312 * MINUTE, '5 时 12 分'],
    [2 * DAY - 1, '47 时 59 分'],
    [13 * DAY + 5, '13 天'],
  ])('%d ms', (ms, text) => expect(spanInWords(ms)).toBe(text))
})

it('a result that was entered once is one need, not two', () => {
  const late: Found = { kind: 'result', ...game, drawAt: NOW - MINUTE, source: 'manual' }
  const kinds = (found: readonly Found[]): NeedKind[] => needsOf(found, NOW, all).map(({ kind }) => kind)
  expect(kinds([late, proposal()])).toHaveLength(2)
  expect(kinds([late, proposal({ proposal: 'result' })])).toEqual(['proposal'])
  expect(kinds([late, proposal({ proposal: 'result', periodNo: '1' })])).toHaveLength(2)
})
