import { displayMoney } from '@strata/domain/money'
import { readAmount } from '../../lib/amount.ts'
import { grouped, normal, readValue, sameValue } from '../../lib/decimal.ts'
import { treeText } from '../../text/zh-CN/rooms/tree.ts'
import type { ConflictCell } from '../dialogs/conflict.tsx'

const words = treeText.max

/** One downline's saved limits of a game. */
export type FillRow = {
  readonly agentPathsId: number
  readonly accountName: string
  readonly version: number
  readonly maxFill: readonly { readonly groupId: number; readonly maxFill: string | null }[]
}

/** Edited values that differ, by `agentPathsId:groupId`. */
export type FillEdits = ReadonlyMap<string, string>
export const editKey = (agentPathsId: number, groupId: number): string => `${agentPathsId}:${groupId}`

export const savedFill = (row: FillRow, groupId: number): string => {
  const value = row.maxFill.find((one) => one.groupId === groupId)?.maxFill ?? null
  return value === null ? '' : normal(value)
}

export const fillValue = (row: FillRow, groupId: number, edits: FillEdits): string =>
  edits.get(editKey(row.agentPathsId, groupId)) ?? savedFill(row, groupId)

/** The edits with one more; typing the saved value removes the edit. */
export const withEdit = (edits: FillEdits, row: FillRow, groupId: number, value: string): FillEdits => {
  const next = new Map(edits)
  const key = editKey(row.agentPathsId, groupId)
  if (sameValue(value, savedFill(row, groupId))) next.delete(key)
  else next.set(key, value)
  return next
}

/** `most`: the viewer's own limit of the group; null: none. */
export const fillProblem = (value: string, most: string | null): string | null => {
  const limit = most === null ? null : readValue('money', most)
  const above = most === null ? '' : words.above(displayMoney(readAmount(most)))
  if (value.trim() === '') return limit === null ? null : above
  const read = readValue('money', value)
  if (read === null) return words.wrong
  return limit !== null && read > limit ? above : null
}

/** The items of a save: one per edited downline. */
export const fillItems = (rows: readonly FillRow[], gameId: number, edits: FillEdits) =>
  rows.flatMap((row) => {
    const maxFill = row.maxFill.flatMap(({ groupId }) => {
      const value = edits.get(editKey(row.agentPathsId, groupId))
      if (value === undefined) return []
      return [{ groupId, maxFill: value.trim() === '' ? null : normal(value) }]
    })
    return maxFill.length === 0 ? [] : [{ agentPathsId: row.agentPathsId, version: row.version, gameId, maxFill }]
  })

const shown = (value: string): string => (value.trim() === '' ? treeText.edit.noLimit : grouped(value))

/**
 * Conflicts with another user's save: for downlines whose version changed, their values and the user's edits side
 * by side. Equal values are no conflict.
 */
export const fillConflicts = (asked: {
  readonly opened: readonly FillRow[]
  readonly now: readonly FillRow[]
  readonly edits: FillEdits
  readonly groups: readonly { readonly id: number; readonly name: string }[]
}): readonly ConflictCell[] => {
  const before = new Map(asked.opened.map((row) => [row.agentPathsId, row]))
  return asked.now.flatMap((row) => {
    const old = before.get(row.agentPathsId)
    if (!old || old.version === row.version) return []
    return asked.groups.flatMap(({ id, name }): ConflictCell[] => {
      const key = editKey(row.agentPathsId, id)
      const typed = asked.edits.get(key)
      const [opened, theirs] = [savedFill(old, id), savedFill(row, id)]
      if (typed === undefined ? sameValue(opened, theirs) : sameValue(typed, theirs)) return []
      const what = `${row.accountName} ${name}`
      const mine = typed === undefined ? null : shown(typed)
      return [{ key, what, opened: shown(opened), theirs: shown(theirs), mine }]
    })
  })
}

/** The user's edits on top of the saved values, except for the cells in `given`, which take the other version. */
export const remainingEdits = (edits: FillEdits, now: readonly FillRow[], given: ReadonlySet<string>): FillEdits =>
  now
    .flatMap((row) => row.maxFill.map(({ groupId }) => ({ row, groupId, key: editKey(row.agentPathsId, groupId) })))
    .reduce((remaining: FillEdits, { row, groupId, key }) => {
      const typed = edits.get(key)
      return typed === undefined || given.has(key) ? remaining : withEdit(remaining, row, groupId, typed)
    }, new Map())
