import type { ParsedRequestOf } from '@strata/contract/endpoint'
import type { setTerms } from '@strata/contract/endpoints/tree'
import { GROUPS, gameById } from '@strata/domain/games/catalogue'
import { type GameId, GroupId } from '@strata/domain/ids'
import { type Money, type Parsed, parseMoney, parseRate, parseShare, type Rate, type Share } from '@strata/domain/money'
import { PANKOU } from '@strata/domain/pankou'
import { type Limits, someLimits } from '@strata/domain/tree/limits'
import type { GameTerms, GroupTerms, LinkTerms } from '@strata/domain/tree/terms'
import { badField, type Refusal } from '../../platform/refusal.ts'
import { type AcceptType, DEFAULT_GAME, type Pankou, type Remainder } from './terms-rows.ts'

/** New values of a play group; absent fields do not change. Group 0: groups not listed. */
export interface GroupPatch extends Partial<Limits> {
  readonly groupId: GroupId
  readonly commission?: Readonly<Partial<Record<Pankou, Rate>>>
}

/** New values of a game; absent fields do not change. Game 0: games not listed. */
export interface GamePatch {
  readonly gameId: GameId
  readonly enabled?: boolean
  readonly uplineShare?: Share
  readonly downlineCap?: Share
  readonly remainder?: Remainder
  readonly pankou?: readonly Pankou[]
  readonly replenishPankou?: Pankou
  readonly acceptType?: AcceptType
  readonly groups?: readonly GroupPatch[]
}

function patchGroup(groups: ReadonlyMap<GroupId, GroupTerms>, patch: GroupPatch): GroupTerms | undefined {
  const base = groups.get(patch.groupId) ?? groups.get(GroupId(0))
  if (!base) return undefined
  const { groupId: _groupId, commission, ...rest } = patch
  return { ...base, ...rest, commission: { ...base.commission, ...commission } }
}

function patchGame(before: GameTerms, patch: GamePatch): GameTerms {
  const { gameId: _gameId, groups: groupPatches, ...rest } = patch
  const groups = new Map(before.groups)
  for (const groupPatch of groupPatches ?? []) {
    const group = patchGroup(groups, groupPatch)
    if (group) groups.set(groupPatch.groupId, group)
  }
  return { ...before, ...rest, groups }
}

/** The terms with all patches applied; a game that had no row of its own starts from the default. */
export function patchTerms(before: LinkTerms, patches: readonly GamePatch[]): LinkTerms {
  const after = new Map(before)
  for (const patch of patches) {
    const base = after.get(patch.gameId) ?? after.get(DEFAULT_GAME)
    if (base) after.set(patch.gameId, patchGame(base, patch))
  }
  return after
}

type GameInput = ParsedRequestOf<typeof setTerms>['games'][number]
type GroupInput = NonNullable<GameInput['plays']>[number]

const read = <T>(parsed: Parsed<T>): T => {
  if (!parsed.ok) throw new Error(`a value passed the contract but was refused: ${parsed.refusal}`)
  return parsed.value
}
const amountOf = (text: string): Money => read(parseMoney(text, { maxDecimals: 2 }))

/** A percentage of the wire; undefined if it has more decimals than a commission may have (it is not rounded). */
const rateOf = (text: string): Rate => read(parseRate(text))
const shareOf = (text: string): Share => read(parseShare(text))

function groupPatch(input: GroupInput): GroupPatch {
  const { groupId, commission } = input
  const rates = PANKOU.flatMap((letter) => {
    const text = commission?.[letter]
    return text === undefined ? [] : [[letter, rateOf(text)] as const]
  })
  return {
    groupId,
    ...(commission ? { commission: Object.fromEntries(rates) } : {}),
    ...someLimits(({ name }) => {
      const text = input[name]
      return text == null ? text : amountOf(text)
    }),
  }
}

function gamePatch(input: GameInput): GamePatch {
  const { gameId, uplineShare, downlineCap, plays, enabled, remainder, pankou, replenishPankou, acceptType } = input
  return {
    gameId,
    ...(enabled === undefined ? {} : { enabled }),
    ...(uplineShare === undefined ? {} : { uplineShare: shareOf(uplineShare) }),
    ...(downlineCap === undefined ? {} : { downlineCap: shareOf(downlineCap) }),
    ...(remainder === undefined ? {} : { remainder }),
    ...(pankou === undefined ? {} : { pankou: PANKOU.filter((letter) => pankou.includes(letter)) }),
    ...(replenishPankou === undefined ? {} : { replenishPankou }),
    ...(acceptType === undefined ? {} : { acceptType }),
    ...(plays === undefined ? {} : { groups: plays.map(groupPatch) }),
  }
}

const isGroupOf = (gameId: GameId, groupId: GroupId): boolean =>
  GROUPS.some((group) => group.id === groupId && (gameId === DEFAULT_GAME || group.gameId === gameId))

/** Where the terms are in a request: the number of a game, and the list of its play groups. */
export interface TermsPlaces {
  readonly game: (at: number) => string
  readonly plays: (at: number) => string
}

/** Where they are in a request with a list of games. */
export const gamesAt = (list: string): TermsPlaces => ({
  game: (at) => `${list}.${at}.gameId`,
  plays: (at) => `${list}.${at}.plays`,
})

/** Terms of the wire as patches. Refused: an unknown game, and a play group of another game. */
export function patchesOf(games: readonly GameInput[], places: TermsPlaces = gamesAt('games')): GamePatch[] | Refusal {
  for (const [at, { gameId, plays = [] }] of games.entries()) {
    if (gameId !== DEFAULT_GAME && !gameById(gameId)) return badField(places.game(at), '彩种不存在', '彩种')
    const other = plays.findIndex(({ groupId }) => !isGroupOf(gameId, groupId))
    if (other >= 0) return badField(`${places.plays(at)}.${other}.groupId`, '该彩种没有这个玩法分组')
  }
  return games.map(gamePatch)
}
