import type { ResponseOf } from '@strata/contract/endpoint'
import { agentQuery } from '@strata/contract/endpoints/tree'
import { FUND_MODE_WORDS, roleWord, STATUS_WORDS } from '@strata/contract/words'
import { exportSource, LONG_ROWS, openedList } from '../../exports/source.ts'
import { wholeAgents } from './agent-query.ts'
import { PathDirectories } from './path-directory.ts'
import { countBelow } from './store-agent-query.ts'

type Row = ResponseOf<typeof agentQuery>['items'][number]

const FACTS_AT_ONCE = 500

/** The list with the filter and order of the screen: all ids first, then the shown values in chunks. */
export const agentsSource = exportSource(agentQuery, '下线列表', async (on, asked) => {
  const { caller, input, now } = asked
  let reading: ReturnType<typeof wholeAgents> | undefined
  const whole = (): ReturnType<typeof wholeAgents> => {
    reading ??= wholeAgents({ pool: on, directories: new PathDirectories(on) }, caller, input, now)
    return reading
  }
  async function* rows(): AsyncGenerator<Row[]> {
    const { ids, rowsOf } = await whole()
    for (let at = 0; at < ids.length; at += FACTS_AT_ONCE) yield await rowsOf(ids.slice(at, at + FACTS_AT_ONCE))
  }
  return openedList<Row>({
    columns: [
      ['账号', 'text', (row) => row.accountName],
      ['昵称', 'text', (row) => row.nickname],
      ['级别', 'text', (row) => roleWord(row.roleId)],
      ['状态', 'text', (row) => STATUS_WORDS[row.effectiveStatus]],
      ['上级', 'text', (row) => row.trail.map(({ accountName }) => accountName).join(' / ')],
      ['类型', 'text', (row) => FUND_MODE_WORDS[row.fundMode]],
      ['信用额度', 'money', (row) => row.credit],
      ['可用余额', 'money', (row) => row.balance],
      ['现金', 'money', (row) => row.cash],
      ['代理', 'count', (row) => row.downlineCount.agents],
      ['会员', 'count', (row) => row.downlineCount.members],
      ['子账号', 'count', (row) => row.subCount],
      ['盘口', 'text', (row) => row.pankou.join('')],
      ['上级占成', 'percent', (row) => row.uplineShare],
      ['创建时间', 'instant', (row) => row.createdAt],
      ['最后登录', 'instant', (row) => row.lastLoginAt],
    ],
    count: async () => (await whole()).ids.length,
    // Does not apply the filter: that needs every path of the merchant in memory, which is work for the export
    // thread.
    isLong: async () => (await countBelow(on, caller.merchantId, caller.path.id, LONG_ROWS + 1)) > LONG_ROWS,
    rows,
  })
})
