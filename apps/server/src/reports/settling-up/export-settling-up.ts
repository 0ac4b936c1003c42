import type { ResponseOf } from '@strata/contract/endpoint'
import {
  settlingUpDays,
  settlingUpLog,
  settlingUpQuery,
  settlingUpReceived,
} from '@strata/contract/endpoints/settling-up'
import { roleWord } from '@strata/contract/words'
import { exportSource, pagedList, WHOLE, wholeList } from '../../exports/source.ts'
import { Refusal } from '../../platform/refusal.ts'
import { receivedMarks } from './received-marks.ts'
import { coveredDays, rangeText, settlingUpByDay, settlingUpList, settlingUpMarks } from './settling-up.ts'

type Row = ResponseOf<typeof settlingUpQuery>['items'][number]
type Day = ResponseOf<typeof settlingUpDays>['days'][number]
type Mark = ResponseOf<typeof settlingUpLog>['items'][number]

type Received = ResponseOf<typeof settlingUpReceived>['items'][number]

export const settlingUpSource = exportSource(settlingUpQuery, '交收情况', async (on, { caller, input, now }) => {
  const reading = { pool: on, clock: () => now }
  const found = await settlingUpList(reading, caller, { ...input, ...WHOLE })
  if (found instanceof Refusal) return found
  const { summary } = found
  return wholeList<Row>({
    range: rangeText(coveredDays(input, now)),
    columns: [
      ['账号', 'text', (row) => row.accountName],
      ['昵称', 'text', (row) => row.nickname ?? ''],
      ['级别', 'text', (row) => roleWord(row.roleId)],
      ['天数', 'count', (row) => row.days],
      ['已交收天数', 'count', (row) => row.settledDays],
      ['应收下线', 'money', (row) => row.receivable],
      ['已交收', 'money', (row) => row.settled],
      ['未交收', 'money', (row) => row.unsettled],
      ['更正差额', 'money', (row) => row.difference],
      ['最早未交收', 'text', (row) => row.firstUnsettledDay ?? ''],
    ],
    items: found.items,
    totals: async () =>
      summary
        ? [
            {
              账号: `合计 ${summary.children} 个下线`,
              应收下线: summary.receivable,
              已交收: summary.settled,
              未交收: summary.unsettled,
              更正差额: summary.difference,
            },
          ]
        : [],
  })
})

export const settlingUpDaysSource = exportSource(settlingUpDays, '交收单', async (on, { caller, input, now }) => {
  const found = await settlingUpByDay({ pool: on, clock: () => now }, caller, input)
  if (found instanceof Refusal) return found
  return wholeList<Day>({
    range: rangeText(found),
    columns: [
      ['日期', 'text', (row) => row.day],
      ['账号', 'text', () => found.accountName],
      ['笔数', 'count', (row) => row.orders],
      ['下注金额', 'money', (row) => row.stake],
      ['有效金额', 'money', (row) => row.valid],
      ['会员输赢', 'money', (row) => row.memberResult],
      ['其中补货', 'money', (row) => row.replenishment],
      ['应收下线', 'money', (row) => row.receivable],
      ['已交收', 'money', (row) => row.settled],
      ['更正差额', 'money', (row) => row.difference],
    ],
    items: found.days,
    totals: async () => [
      { 日期: '合计', 应收下线: found.receivable, 已交收: found.settled, 更正差额: found.difference },
      { 日期: '未交收', 应收下线: found.unsettled },
      { 日期: '本次应交收', 应收下线: found.due },
    ],
  })
})

export const settlingUpLogSource = exportSource(settlingUpLog, '交收记录', async (on, { caller, input }) => {
  const marks = (page: { pageIndex: number; pageSize: number }) =>
    settlingUpMarks({ pool: on }, caller, { ...input, ...page } as typeof input)
  const first = await marks({ pageIndex: 1, pageSize: 1 })
  if (first instanceof Refusal) return first
  return pagedList<Mark>({
    columns: [
      ['时间', 'instant', (row) => row.at],
      ['账号', 'text', (row) => row.accountName],
      ['开始日期', 'text', (row) => row.from],
      ['结束日期', 'text', (row) => row.to],
      ['天数', 'count', (row) => row.days],
      ['金额', 'money', (row) => row.amount],
      ['备注', 'text', (row) => row.note],
      ['操作人', 'text', (row) => row.operatorName],
      ['撤销时间', 'instant', (row) => row.undone?.at ?? null],
      ['撤销人', 'text', (row) => row.undone?.operatorName ?? ''],
      ['撤销原因', 'text', (row) => row.undone?.reason ?? ''],
    ],
    page: async (page) => {
      const found = await marks(page)
      return found instanceof Refusal ? { items: [], total: 0 } : found
    },
  })
})

export const settlingUpReceivedSource = exportSource(
  settlingUpReceived,
  '上级交收记录',
  async (on, { caller, input }) =>
    pagedList<Received>({
      columns: [
        ['时间', 'instant', (row) => row.at],
        ['上级', 'text', (row) => roleWord(row.by)],
        ['开始日期', 'text', (row) => row.from],
        ['结束日期', 'text', (row) => row.to],
        ['天数', 'count', (row) => row.days],
        ['应付上级', 'money', (row) => row.amount],
        ['撤销时间', 'instant', (row) => row.undoneAt],
      ],
      page: (page) => receivedMarks(on, caller, { ...input, ...page } as typeof input),
    }),
)
