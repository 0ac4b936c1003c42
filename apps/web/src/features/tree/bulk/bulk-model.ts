import { readValue, type ValueKind } from '../../../lib/decimal.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import type { Letter, LimitName, TermsPatch } from '../terms/terms-model.ts'

export type BulkField = 'uplineShare' | 'downlineCap' | 'commission' | LimitName

/** One value to set on many accounts. */
export type BulkChange = {
  readonly gameId: number
  readonly field: BulkField
  /** null: every play group. */
  readonly groupId: number | null
  readonly letter: Letter
  /** '' is no limit, if the field allows none. */
  readonly value: string
}

export const BULK_FIELDS: readonly {
  readonly name: BulkField
  readonly kind: ValueKind
  readonly perGroup: boolean
}[] = [
  { name: 'uplineShare', kind: 'share', perGroup: false },
  { name: 'downlineCap', kind: 'share', perGroup: false },
  { name: 'commission', kind: 'rate', perGroup: true },
  { name: 'minStake', kind: 'money', perGroup: true },
  { name: 'maxStake', kind: 'money', perGroup: true },
  { name: 'maxItem', kind: 'money', perGroup: true },
  { name: 'maxFill', kind: 'money', perGroup: true },
]

export const bulkProblem = ({ field, value }: BulkChange): string | null => {
  if (field === 'maxFill' && value.trim() === '') return null
  const kind = BULK_FIELDS.find(({ name }) => name === field)?.kind ?? 'money'
  return readValue(kind, value) === null ? (kind === 'rate' ? treeText.problems.rate : treeText.problems.number) : null
}

const plain = (text: string): string => text.replaceAll(/[,\s]/g, '')

/** The value in the wire's form, for every chosen play group of the game. */
export const bulkPatch = (
  { gameId, field, groupId, letter, value }: BulkChange,
  groups: readonly { readonly id: number }[],
): TermsPatch['games'][number] => {
  if (field === 'uplineShare' || field === 'downlineCap') return { gameId, [field]: plain(value) }
  const set =
    field === 'commission'
      ? { commission: { [letter]: plain(value) } }
      : { [field]: field === 'maxFill' && plain(value) === '' ? null : plain(value) }
  return {
    gameId,
    plays: groups.filter(({ id }) => groupId === null || groupId === id).map(({ id }) => ({ groupId: id, ...set })),
  }
}
