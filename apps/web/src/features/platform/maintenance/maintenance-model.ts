import { onOffWord } from '@strata/contract/words'
import { placeInSpan } from '@strata/domain/calendar/time-span'
import type { Answer } from '../../../api/client.ts'
import type { ConflictCell } from '../../../components/dialogs/conflict.tsx'
import { conflictCells } from '../../../components/dialogs/conflict-cells.ts'
import { formatInstant } from '../../../lib/instant.ts'
import { fromInstantField, toInstantField } from '../../../lib/instant-field.ts'
import { maintenanceText as words } from '../../../text/zh-CN/rooms/maintenance.ts'

export type Item = Answer<'admin.maintenanceQuery'>['items'][number]

/** 0 none or over, 1 planned, 2 in progress. */
const STATES = { before: 1, within: 2, after: 0 } as const
export const stateOf = (item: Item, now: number): 0 | 1 | 2 => (item.enabled ? STATES[placeInSpan(item, now)] : 0)

/** The form as typed: datetime-local texts, '' for none. */
export type Draft = {
  readonly when: 'now' | 'planned'
  readonly from: string
  readonly until: string
  readonly message: string
  readonly reading: boolean
}

/** What the form starts with: the window in force, or an empty one that begins at once. */
export const draftOf = (item: Item, now: number): Draft => {
  const state = stateOf(item, now)
  if (state === 0) return { when: 'now', from: '', until: '', message: '', reading: false }
  const { from, until, message, reading } = item
  return { when: 'planned', from: toInstantField(from), until: toInstantField(until), message, reading }
}

/** An instant of a window to the minute. */
export const timeText = (at: number | null): string => (at === null ? '' : formatInstant(at).slice(0, 16))

const LABELS = {
  state: words.columns.state,
  from: words.columns.from,
  until: words.columns.until,
  message: words.columns.message,
  reading: words.readingLabel,
} as const

const shownOf = (item: Item, now: number): Record<keyof typeof LABELS, string> => ({
  state: words.states[item.enabled ? stateOf(item, now) : 0],
  from: timeText(item.from),
  until: item.enabled && item.until === null ? words.byHand : timeText(item.until),
  message: item.message,
  reading: onOffWord(item.reading),
})

const typedOf = ({
  when,
  from,
  until,
  message,
  reading,
}: Partial<Draft>): Partial<Record<keyof typeof LABELS, string>> => ({
  ...(when === 'now' ? { from: words.now } : from === undefined ? {} : { from: from.replace('T', ' ') }),
  ...(until === undefined ? {} : { until: until === '' ? words.byHand : until.replace('T', ' ') }),
  ...(message === undefined ? {} : { message }),
  ...(reading === undefined ? {} : { reading: onOffWord(reading) }),
})

/**
 * What somebody else saved of a window since a dialog was opened, beside what was typed into it. A window that only began
 * or ended meanwhile is the same one.
 */
export const windowConflicts = (
  opened: Item,
  item: Item,
  typed: Partial<Draft>,
  now: number,
): readonly ConflictCell[] =>
  conflictCells(LABELS, { opened: shownOf(opened, now), theirs: shownOf(item, now), mine: typedOf(typed) })

export type Problems = Partial<Record<'from' | 'until', string>>

/** What is wrong with a draft. A window that runs already keeps its beginning. */
export const problemsOf = (draft: Draft, item: Item, now: number): Problems => {
  const from = draft.when === 'now' ? now : fromInstantField(draft.from)
  if (from === undefined) return { from: words.fromNeeded }
  const isRunning = stateOf(item, now) === 2 && draft.from === toInstantField(item.from)
  if (draft.when === 'planned' && from <= now && !isRunning) return { from: words.fromPast }
  const until = draft.until === '' ? null : fromInstantField(draft.until)
  if (until === undefined || (until !== null && until <= Math.max(from, now))) return { until: words.untilEarly }
  return {}
}

/** The window as the call takes it; the draft has no problems. */
export const windowOf = (draft: Draft, item: Item): Item => ({
  gameId: item.gameId,
  enabled: true,
  from:
    draft.when === 'now'
      ? null
      : draft.from === toInstantField(item.from)
        ? item.from
        : (fromInstantField(draft.from) ?? null),
  until: draft.until === '' ? null : (fromInstantField(draft.until) ?? null),
  message: draft.message.trim(),
  reading: draft.reading && item.gameId === null,
})
