import type { ResponseOf } from '@strata/contract/endpoint'
import { periodPreview } from '@strata/contract/endpoints/previews'
import { ORDER_RESULT_WORDS } from '@strata/contract/words'
import { exportSource, wholeList } from '../../exports/source.ts'
import { Refusal } from '../../platform/refusal.ts'
import { previewWhole } from './preview.ts'

type Order = ResponseOf<typeof periodPreview>['orders'][number]

/** More than any period has had; the file names every order that turns. */
const MAX_ORDERS = 500_000

/** Every order that a correction or a void would turn, with the sums at the end. */
export const previewSource = exportSource(periodPreview, '更正预览', async (on, { input }) => {
  const found = await previewWhole(on, input, MAX_ORDERS)
  if (found instanceof Refusal) return found
  return wholeList<Order>({
    columns: [
      ['商户', 'text', (row) => row.code],
      ['注单号', 'text', (row) => row.orderNo],
      ['账号', 'text', (row) => row.accountName],
      ['玩法', 'text', (row) => row.playName],
      ['投注项', 'text', (row) => row.itemCode],
      ['盘口', 'text', (row) => row.pankou],
      ['金额', 'money', (row) => row.stake],
      ['原结果', 'text', (row) => ORDER_RESULT_WORDS[row.before]],
      ['新结果', 'text', (row) => ORDER_RESULT_WORDS[row.after]],
      ['原输赢', 'money', (row) => row.was],
      ['更正后', 'money', (row) => row.becomes],
      ['差额', 'money', (row) => row.difference],
    ],
    items: found.orders,
    totals: async () => [
      ...found.merchants.map(({ code, wallets }) => ({ 商户: `${code} 会员钱包差额`, 差额: wallets })),
      { 商户: '合计 会员钱包差额', 差额: found.total.wallets },
    ],
  })
})
