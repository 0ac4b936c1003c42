/** Amounts in Chinese words, as shown in the confirmation of a transfer. */

import type { Money } from './money.ts'

const DIGITS = '零一二三四五六七八九'
const PLACES = ['', '十', '百', '千']
const GROUPS = ['', '万', '亿', '兆', '京']

/** Four digits ("1005" -> 一千零五). The caller adds the zero between this group and a higher one. */
const fourDigits = (value: number): string => {
  let text = ''
  let gap = false
  for (let place = 3; place >= 0; place--) {
    const digit = Math.trunc(value / 10 ** place) % 10
    if (digit === 0) {
      gap = text !== ''
      continue
    }
    if (gap) text += '零'
    gap = false
    text += `${DIGITS[digit]}${PLACES[place]}`
  }
  return text
}

const wholeNumber = (value: bigint): string => {
  if (value === 0n) return '零'
  const groups: number[] = []
  for (let rest = value; rest > 0n; rest /= 10_000n) groups.push(Number(rest % 10_000n))
  let text = ''
  let gap = false
  for (let index = groups.length - 1; index >= 0; index--) {
    const group = groups[index] ?? 0
    if (group === 0) {
      gap = text !== ''
      continue
    }
    if (text !== '' && (gap || group < 1000)) text += '零'
    gap = false
    text += fourDigits(group) + (GROUPS[index] ?? '')
  }
  return text.startsWith('一十') ? text.slice(1) : text
}

/**
 * Money in words: 1200 -> 一千二百元整, 10.5 -> 十元五角整, 0.05 -> 五分, -3 -> 负三元整.
 * 2 decimals, cut toward zero, as on every screen.
 */
export const amountInWords = (amount: Money): string => {
  const cents = (amount < 0n ? -amount : amount) / 100n
  const whole = cents / 100n
  const tenths = Number((cents / 10n) % 10n)
  const hundredths = Number(cents % 10n)
  const sign = amount < 0n && cents > 0n ? '负' : ''
  if (tenths === 0 && hundredths === 0) return `${sign}${wholeNumber(whole)}元整`
  let text = whole === 0n ? '' : `${wholeNumber(whole)}元`
  if (tenths > 0) text += `${DIGITS[tenths]}角`
  else if (whole > 0n) text += '零'
  text += hundredths > 0 ? `${DIGITS[hundredths]}分` : '整'
  return sign + text
}
