import type { ResponseOf } from '@strata/contract/endpoint'
import { fundLogs, fundsQuery } from '@strata/contract/endpoints/ledger'
import { fundKindWord } from '@strata/contract/words'
import { formatMoney, money, neg } from '@strata/domain/money'
import { type Asked, CHUNK_ROWS, exportSource, LONG_ROWS, type OpenedList, openedList } from '../exports/source.ts'
import { inChunks } from '../platform/chunks.ts'
import type { Queryable } from '../platform/db.ts'
import { Refusal } from '../platform/refusal.ts'
import { filterOf, rowsOf, scopeOf } from './query-funds.ts'
import {
  countFunds,
  type FundFilter,
  type FundRecord,
  type FundScope,
  fundsStatement,
  sumFunds,
} from './store-funds.ts'

type Row = ResponseOf<typeof fundsQuery>['items'][number]

const ballsText = (version: number, balls: readonly number[]): string =>
  version === 0 ? '未结算' : `第${version}版 ${balls.length === 0 ? '作废' : balls.join(',')}`

const markText = ({ mark }: Row): string => {
  if (!mark) return ''
  const { kind, orderNo, fromVersion, toVersion, before, after, reason } = mark
  const what =
    kind === 'orderVoid' ? `注单 ${orderNo} 作废` : `${ballsText(fromVersion, before)} → ${ballsText(toVersion, after)}`
  return `${what}，原因：${reason}`
}

const MAX_INTEGER = 2_147_483_647

async function totalsOf(on: Queryable, scope: FundScope, filter: FundFilter) {
  const { amountIn, amountOut } = await sumFunds(on, scope, filter)
  return [
    { 时间: '转入合计', 金额: formatMoney(money(amountIn)) },
    { 时间: '转出合计', 金额: formatMoney(neg(money(amountOut))) },
  ]
}

const openFunds =
  (everything: boolean) =>
  async (
    on: Queryable,
    { caller, input }: Asked<typeof fundsQuery> | Asked<typeof fundLogs>,
  ): Promise<OpenedList | Refusal> => {
    const scope = await scopeOf(on, caller, input, everything)
    const filter = await filterOf(on, caller, scope, input)
    if (filter instanceof Refusal) return filter
    const { sortInfo } = input
    const by = sortInfo?.columnName ?? 'at'
    const page = { by, descending: sortInfo?.direction !== 0, limit: null, offset: 0, after: null }
    async function* rows(): AsyncGenerator<Row[]> {
      const found = inChunks<FundRecord & Record<string, unknown>>(
        on,
        fundsStatement(scope, filter as FundFilter, page),
        CHUNK_ROWS,
      )
      for await (const some of found) yield await rowsOf(on, caller, scope, some)
    }
    return openedList<Row>({
      columns: [
        ['时间', 'instant', (row) => row.at],
        ['账号', 'text', (row) => row.accountName],
        ['类型', 'text', fundKindWord],
        ['金额', 'money', (row) => row.amount],
        ['余额', 'money', (row) => row.balanceAfter],
        ['对方', 'text', (row) => row.counterparty],
        ['关联单号', 'text', (row) => row.reference],
        ['更正与作废', 'text', markText],
        ['备注', 'text', (row) => row.remark],
        ['操作人', 'text', (row) => row.operatorName],
        ['流水号', 'text', (row) => row.transactionId],
      ],
      count: () => countFunds(on, scope, filter, MAX_INTEGER),
      isLong: async () => (await countFunds(on, scope, filter, LONG_ROWS + 1)) > LONG_ROWS,
      rows,
      totals: () => totalsOf(on, scope, filter),
    })
  }

export const fundsSource = exportSource(fundsQuery, '资金记录', openFunds(false))
export const fundLogsSource = exportSource(fundLogs, '资金变动记录', openFunds(true))
