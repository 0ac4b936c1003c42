import { PathId } from '@strata/domain/ids'
import { expect, test } from 'vitest'
import { type SettlingDays, statementText } from './statement.ts'

const day = (name: string, receivable: string, settled: string | null, difference = '0') => ({
  day: name,
  orders: 1200,
  stake: '50000',
  valid: '49000.5',
  memberResult: '-1200',
  replenishment: '100',
  receivable,
  settled,
  difference,
})

const data: SettlingDays = {
  agentPathsId: PathId(4),
  accountName: 'agent001',
  nickname: '沈记',
  roleId: 3,
  from: '2026-11-18',
  to: '2026-11-20',
  days: [
    day('2026-11-18', '1000', '1000'),
    day('2026-11-19', '-200.509', '-100.509', '-100'),
    day('2026-11-20', '300', null),
  ],
  openOrders: 3,
  receivable: '1099.491',
  settled: '899.491',
  unsettled: '300',
  difference: '-100',
  due: '200',
}
const made = { account: 'genagt01', at: '2026-11-21 20:15:00', role: '代理' }

test('the statement is complete, and its amounts add up', () => {
  expect(statementText(data, made).split('\n')).toEqual([
    '【交收单】',
    '下线：agent001 沈记（代理）',
    '日期：2026-11-18 至 2026-11-20',
    '笔数：3,600　下注金额：150,000.00　有效金额：147,001.50',
    '会员输赢：-3,600.00',
    '其中补货：300.00',
    '—— 逐日应收 ——',
    '2026-11-18　1,200 笔　1,000.00　已交收',
    '2026-11-19　1,200 笔　-200.50　差额 -100.00',
    '2026-11-20　1,200 笔　300.00　未交收',
    '应收合计：1,099.49 元',
    '已交收：899.49 元',
    '更正差额：-100.00 元',
    '本次应交收：200.00 元（下线应付上级 二百元整）',
    '注：另有 3 笔注单未结算，不在此单内。',
    '制单：genagt01　2026-11-21 20:15:00',
  ])
})

test('the sign decides who pays, and zero lines are left out', () => {
  const lines = statementText(
    { ...data, days: [day('2026-11-20', '-300', null)], due: '-300', difference: '0', openOrders: 0 },
    made,
  )
  expect(lines).toContain('本次应交收：-300.00 元（上级应付下线 三百元整）')
  expect(lines).not.toContain('更正差额')
  expect(lines).not.toContain('注：')
})
