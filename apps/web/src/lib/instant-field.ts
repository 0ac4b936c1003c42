import { formatInstant } from './instant.ts'

/** "2026-11-20T09:30" of the business's clock, as a browser's datetime-local field has it; '' for none. */
export const toInstantField = (at: number | null): string => toSecondField(at).slice(0, 16)

/** The same with seconds, for a field with `step={1}`. */
export const toSecondField = (at: number | null): string =>
  at === null ? '' : formatInstant(at).slice(0, 19).replace(' ', 'T')

/** The instant of a datetime-local field's text on the business's clock; undefined when it is none. */
export const fromInstantField = (text: string): number | undefined => {
  const found = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2})(:\d{2})?(?:\.0+)?$/.exec(text)
  if (!found) return undefined
  const at = Date.parse(`${found[1]}${found[2] ?? ':00'}+08:00`)
  return Number.isNaN(at) ? undefined : at
}
