import { parseRate } from '@strata/domain/money'
import type { Pankou } from '@strata/domain/pankou'
import { COMMISSION_CEILING } from '@strata/domain/tree/terms'
import type { Answer } from '../../api/client.ts'
import type { ConflictCell } from '../../components/dialogs/conflict.tsx'
import { normal, sameValue } from '../../lib/decimal.ts'
import { pankouText as words } from '../../text/zh-CN/rooms/pankou.ts'
import type { CellEdit } from '../../ui/matrix/matrix-model.ts'

export type Setting = Answer<'admin.pankouSettingQuery'>
export type Row = Setting['commission'][number]

/** Pankou with commission. A pays none. */
export const LETTERS = ['B', 'C', 'D'] as const satisfies readonly Pankou[]
export type Letter = (typeof LETTERS)[number]

/** Edited rates that differ from the saved ones, by `groupId:pankou`. */
export type RateEdits = Readonly<Record<string, string>>
const keyOf = (groupId: number, letter: Letter): string => `${groupId}:${letter}`

/** Rates are in 1/1,000 percent. */
const percentOf = (rate: bigint): string => normal(`${rate / 1000n}.${String(rate % 1000n).padStart(3, '0')}`)
/** The highest commission that leaves the bettor without an edge, in percent. */
export const ceilingOf = (letter: Pankou): string => percentOf(COMMISSION_CEILING[letter])

export const savedRate = (row: Row, letter: Letter): string => normal(row.rates[letter] ?? '0')
export const shownRate = (row: Row, letter: Letter, edits: RateEdits): string =>
  edits[keyOf(row.groupId, letter)] ?? savedRate(row, letter)

/** The edits with one more; typing the saved value removes it. */
export const withRate = (edits: RateEdits, row: Row, letter: Letter, text: string): RateEdits => {
  const key = keyOf(row.groupId, letter)
  const { [key]: _, ...rest } = edits
  return text.trim() !== '' && sameValue(text, savedRate(row, letter)) ? rest : { ...rest, [key]: text }
}

/** The edits with filled or pasted rates; a column counts from the first pankou with commission. */
export const withRates = (edits: RateEdits, rows: readonly Row[], made: readonly CellEdit[]): RateEdits =>
  made.reduce((held, { row, column, value }) => {
    const [at, letter] = [rows[row], LETTERS[column]]
    return at && letter ? withRate(held, at, letter, value) : held
  }, edits)

export const rateProblem = (letter: Letter, text: string): string | null => {
  const parsed = parseRate(text.trim())
  if (!parsed.ok || parsed.value < 0n) return words.wrong
  return parsed.value > COMMISSION_CEILING[letter] ? words.above(ceilingOf(letter)) : null
}

export type RateChange = {
  readonly groupId: number
  readonly letter: Letter
  readonly before: string
  readonly after: string
}

export const changesOf = (rows: readonly Row[], edits: RateEdits): readonly RateChange[] =>
  rows.flatMap((row) =>
    LETTERS.flatMap((letter) => {
      const after = edits[keyOf(row.groupId, letter)]
      return after === undefined ? [] : [{ groupId: row.groupId, letter, before: savedRate(row, letter), after }]
    }),
  )

/** The groups of a save with their changed rates. */
export const requestOf = (changes: readonly RateChange[]) =>
  [...Map.groupBy(changes, ({ groupId }) => groupId)].map(([groupId, of]) => ({
    groupId,
    rates: Object.fromEntries(of.map(({ letter, after }) => [letter, normal(after)])),
  }))

/** Rates that somebody else saved meanwhile, beside those typed here. */
export const rateConflicts = (asked: {
  readonly opened: readonly Row[]
  readonly now: readonly Row[]
  readonly edits: RateEdits
  readonly nameOf: (groupId: number) => string
}): readonly ConflictCell[] =>
  asked.now.flatMap((row) => {
    const old = asked.opened.find(({ groupId }) => groupId === row.groupId)
    if (!old) return []
    return LETTERS.flatMap((letter): ConflictCell[] => {
      const key = keyOf(row.groupId, letter)
      const typed = asked.edits[key]
      const [opened, theirs] = [savedRate(old, letter), savedRate(row, letter)]
      if (opened === theirs || (typed !== undefined && sameValue(typed, theirs))) return []
      const what = `${asked.nameOf(row.groupId)} ${words.pankouName(letter)}`
      return [{ key, what, opened, theirs, mine: typed ?? null }]
    })
  })

/** The edits over the newly saved rates, without those where the other version was chosen. */
export const remainingRates = (edits: RateEdits, now: readonly Row[], given: ReadonlySet<string>): RateEdits =>
  now.reduce<RateEdits>(
    (remaining, row) =>
      LETTERS.reduce((held, letter) => {
        const typed = edits[keyOf(row.groupId, letter)]
        return typed === undefined || given.has(keyOf(row.groupId, letter)) ? held : withRate(held, row, letter, typed)
      }, remaining),
    {},
  )
