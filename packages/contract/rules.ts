/**
 * The rules for texts that users enter, written once for browser and server. Every validator takes the text and
 * returns the Chinese message to show, or null if the text is valid. Plain functions, because the sign-in page uses
 * them without zod.
 */

export type Rule = (text: string) => string | null

/** Marks an issue of a rule, which knows the text and not the name of its field. */
export const RULED = { rule: 'text' } as const

/** Allowed page sizes of a list. */
export const PAGE_SIZES = [10, 20, 50, 100] as const
/** Pages that a list finds by their number; one beyond is reached by its cursor. */
export const MAX_NUMBERED_PAGE = 500

const HAN = /\p{Script=Han}/u

/** Text that the database can store: no NUL and no lone surrogate. */
export const isStorableText = (text: string): boolean => !text.includes('\0') && text.isWellFormed()

/** Account name of the sign-in form: no Chinese, 6-12 letters or digits. */
export const signInAccountProblem: Rule = (text) => {
  if (HAN.test(text)) return '账号不能包含中文'
  return /^[A-Za-z0-9]{6,12}$/.test(text) ? null : '账号必须由6-12位字母和数字组成'
}

/** Account name given to a new account: a letter first, then 5-9 letters or digits. */
export const newAccountProblem: Rule = (text) =>
  /^[A-Za-z][A-Za-z0-9]{5,9}$/.test(text) ? null : '账号必须由6-10位字母和数字组成'

/** Sign-in password in plain text: 8-16 letters and digits, both kinds, no three equal characters in a row. */
export const passwordProblem: Rule = (text) => {
  const wellFormed = /^[A-Za-z0-9]{8,16}$/.test(text) && /[A-Za-z]/.test(text) && /[0-9]/.test(text)
  return wellFormed && !/(.)\1\1/.test(text) ? null : '不能有3位连续相同的字母或数字，密码长度为8-16位字母和数字组合'
}

/** Transfer password in plain text: exactly six digits. */
export const transferPasswordProblem: Rule = (text) => (/^[0-9]{6}$/.test(text) ? null : '转账密码必须为6位数字')

/** A positive amount with at most two decimals, as users enter it; at most 12 digits before the point. */
export const decimalMoneyProblem: Rule = (text) => amountProblem(text, 2)

/** A positive amount that was read before, so that it may have all four decimals of the books. */
export const exactMoneyProblem: Rule = (text) => amountProblem(text, 4)

const amountProblem = (text: string, decimals: 2 | 4): string | null => {
  if (/^0[0-9]/.test(text)) return '金额不能以0开头'
  if (/^[0-9]{13,}(?:\.[0-9]*)?$/.test(text)) return '金额的整数部分最多12位'
  const written = /^[0-9]+(?:\.([0-9]+))?$/.exec(text)
  return written && (written[1]?.length ?? 0) <= decimals && /[1-9]/.test(text)
    ? null
    : `请输入大于0的金额，最多${decimals === 2 ? '两' : '四'}位小数`
}

/** A positive amount in whole yuan. */
export const integerMoneyProblem: Rule = (text) => {
  if (!/^[0-9]+$/.test(text)) return '请输入整数金额'
  return text.startsWith('0') ? '金额不能以0开头' : null
}

export const positiveIntegerProblem: Rule = (text) => (/^[1-9][0-9]*$/.test(text) ? null : '请输入正整数')

/** A dotted IPv4 address without leading zeros. */
export const ipv4Problem: Rule = (text) => {
  const parts = text.split('.')
  const fine = parts.length === 4 && parts.every((part) => /^(?:0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255)
  return fine ? null : '请输入正确的IP地址'
}

/** Bank card: 16 or 19 digits, the first not 0. */
export const bankCardProblem: Rule = (text) =>
  /^[1-9](?:[0-9]{15}|[0-9]{18})$/.test(text) ? null : '请输入正确的银行卡号'

/** Whether the text is a day of the calendar as YYYY-MM-DD. */
export const isCalendarDay = (text: string): boolean => {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text)
  if (!match) return false
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])]
  if (year < 1970 || month < 1 || month > 12 || day < 1) return false
  const leap = (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0
  const lengths = [31, leap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
  return day <= (lengths[month - 1] ?? 0)
}

export const businessDayProblem: Rule = (text) => (isCalendarDay(text) ? null : '请输入正确的日期')
