import type { RequestOf } from '@strata/contract/endpoint'
import type { flyOutSet } from '@strata/contract/endpoints/fly-outs'
import {
  type AutoForm,
  autoProblems,
  type Problem,
  sameField,
  savedAuto,
  wireAuto,
} from '../settings/settings-model.ts'
import type { FlyOutSaved } from './use-fly-out.ts'

/** Automatic fly-out of one play group as edited on the page. */
export type FlyRow = AutoForm & {
  /** The account that it flies out to; '' for none. */
  readonly pilotId: string
}
export type FlyField = keyof FlyRow
/** Only edited fields, by group. */
export type FlyEdits = Readonly<Record<number, Partial<FlyRow>>>

/** In the order of the page's columns. */
export const FLY_FIELDS = [
  'enabled',
  'pilotId',
  'mode',
  'holdLimit',
  'maxLoss',
  'unit',
  'items',
] as const satisfies readonly FlyField[]

/** The saved settings of a group; one without any keeps everything, flies out to nobody, and rounds to whole yuan. */
export const savedFly = ({ auto }: FlyOutSaved, groupId: number): FlyRow => {
  const found = auto.find((one) => one.groupId === groupId)
  return { ...savedAuto(found), pilotId: String(found?.pilotId ?? '') }
}

/** The edits except those that switch a group on or off. */
export const withoutSwitches = (edits: FlyEdits): FlyEdits =>
  Object.fromEntries(Object.entries(edits).map(([id, { enabled: _enabled, ...rest }]) => [id, rest] as const))

export const shownFly = (saved: FlyOutSaved, edits: FlyEdits, groupId: number): FlyRow => ({
  ...savedFly(saved, groupId),
  ...edits[groupId],
})

export const sameFly = (field: FlyField, one: FlyRow, other: FlyRow): boolean =>
  field === 'pilotId' ? one.pilotId === other.pilotId : sameField(field, one, other)

/** How many fields saving would change. */
export const countFlyChanges = (saved: FlyOutSaved, edits: FlyEdits, groupIds: readonly number[]): number =>
  groupIds.reduce((count, groupId) => {
    if (edits[groupId] === undefined) return count
    const [before, after] = [savedFly(saved, groupId), shownFly(saved, edits, groupId)]
    return count + FLY_FIELDS.filter((field) => !sameFly(field, before, after)).length
  }, 0)

export type FlyConflict = {
  readonly groupId: number
  readonly field: FlyField
  readonly opened: FlyRow
  readonly theirs: FlyRow
  /** null: not edited. */
  readonly mine: FlyRow | null
}
export const flyConflictKey = (groupId: number, field: FlyField): string => `${groupId}:${field}`

/** What another user has changed since the settings were read, and the edits, where they differ. */
export const flyConflicts = (asked: {
  readonly opened: FlyOutSaved
  readonly now: FlyOutSaved
  readonly edits: FlyEdits
  readonly groupIds: readonly number[]
}): readonly FlyConflict[] =>
  asked.groupIds.flatMap((groupId) => {
    const [opened, theirs] = [savedFly(asked.opened, groupId), savedFly(asked.now, groupId)]
    const wanted = { ...opened, ...asked.edits[groupId] }
    return FLY_FIELDS.filter((field) => !sameFly(field, wanted, theirs)).map((field) => {
      const isTyped = asked.edits[groupId]?.[field] !== undefined
      return { groupId, field, opened, theirs, mine: isTyped ? { ...theirs, ...asked.edits[groupId] } : null }
    })
  })

/** Whether saving the edits would overwrite what another user has saved since the first edit. */
export const overwritesFly = (asked: Parameters<typeof flyConflicts>[0]): boolean =>
  flyConflicts(asked).some(({ field, opened, theirs, mine }) => mine && !sameFly(field, opened, theirs))

/** The edits without the fields in `given`, which take the other version. */
export const remainingFly = (edits: FlyEdits, given: ReadonlySet<string>): FlyEdits =>
  Object.fromEntries(
    Object.entries(edits).flatMap(([id, row]) => {
      const remaining = FLY_FIELDS.filter(
        (field) => row[field] !== undefined && !given.has(flyConflictKey(Number(id), field)),
      )
      return remaining.length === 0
        ? []
        : [[Number(id), Object.fromEntries(remaining.map((field) => [field, row[field]]))] as const]
    }),
  )

export type FlyProblem = Problem | 'accountNeeded'

/** Problems of a row; `accounts` are the accounts that can be chosen. */
export const flyProblems = (row: FlyRow, accounts: ReadonlySet<string>): Partial<Record<FlyField, FlyProblem>> => ({
  ...autoProblems(row),
  ...(row.enabled && !accounts.has(row.pilotId) ? { pilotId: 'accountNeeded' as const } : {}),
})

/** The request that saves the edits: the server takes the whole list; groups without settings are left out. */
export const flyRequest = (asked: {
  readonly gameId: number
  readonly saved: FlyOutSaved
  readonly edits: FlyEdits
  readonly groupIds: readonly number[]
  /** The merchant whose book the head reduces. */
  readonly merchant: number | null
}): RequestOf<typeof flyOutSet> => {
  const { gameId, saved, edits, groupIds, merchant } = asked
  const isSet = (groupId: number): boolean => saved.auto.some((one) => one.groupId === groupId)
  return {
    gameId,
    version: saved.version,
    ...(merchant === null ? {} : { agentPathsId: merchant }),
    auto: groupIds
      .filter((groupId) => isSet(groupId) || countFlyChanges(saved, edits, [groupId]) > 0)
      .map((groupId) => {
        const row = shownFly(saved, edits, groupId)
        return {
          groupId,
          ...wireAuto(row),
          pilotId: row.pilotId === '' ? null : Number(row.pilotId),
        }
      }),
  }
}
