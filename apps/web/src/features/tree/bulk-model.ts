import { readValue, type ValueKind } from '../../lib/decimal.ts'
import { treeText } from '../../text/zh-CN/tree.ts'
import { type Letter, type LimitName, type TermsDraft, withGame, withPlay } from './terms-model.ts'

export type BulkField = 'uplineShare' | 'downlineCap' | 'commission' | LimitName

/** One value to be set on many accounts. */
export type BulkChange = {
  readonly gameId: number
  readonly field: BulkField
  /** null: every play group. */
  readonly groupId: number | null
  readonly letter: Letter
  /** '' is no limit, where there may be none. */
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

/** One account's terms with the value in them. A letter that is not open to the account stays as it is. */
export const bulkDraft = (base: TermsDraft, { gameId, field, groupId, letter, value }: BulkChange): TermsDraft => {
  const game = base.games[gameId]
  if (!game) return base
  if (field === 'uplineShare' || field === 'downlineCap') return withGame(base, gameId, { [field]: value })
  if (field === 'commission' && !game.pankou.includes(letter)) return base
  let next = game
  for (const id of Object.keys(game.plays).map(Number))
    if (groupId === null || groupId === id) next = withPlay(next, id, field === 'commission' ? letter : field, value)
  return withGame(base, gameId, next)
}
