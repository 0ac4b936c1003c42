import type { ResponseOf } from '@strata/contract/endpoint'
import { flyOutAccountQuery } from '@strata/contract/endpoints/fly-outs'
import { STATUS_WORDS } from '@strata/contract/words'
import { exportSource, pagedList } from '../../exports/source.ts'
import { CONNECTOR_TEXT, queryBooks, queryFlyOutAccounts } from './fly-out-accounts.ts'

type Row = ResponseOf<typeof flyOutAccountQuery>['items'][number]

export const flyOutAccountsSource = exportSource(flyOutAccountQuery, '飞单账号', async (on, { caller, input }) => {
  const { books } = await queryBooks({ pool: on })
  const bookName = ({ bookId }: Row): string => books.find((book) => book.bookId === bookId)?.name ?? ''
  return pagedList<Row>({
    columns: [
      ['账号', 'text', (row) => row.accountName],
      ['昵称', 'text', (row) => row.nickname],
      ['对接方式', 'text', (row) => CONNECTOR_TEXT[row.connector]],
      ['外部盘', 'text', bookName],
      ['赔率折扣', 'percent', (row) => row.oddsDiscount],
      ['退水', 'percent', (row) => row.commission],
      // Empty: no limit.
      ['单项限额', 'money', (row) => row.maxPerItem],
      ['状态', 'text', (row) => STATUS_WORDS[row.status]],
      ['创建时间', 'instant', (row) => row.createdAt],
    ],
    page: (page) => queryFlyOutAccounts({ pool: on }, caller, { ...input, ...page } as typeof input),
  })
})
