import type { ResponseOf } from '@strata/contract/endpoint'
import { orderVoidPreview, periodPreview } from '@strata/contract/endpoints/previews'
import { ORDER_RESULT_WORDS, roleWord } from '@strata/contract/words'
import { gameById, playOf } from '@strata/domain/games/catalogue'
import { itemName } from '@strata/domain/games/item'
import { exportSource, type OpenedList, wholeList } from '../../exports/source.ts'
import { Refusal } from '../../platform/refusal.ts'
import { previewOrderVoidOn, previewWhole } from './preview.ts'

type Preview = ResponseOf<typeof periodPreview>
type Order = Preview['orders'][number]

/** More than any period has had; the file names every order that turns. */
const MAX_ORDERS = 500_000

/** The sums of one merchant, or of all: its members' wallets, then what changes for each level. */
const sumsOf = (name: string, { wallets, negative, levels }: Preview['total']) => [
  { 商户: name, 账号: '会员钱包', 差额: wallets, 变负钱包: negative },
  ...levels.map(({ role, result, payable, receivable, outside }) => ({
    商户: name,
    账号: roleWord(role),
    差额: result,
    应付上级差额: payable,
    应收下线差额: receivable,
    外部盘差额: outside,
  })),
]

const none = (): null => null

/** Every order that turns, with the sums by merchant and level at the end. */
const fileOf = (found: Preview): OpenedList => {
  const game = gameById(found.gameId)?.code ?? ''
  const itemOf = ({ playCode, itemCode }: Order): string => {
    const play = playOf(game, playCode)
    return play ? itemName(play, itemCode) : itemCode
  }
  return wholeList<Order>({
    columns: [
      ['商户', 'text', (row) => row.code],
      ['注单号', 'text', (row) => row.orderNo],
      ['账号', 'text', (row) => row.accountName],
      ['玩法', 'text', (row) => row.playName],
      ['投注项', 'text', itemOf],
      ['盘口', 'text', (row) => row.pankou],
      ['金额', 'money', (row) => row.stake],
      ['原结果', 'text', (row) => ORDER_RESULT_WORDS[row.before]],
      ['新结果', 'text', (row) => ORDER_RESULT_WORDS[row.after]],
      ['原输赢', 'money', (row) => row.was],
      ['更正后', 'money', (row) => row.becomes],
      ['差额', 'money', (row) => row.difference],
      // Of the sums alone.
      ['应付上级差额', 'money', none],
      ['应收下线差额', 'money', none],
      ['外部盘差额', 'money', none],
      ['变负钱包', 'count', none],
    ],
    items: found.orders,
    totals: async () => [
      ...found.merchants.flatMap(({ code, ...sums }) => sumsOf(code, sums)),
      ...sumsOf('合计', found.total),
    ],
  })
}

/** What a correction or a void of the period would do. */
export const previewSource = exportSource(periodPreview, '更正预览', async (on, { input }) => {
  const found = await previewWhole(on, input, MAX_ORDERS)
  return found instanceof Refusal ? found : fileOf(found)
})

/** What the void of one order would do. */
export const orderVoidSource = exportSource(orderVoidPreview, '注单作废预览', async (on, { input }) => {
  const found = await previewOrderVoidOn(on, input)
  return found instanceof Refusal ? found : fileOf(found)
})
