import type { ResponseOf } from '@strata/contract/endpoint'
import type { warningQuery } from '@strata/contract/endpoints/book'
import type { ConflictCell } from '../../../components/dialogs/conflict.tsx'
import { groupDigits, readTyped, sameTyped } from '../../../lib/typed-amount.ts'

type Lines = ResponseOf<typeof warningQuery>['items'][number]
export type LineName = 'amount' | 'loss'
export const LINE_NAMES: readonly LineName[] = ['amount', 'loss']
/** Only edited fields, by group; '' is no warning. */
export type LineEdits = Readonly<Record<number, Partial<Record<LineName, string>>>>

export const savedLine = (lines: Lines, name: LineName): string => groupDigits(lines[name] ?? '')

export const shownLine = (lines: Lines, edits: LineEdits, name: LineName): string =>
  edits[lines.groupId]?.[name] ?? savedLine(lines, name)

export const isLineChanged = (lines: Lines, edits: LineEdits, name: LineName): boolean =>
  !sameTyped(shownLine(lines, edits, name), savedLine(lines, name))

export const isLineWrong = (text: string): boolean => !readTyped(text).ok

/** The lines that somebody else saved since the dialog was opened, beside what was typed into it. */
export const lineConflicts = (asked: {
  readonly opened: readonly Lines[]
  readonly now: readonly Lines[]
  readonly edits: LineEdits
  readonly nameOf: (groupId: number, name: LineName) => string
  /** What an empty line is called. */
  readonly none: string
}): readonly ConflictCell[] =>
  asked.now.flatMap((lines) => {
    const old = asked.opened.find(({ groupId }) => groupId === lines.groupId)
    return LINE_NAMES.filter((name) => old && !sameTyped(savedLine(old, name), savedLine(lines, name))).map((name) => {
      const typed = asked.edits[lines.groupId]?.[name]
      const shown = (text: string): string => (text === '' ? asked.none : text)
      return {
        key: `${lines.groupId} ${name}`,
        what: asked.nameOf(lines.groupId, name),
        opened: shown(old ? savedLine(old, name) : ''),
        theirs: shown(savedLine(lines, name)),
        mine: typed === undefined ? null : shown(typed),
      }
    })
  })

/** The changed groups with both limits; null while a field is invalid. */
export const changedLines = (items: readonly Lines[], edits: LineEdits): Lines[] | null => {
  const touched = items.filter((lines) => LINE_NAMES.some((name) => isLineChanged(lines, edits, name)))
  const read = touched.map((lines) => {
    const [amount, loss] = LINE_NAMES.map((name) => readTyped(shownLine(lines, edits, name)))
    return amount?.ok && loss?.ok ? { groupId: lines.groupId, amount: amount.value, loss: loss.value } : null
  })
  return read.every((lines) => lines !== null) ? read : null
}
