import type { ResponseOf } from '@strata/contract/endpoint'
import { alertQuery } from '@strata/contract/endpoints/notices'
import { exportSource, pagedList } from '../../exports/source.ts'
import { alertPage } from './alert-page.ts'

type Row = ResponseOf<typeof alertQuery>['items'][number]

export const alertsSource = exportSource(alertQuery, '提醒', async (on, { caller, input }) =>
  pagedList<Row>({
    columns: [
      ['时间', 'instant', (row) => row.at],
      ['内容', 'text', (row) => row.content],
      ['状态', 'text', (row) => (row.readAt === null ? '未读' : '已读')],
      ['处理时间', 'instant', (row) => row.readAt],
      ['处理人', 'text', (row) => row.readBy],
    ],
    page: (page) => alertPage(on, caller, { ...input, ...page } as typeof input),
  }),
)
