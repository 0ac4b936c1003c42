import type { ResponseOf } from '@strata/contract/endpoint'
import type { settlingUpDays } from '@strata/contract/endpoints/settling-up'
import { money } from '@strata/domain/money'
import { amountInWords } from '@strata/domain/money/words'
import { addAmounts, readAmount, showAmount, signOf } from '../../../lib/amount.ts'
import { showCount } from '../../../lib/count.ts'
import { settlingText } from '../../../text/zh-CN/rooms/settling-up.ts'

export type SettlingDays = ResponseOf<typeof settlingUpDays>

const words = settlingText.statement

export const rangeText = (from: string, to: string): string => (from === to ? from : settlingText.dayRange(from, to))

const markOf = ({ settled, difference }: SettlingDays['days'][number]): string => {
  if (settled === null) return words.dayDue
  return signOf(difference) === 0 ? words.dayDone : words.dayChanged(showAmount(difference))
}

/** An amount in words without its sign; the sentence names the payer. */
export const unsignedWords = (text: string): string => {
  const amount = readAmount(text)
  return amountInWords(money(amount < 0n ? -amount : amount))
}

/** The statement of settling up with one downline, as text for a chat. */
export const statementText = (
  data: SettlingDays,
  made: { readonly account: string; readonly at: string; readonly role: string },
): string => {
  const orders = data.days.reduce((sum, day) => sum + day.orders, 0)
  const total = (part: (day: SettlingDays['days'][number]) => string): string => addAmounts(data.days.map(part))
  const replenishment = total((day) => day.replenishment)
  const sign = signOf(data.due)
  return [
    words.heading,
    words.downline(data.nickname ? `${data.accountName} ${data.nickname}` : data.accountName, made.role),
    words.days(rangeText(data.from, data.to)),
    words.totals(showCount(orders), showAmount(total((day) => day.stake)), showAmount(total((day) => day.valid))),
    words.memberResult(showAmount(total((day) => day.memberResult))),
    ...(signOf(replenishment) === 0 ? [] : [words.replenishment(showAmount(replenishment))]),
    words.dayHead,
    ...data.days.map((day) => words.day(day.day, showCount(day.orders), showAmount(day.receivable), markOf(day))),
    words.receivable(showAmount(data.receivable)),
    words.settled(showAmount(data.settled)),
    ...(signOf(data.difference) === 0 ? [] : [words.difference(showAmount(data.difference))]),
    `${words.due(showAmount(data.due))}${sign === 0 ? '' : (sign > 0 ? words.receive : words.pay)(unsignedWords(data.due))}`,
    ...(data.openOrders === 0 ? [] : [words.open(showCount(data.openOrders))]),
    words.made(made.account, made.at),
  ].join('\n')
}
