import type { Day } from '@strata/domain/calendar'
import { GameId, GroupId } from '@strata/domain/ids'
import { money, rate } from '@strata/domain/money'
import { PANKOU, type Pankou } from '@strata/domain/pankou'
import { eachLimit, limitValues } from '@strata/domain/tree/limits'
import { versionOn, versionsFrom } from '@strata/domain/tree/schedule'
import {
  commissionOf,
  type GameTerms,
  type GroupTerms,
  type LinkTerms,
  type ShareTerms,
} from '@strata/domain/tree/terms'
import { z } from 'zod'

/**
 * Terms as stored in the database: what a parent set on the link to one path, per game, split into what applies at
 * once (link_terms) and what has a first day (share_terms). Game 0 is the default of games without a row of their
 * own.
 */

export type { Pankou }
export type AcceptType = GameTerms['acceptType']
export type Remainder = ShareTerms['remainder']
export const DEFAULT_GAME = GameId(0)

/** A row of link_terms. `groups`: by play group, key 0 for groups not listed. */
export interface LinkRow extends Omit<GameTerms, keyof ShareTerms> {
  readonly gameId: GameId
}

/** A row of share_terms. */
export interface ShareRow extends ShareTerms {
  readonly gameId: GameId
  /** First business day it is in force. */
  readonly fromDay: Day
}

const units = z.string().regex(/^-?\d+$/)
const storedPlays = z.record(
  z.string().regex(/^\d+$/),
  z.object({
    commission: z.partialRecord(z.enum(['A', 'B', 'C', 'D']), z.int()),
    ...eachLimit(({ optional }) => (optional ? units.nullable() : units)),
  }),
)

type StoredPlays = z.infer<typeof storedPlays>

/** Parses the `plays` column. Throws on anything that `groupsToJson` did not write. */
export function groupsFromJson(text: string): ReadonlyMap<GroupId, GroupTerms> {
  const stored = storedPlays.parse(JSON.parse(text))
  return new Map(
    Object.entries(stored).map(([groupId, play]) => [
      GroupId(Number(groupId)),
      {
        commission: Object.fromEntries(PANKOU.map((letter) => [letter, rate(BigInt(play.commission[letter] ?? 0))])),
        ...limitValues(({ name }) => {
          const stored = play[name]
          return stored === null ? null : money(BigInt(stored))
        }),
      },
    ]),
  )
}

export function groupsToJson(groups: ReadonlyMap<GroupId, GroupTerms>): string {
  const stored: StoredPlays = {}
  for (const [groupId, group] of groups) {
    stored[groupId] = {
      commission: Object.fromEntries(PANKOU.map((letter) => [letter, Number(commissionOf(group, letter))])),
      ...eachLimit(({ name }) => group[name]?.toString() ?? null),
    }
  }
  return JSON.stringify(stored)
}

export const pankouFromText = (text: string): readonly Pankou[] => PANKOU.filter((letter) => text.includes(letter))
export const pankouToText = (letters: Iterable<Pankou>): string => {
  const chosen = new Set(letters)
  return PANKOU.filter((letter) => chosen.has(letter)).join('')
}

/** Both parts of a link's terms for one game joined, as the domain reads them. */
export function joinTerms(link: LinkRow, shares: ShareTerms): GameTerms {
  const { gameId: _gameId, ...rest } = link
  const { uplineShare, downlineCap, remainder } = shares
  return { ...rest, uplineShare, downlineCap, remainder }
}

export const linkOf = (gameId: GameId, terms: GameTerms): LinkRow => {
  const { enabled, pankou, replenishPankou, acceptType, groups } = terms
  return { gameId, enabled, pankou, replenishPankou, acceptType, groups }
}

/** All terms of a link on a business day: the games of both parts, each part falling back to its default. */
export function linkTermsOn(links: readonly LinkRow[], shares: readonly ShareRow[], day: string): LinkTerms {
  const link = new Map(links.map((row) => [row.gameId, row]))
  const games = Map.groupBy(shares, (row) => row.gameId)
  const joined = new Map<GameId, GameTerms>()
  for (const gameId of [...new Set([...link.keys(), ...games.keys()])].sort((one, two) => one - two)) {
    const row = link.get(gameId) ?? link.get(DEFAULT_GAME)
    const versions = games.get(gameId) ?? games.get(DEFAULT_GAME) ?? []
    const share = versionOn(versions, day)
    if (row && share) joined.set(gameId, joinTerms(row, share))
  }
  return joined
}

/** Later than any business day. */
export const LATER = '9999-12-31'

/**
 * The terms of a link as limits of the paths below, from a day on: of each game's share versions in force then or
 * later, the one with the smallest cap.
 */
export function linkTermsFrom(links: readonly LinkRow[], shares: readonly ShareRow[], day: string): LinkTerms {
  const tightest = [...Map.groupBy(shares, (row) => row.gameId).values()].flatMap((versions) => {
    return versionsFrom(versions, day).reduce<ShareRow[]>(
      ([least], version) => [least && least.downlineCap <= version.downlineCap ? least : version],
      [],
    )
  })
  return linkTermsOn(links, tightest, LATER)
}
