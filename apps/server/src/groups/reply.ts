import type { ResponseOf } from '@strata/contract/endpoint'
import type { groupMessage } from '@strata/contract/endpoints/groups'
import type { TextBetProblem } from '@strata/domain/groups/text-bets'
import { add, formatMoney, type Money, money, ZERO } from '@strata/domain/money'

export type MessageAnswer = ResponseOf<typeof groupMessage>
export type ShownBet = MessageAnswer['bets'][number]

export const PROBLEMS: Readonly<Record<TextBetProblem, string>> = {
  notUnderstood: '看不懂，发送“帮助”查看格式',
  gameNotHere: '本群未开放该彩种',
  unknownPosition: '没有这个位置',
  unknownItem: '没有这个投注项',
  amountWrong: '金额必须大于0且最多两位小数',
  looksLikeDate: '像是日期，没有下注；要下注请在金额后加“元”',
  picksWrong: '选号个数不符合该玩法',
  tooManyUnits: '组合注数过多，请减少选号',
}

/** Two decimals, rounded down. */
export const yuan = (amount: Money): string => formatMoney(money((amount / 100n) * 100n))

/** A name masked so that only its owner recognises it. */
export const masked = (name: string): string => `${name.slice(0, 2)}***${name.slice(-2)}`

export const HELP = [
  '下注格式：',
  '1. 大100 单50',
  '2. 1/小/100（位置/投注项/金额）',
  '3. 特码 08 12 各20（玩法 投注项 各金额）',
  '4. 三全中复式 01 05 09 13 各10，或 二全中 胆 01 拖 05 09 各10',
  '行首可写彩种名，例如：赛车 1/大/100',
]

/** One line per bet with its result, refusals with their reason, and the sum of the accepted stakes. */
export function betLines(bets: readonly ShownBet[], stakes: readonly Money[]): string[] {
  const lines = bets.map((bet) => {
    const what = bet.itemName === '' ? bet.text : `${bet.gameName} ${bet.playName} ${bet.itemName} ${bet.stake}`
    return bet.accepted ? `✓ ${what}` : `✗ ${what}：${bet.reason ?? ''}`
  })
  const sum = stakes.reduce<Money>((total, stake) => add(total, stake), ZERO)
  return [...lines, `受注${stakes.length}注，合计${yuan(sum)}`]
}
