import { isDay } from './time.ts'

/** How exact a field is: a day, or a day with its minute or second. */
export type TimeKind = 'day' | 'minute' | 'second'

const CLOCK = String.raw`([01]\d|2[0-3]):([0-5]\d)`
const FORMS: Readonly<Record<TimeKind, RegExp>> = {
  day: /^(\d{4}-\d{2}-\d{2})$/,
  minute: new RegExp(`^(\\d{4}-\\d{2}-\\d{2})[ T]${CLOCK}$`),
  second: new RegExp(`^(\\d{4}-\\d{2}-\\d{2})[ T]${CLOCK}(:[0-5]\\d)?$`),
}

/**
 * What a form keeps of a typed text: a day as "2026-11-20", a time as "2026-11-20T09:30" like a browser's own field;
 * anything else as it was typed, which no form reads as a time.
 */
export const fieldOfTyped = (typed: string, kind: TimeKind): string => {
  const found = FORMS[kind].exec(typed)
  return found?.[1] !== undefined && isDay(found[1]) ? typed.replace(' ', 'T') : typed.replace('T', ' ')
}

/** How a field's text is shown. */
export const typedOfField = (text: string): string => text.replace('T', ' ')

/** Whether a text is one that a form can read; none at all is. */
export const isTyped = (text: string, kind: TimeKind): boolean => {
  const found = FORMS[kind].exec(text)
  return text === '' || (found?.[1] !== undefined && isDay(found[1]))
}

const two = (text: string | undefined): string => (text ?? '00').padStart(2, '0')

/**
 * A text as people also write one, when they leave the field: with slashes, dots or 年月日, single digits, a full-width
 * colon; "2026/1/5 9:30" becomes "2026-01-05T09:30".
 */
export const tidied = (typed: string, kind: TimeKind): string => {
  const plain = typed.normalize('NFKC').trim()
  const found =
    /^(\d{4})[-/.年](\d{1,2})[-/.月](\d{1,2})日?(?:[ T]+(\d{1,2})[:时](\d{1,2})分?(?:[:]?(\d{1,2})秒?)?)?$/.exec(plain)
  if (!found) return fieldOfTyped(plain, kind)
  const [, year, month, day, hour, minute, second] = found
  const date = `${year}-${two(month)}-${two(day)}`
  const clock = hour === undefined ? '' : ` ${two(hour)}:${two(minute)}${second === undefined ? '' : `:${two(second)}`}`
  return fieldOfTyped(`${date}${clock}`, kind)
}
