import type { RequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { flyOutQuery, flyOutSet } from '@strata/contract/endpoints/fly-outs'
import type { autoConfigSet, replenishmentQuery } from '@strata/contract/endpoints/replenishment'

export type SavedReplenishment = ResponseOf<typeof replenishmentQuery>
export type SavedFlyOut = ResponseOf<typeof flyOutQuery>

/** Groups of a game that send automatically, by kind. */
export type Automatic = { readonly auto: readonly number[]; readonly flyOut: readonly number[] }
/** What the caller may change. */
type MaySwitch = { readonly auto: boolean; readonly flyOut: boolean }

export const NOTHING_ON: Automatic = { auto: [], flyOut: [] }

export const countOf = ({ auto, flyOut }: Automatic): number => auto.length + flyOut.length

const groupsOn = (settings: readonly { readonly groupId: number; readonly enabled: boolean }[]): number[] =>
  settings.filter(({ enabled }) => enabled).map(({ groupId }) => groupId)

/** Active automatic settings that the caller may switch off. */
export const automaticOf = (
  replenishment: SavedReplenishment | undefined,
  flyOut: SavedFlyOut | undefined,
  may: MaySwitch,
): Automatic => ({
  auto: may.auto ? groupsOn(replenishment?.self.auto ?? []) : [],
  flyOut: may.flyOut ? groupsOn(flyOut?.auto ?? []) : [],
})

type Switched = { readonly groupId: number; readonly enabled: boolean }

/** The saved settings with these groups switched on again; null: all are on. */
const backOn = <T extends Switched>(saved: readonly T[], groupIds: readonly number[]): T[] | null =>
  saved.some(({ groupId, enabled }) => !enabled && groupIds.includes(groupId))
    ? saved.map((one) => (groupIds.includes(one.groupId) ? { ...one, enabled: true } : one))
    : null

export const resumeReplenishment = (
  gameId: number,
  { version, self }: SavedReplenishment,
  groupIds: readonly number[],
): RequestOf<typeof autoConfigSet> | null => {
  const auto = backOn(self.auto, groupIds)
  return auto && { gameId, version, auto }
}

export const resumeFlyOut = (
  at: { readonly gameId: number; readonly merchant: number | null },
  saved: SavedFlyOut,
  groupIds: readonly number[],
): RequestOf<typeof flyOutSet> | null => {
  const auto = backOn(saved.auto, groupIds)
  const { gameId, merchant } = at
  return auto && { gameId, version: saved.version, ...(merchant === null ? {} : { agentPathsId: merchant }), auto }
}
