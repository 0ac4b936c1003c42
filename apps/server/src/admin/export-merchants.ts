import type { ResponseOf } from '@strata/contract/endpoint'
import { merchantQuery } from '@strata/contract/endpoints/admin-merchants'
import { FUND_MODE_WORDS, STATUS_WORDS } from '@strata/contract/words'
import { exportSource, pagedList } from '../exports/source.ts'
import { queryMerchants } from './merchants.ts'

type Row = ResponseOf<typeof merchantQuery>['items'][number]

export const merchantsSource = exportSource(merchantQuery, '商户列表', async (on, { input, now }) =>
  pagedList<Row>({
    columns: [
      ['账号', 'text', (row) => row.accountName],
      ['商户名称', 'text', (row) => row.nickname],
      ['平台代码', 'text', (row) => row.code],
      ['状态', 'text', (row) => STATUS_WORDS[row.status]],
      ['资金模式', 'text', (row) => FUND_MODE_WORDS[row.fundMode]],
      ['额度', 'money', (row) => row.credit],
      ['已发额度', 'money', (row) => row.issued],
      ['余额', 'money', (row) => row.balance],
      ['现金', 'money', (row) => row.cash],
      ['自动恢复额度', 'text', (row) => (row.autoReset ? '是' : '否')],
      ['代理数', 'count', (row) => row.agents],
      ['会员数', 'count', (row) => row.members],
      ['有效密钥', 'count', (row) => row.keys],
      ['最新密钥生成时间', 'instant', (row) => row.keySince],
      ['最近签名调用', 'instant', (row) => row.lastSignedAt],
      ['今日已结注数', 'count', (row) => row.today.orders],
      ['今日已结注额', 'money', (row) => row.today.stake],
      ['平台盈亏', 'money', (row) => row.today.result],
      ['未结注数', 'count', (row) => row.today.openOrders],
      ['未结注额', 'money', (row) => row.today.openStake],
      ['低于预警线', 'text', (row) => (row.isLow ? '是' : '否')],
      ['租期截止日', 'text', (row) => row.leaseUntil ?? ''],
      ['创建时间', 'instant', (row) => row.createdAt],
      ['最后登录', 'instant', (row) => row.lastLoginAt],
    ],
    page: (page) => queryMerchants(on, { ...input, ...page } as typeof input, now),
  }),
)
