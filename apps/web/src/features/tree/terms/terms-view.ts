import { GameId, type GroupId } from '@strata/domain/ids'
import { isOptionalLimit, LIMITS } from '@strata/domain/tree/limits'
import { grouped } from '../../../lib/decimal.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import type { TermChange, TermsDraft } from './terms-model.ts'
import type { Problems } from './terms-rules.ts'

/** A game with the name that the editor shows; id 0 is the default. */
export type NamedGame = {
  readonly id: GameId
  readonly name: string
  readonly groups: readonly { readonly id: GroupId; readonly name: string }[]
}

/** The default, then every game. The default's groups are those of all games, each with its game's name in front. */
export const namedGames = (
  types: readonly {
    readonly id: GameId
    readonly gameName: string
    readonly groups: readonly { readonly id: GroupId; readonly name: string }[]
  }[],
): readonly NamedGame[] => [
  {
    id: GameId(0),
    name: treeText.edit.allGames,
    groups: types.flatMap(({ gameName, groups }) =>
      groups.map(({ id, name }) => ({ id, name: `${gameName} ${name}` })),
    ),
  },
  ...types.map(({ id, gameName, groups }) => ({ id, name: gameName, groups })),
]

export type Where = {
  readonly gameId: number
  readonly groupId?: number | undefined
  readonly field: string
  readonly letter?: string | undefined
}

/** The name of a value: 六合彩 特码 退水 B盘. */
export const placeName = (games: readonly NamedGame[], { gameId, groupId, field, letter }: Where): string => {
  const game = games.find(({ id }) => id === gameId)
  const group = groupId === undefined ? undefined : game?.groups.find(({ id }) => id === groupId)
  const parts = [
    game?.name,
    group?.name,
    treeText.fields[field] ?? field,
    letter === undefined ? undefined : `${letter}盘`,
  ]
  return parts.filter((part) => part !== undefined).join(' ')
}

/** A value as the user reads it. */
export const showTerm = (field: string, value: string): string => {
  if (field === 'enabled' || field === 'isAllowPilotOut') return value === 'true' ? '是' : '否'
  if (field === 'remainder') return value === 'parent' ? treeText.edit.remainders.parent : treeText.edit.remainders.head
  if (field === 'acceptType') return treeText.edit.acceptTypes[Number(value)] ?? value
  if (isOptionalLimit(field) && value === '') return treeText.edit.noLimit
  if (field === 'uplineShare' || field === 'downlineCap' || field === 'commission')
    return `${value === '' ? '0' : value}%`
  return LIMITS.some(({ name }) => name === field) ? grouped(value) : value
}

/** What the parts of an editor need to show and change one account's terms. */
export type Editing = {
  readonly games: readonly NamedGame[]
  readonly draft: TermsDraft
  readonly changes: readonly TermChange[]
  readonly changed: ReadonlySet<string>
  readonly problems: Problems
  readonly bettor: boolean
  readonly readonly: boolean
  /** The account is being created. */
  readonly isNew: boolean
  readonly set: (draft: TermsDraft) => void
}
