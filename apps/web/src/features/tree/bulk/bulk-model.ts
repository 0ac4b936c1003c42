import { isOptionalLimit, LIMITS, type LimitName } from '@strata/domain/tree/limits'
import { normal, readValue, type ValueKind } from '../../../lib/decimal.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import { type GameShape, type Letter, type Terms, type TermsPatch, termsOfGame } from '../terms/terms-model.ts'

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
  ...LIMITS.map(({ name }) => ({ name, kind: 'money', perGroup: true }) as const),
]

const kindOf = (field: BulkField): ValueKind => BULK_FIELDS.find(({ name }) => name === field)?.kind ?? 'money'

export const bulkProblem = ({ field, value }: BulkChange): string | null => {
  if (isOptionalLimit(field) && value.trim() === '') return null
  const kind = kindOf(field)
  return readValue(kind, value) === null ? (kind === 'rate' ? treeText.problems.rate : treeText.problems.number) : null
}

const plain = (text: string): string => text.replaceAll(/[,\s]/g, '')

type GamePatch = TermsPatch['games'][number]
type PlayPatch = NonNullable<GamePatch['plays']>[number]

/** The value in the wire's form, for every chosen play group of the game. */
export const bulkPatch = (
  { gameId, field, groupId, letter, value }: BulkChange,
  groups: readonly { readonly id: number }[],
): GamePatch => {
  if (field === 'uplineShare' || field === 'downlineCap') return { gameId, [field]: plain(value) }
  const set =
    field === 'commission'
      ? { commission: { [letter]: plain(value) } }
      : { [field]: isOptionalLimit(field) && plain(value) === '' ? null : plain(value) }
  return {
    gameId,
    plays: groups.filter(({ id }) => groupId === null || groupId === id).map(({ id }) => ({ groupId: id, ...set })),
  }
}

const mergedPlays = (held: readonly PlayPatch[], more: readonly PlayPatch[]): PlayPatch[] => {
  const byGroup = new Map(held.map((play) => [play.groupId, play]))
  for (const play of more) {
    const own = byGroup.get(play.groupId)
    const commission = { ...own?.commission, ...play.commission }
    byGroup.set(play.groupId, {
      ...own,
      ...play,
      ...(Object.keys(commission).length > 0 ? { commission } : {}),
    })
  }
  return [...byGroup.values()]
}

/** Several changes as one patch for each game; of two values for one place the later counts. */
export const bulkPatches = (changes: readonly BulkChange[], games: readonly GameShape[]): readonly GamePatch[] => {
  const byGame = new Map<number, GamePatch>()
  for (const change of changes) {
    const shape = games.find(({ id }) => id === change.gameId)
    if (!shape) continue
    const more = bulkPatch(change, shape.groups)
    const held = byGame.get(change.gameId) ?? { gameId: change.gameId }
    const plays = mergedPlays(held.plays ?? [], more.plays ?? [])
    byGame.set(change.gameId, { ...held, ...more, ...(plays.length > 0 ? { plays } : {}) })
  }
  return [...byGame.values()]
}

/** What one change means for one account: its values now and what may be set, each from the lowest to the highest. */
export type BulkPreview = {
  readonly old: readonly [string, string]
  /** null: no limit. */
  readonly range: readonly [string, string | null]
  readonly outside: boolean
}

type Place = { readonly value: string | null; readonly min: string; readonly max: string | null }

const placesOf = (terms: Terms, shape: GameShape, { field, groupId, letter }: BulkChange): readonly Place[] => {
  const game = termsOfGame(terms, shape)
  if (!game) return []
  if (field === 'uplineShare' || field === 'downlineCap')
    return [{ value: (game.scheduled ?? game)[field], min: game.bounds[field].min, max: game.bounds[field].max }]
  return game.plays
    .filter((play) => groupId === null || play.groupId === groupId)
    .flatMap((play): Place[] => {
      const bounds = field === 'commission' ? play.bounds.commission[letter] : play.bounds[field]
      const value = field === 'commission' ? play.commission[letter] : play[field]
      return bounds === undefined || value === undefined ? [] : [{ value, min: bounds.min, max: bounds.max }]
    })
}

/** null: the account has no such value, for example a pankou that is not open for it. */
export const bulkPreview = (terms: Terms, shape: GameShape, change: BulkChange): BulkPreview | null => {
  const kind = kindOf(change.field)
  const places = placesOf(terms, shape, change)
  const read = (text: string | null): bigint | null => (text === null ? null : readValue(kind, text))
  const [first] = places
  if (!first) return null
  const order = (a: string | null, b: string | null): number => {
    const [x, y] = [read(a), read(b)]
    if (x === y) return 0
    // No value is no limit: above all others.
    if (x === null) return 1
    return y === null || x < y ? -1 : 1
  }
  const values = places.map(({ value }) => value).toSorted(order)
  const least =
    places
      .map(({ min }) => min)
      .toSorted(order)
      .at(-1) ?? first.min
  const most = places.map(({ max }) => max).toSorted(order)[0] ?? null
  const wanted = change.value.trim() === '' ? null : read(plain(change.value))
  const shown = (value: string | null | undefined): string => (value == null ? treeText.edit.noLimit : normal(value))
  const [low, high] = [read(least), read(most)]
  const outside =
    (wanted === null ? high !== null : high !== null && wanted > high) ||
    (wanted !== null && low !== null && wanted < low)
  return {
    old: [shown(values[0]), shown(values.at(-1))],
    range: [normal(least), most === null ? null : normal(most)],
    outside,
  }
}
