import type { RequestOf } from '@strata/contract/endpoint'
import type { acceptTypesSet } from '@strata/contract/endpoints/replenishment'
import type { ConflictCell } from '../../../components/dialogs/conflict.tsx'
import { groupDigits, readTyped, sameTyped } from '../../../lib/typed-amount.ts'
import { appText } from '../../../text/zh-CN/app/app.ts'
import { replenishmentText } from '../../../text/zh-CN/rooms/replenishment.ts'
import type { ChildEdit } from '../settings/drafts.ts'
import type { Settings } from '../settings/settings-model.ts'

export type Child = Settings['downline'][number]
export type AcceptType = Child['acceptType']
export type ChildEdits = Readonly<Record<number, ChildEdit>>

/** The head has no parent, so it can only accept from a merchant itself, allow fly-out or forbid. */
export const acceptTypesFor = (head: boolean): readonly AcceptType[] => (head ? [0, 1, 4] : [0, 1, 2, 3, 4])

export const savedFill = (child: Child, groupId: number): string =>
  groupDigits(child.maxFill.find((one) => one.groupId === groupId)?.maxFill ?? '')
export const shownFill = (child: Child, edits: ChildEdits, groupId: number): string =>
  edits[child.agentPathsId]?.maxFill?.[groupId] ?? savedFill(child, groupId)
export const shownType = (child: Child, edits: ChildEdits): AcceptType =>
  (edits[child.agentPathsId]?.acceptType as AcceptType | undefined) ?? child.acceptType

const changedFills = (child: Child, edits: ChildEdits): readonly number[] =>
  Object.keys(edits[child.agentPathsId]?.maxFill ?? {})
    .map(Number)
    .filter((groupId) => !sameTyped(savedFill(child, groupId), shownFill(child, edits, groupId)))

export const countChanges = (children: readonly Child[], edits: ChildEdits): number =>
  children.reduce(
    (count, child) =>
      count + changedFills(child, edits).length + (shownType(child, edits) === child.acceptType ? 0 : 1),
    0,
  )

export const countProblems = (children: readonly Child[], edits: ChildEdits): number =>
  children.reduce(
    (count, child) =>
      count + changedFills(child, edits).filter((groupId) => !readTyped(shownFill(child, edits, groupId)).ok).length,
    0,
  )

type Item = RequestOf<typeof acceptTypesSet>['items'][number]

/** The items of the call that saves the edits: only changed children and fields. Null: no change. */
export const downlineItems = (gameId: number, children: readonly Child[], edits: ChildEdits): readonly Item[] =>
  children.flatMap((child) => {
    const fills = changedFills(child, edits).map((groupId) => {
      const typed = readTyped(shownFill(child, edits, groupId))
      if (!typed.ok) throw new Error('an invalid limit must be corrected before saving')
      return { groupId, maxFill: typed.value }
    })
    const type = shownType(child, edits)
    if (fills.length === 0 && type === child.acceptType) return []
    return [
      {
        agentPathsId: child.agentPathsId,
        version: child.version,
        gameId,
        ...(type === child.acceptType ? {} : { acceptType: type }),
        ...(fills.length === 0 ? {} : { maxFill: fills }),
      },
    ]
  })

export type Bulk = {
  readonly acceptType: AcceptType | null
  /** Text for every group below; null: no change. */
  readonly fill: string | null
  readonly groupIds: readonly number[]
}

/** One change for many children. */
export const bulkEdit = (edits: ChildEdits, childIds: readonly number[], bulk: Bulk): ChildEdits => {
  const next: Record<number, ChildEdit> = { ...edits }
  const { fill } = bulk
  for (const id of childIds)
    next[id] = {
      ...next[id],
      ...(bulk.acceptType === null ? {} : { acceptType: bulk.acceptType }),
      ...(fill === null
        ? {}
        : { maxFill: { ...next[id]?.maxFill, ...Object.fromEntries(bulk.groupIds.map((group) => [group, fill])) } }),
    }
  return next
}

const words = replenishmentText
const typeText = (type: number): string => appText.replenishTypes[type] ?? ''
const fillText = (fill: string): string => (fill.trim() === '' ? words.noLimit : fill)
const typeKey = (child: number): string => `${child}:type`
const fillKey = (child: number, groupId: number): string => `${child}:${groupId}`

/** For children whose version has changed: the other user's changes and the edits, side by side. */
export const downlineConflicts = (asked: {
  readonly opened: readonly Child[]
  readonly now: readonly Child[]
  readonly edits: ChildEdits
  readonly groups: readonly { readonly id: number; readonly name: string }[]
}): readonly ConflictCell[] => {
  const before = new Map(asked.opened.map((child) => [child.agentPathsId, child]))
  return asked.now.flatMap((child): readonly ConflictCell[] => {
    const id = child.agentPathsId
    const old = before.get(id)
    if (!old || old.version === child.version) return []
    const edit = asked.edits[id]
    const type = edit?.acceptType
    const types: ConflictCell = {
      key: typeKey(id),
      what: `${child.accountName} ${words.downlineColumns.acceptType}`,
      opened: typeText(old.acceptType),
      theirs: typeText(child.acceptType),
      mine: type === undefined ? null : typeText(type),
    }
    const fills = asked.groups.map(({ id: groupId, name }): ConflictCell & { readonly same: boolean } => {
      const [opened, theirs, typed] = [savedFill(old, groupId), savedFill(child, groupId), edit?.maxFill?.[groupId]]
      return {
        key: fillKey(id, groupId),
        what: words.maxFillOf(child.accountName, name),
        opened: fillText(opened),
        theirs: fillText(theirs),
        mine: typed === undefined ? null : fillText(typed),
        same: sameTyped(typed ?? opened, theirs),
      }
    })
    return [
      ...((type ?? old.acceptType) === child.acceptType ? [] : [types]),
      ...fills.filter(({ same }) => !same).map(({ same: _same, ...cell }) => cell),
    ]
  })
}

/** Whether saving the edits would overwrite what another user has saved since the first edit. */
export const overwritesChildren = (asked: Parameters<typeof downlineConflicts>[0]): boolean =>
  downlineConflicts(asked).some(({ opened, theirs, mine }) => mine !== null && opened !== theirs)

/** The edits without the cells in `given`, which take the other version. */
export const remainingChildren = (edits: ChildEdits, given: ReadonlySet<string>): ChildEdits =>
  Object.fromEntries(
    Object.entries(edits).flatMap(([id, { acceptType, maxFill }]) => {
      const child = Number(id)
      const fills = Object.entries(maxFill ?? {}).filter(([groupId]) => !given.has(fillKey(child, Number(groupId))))
      const edit: ChildEdit = {
        ...(acceptType === undefined || given.has(typeKey(child)) ? {} : { acceptType }),
        ...(fills.length === 0 ? {} : { maxFill: Object.fromEntries(fills) }),
      }
      return Object.keys(edit).length === 0 ? [] : [[child, edit] as const]
    }),
  )
