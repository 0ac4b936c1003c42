import type { ResponseOf } from '@strata/contract/endpoint'
import type { getGameInfos } from '@strata/contract/endpoints/tree'
import type { Day } from '@strata/domain/calendar'
import { GROUPS } from '@strata/domain/games/catalogue'
import { type GameId, GroupId, type MerchantId, type PathId } from '@strata/domain/ids'
import { formatMoney, formatRate, formatShare, money, rate, share } from '@strata/domain/money'
import { eachLimit, limitValues } from '@strata/domain/tree/limits'
import { changeDay, scheduledVersion } from '@strata/domain/tree/schedule'
import {
  type Bound,
  type BoundReason,
  boundsOf,
  commissionOf,
  type GameBounds,
  type GameTerms,
  type GroupBounds,
  type GroupTerms,
  gameTermsOf,
  groupTermsOf,
} from '@strata/domain/tree/terms'
import { businessDay } from '../../platform/business-day.ts'
import type { Queryable } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { findNode } from '../paths/store-paths.ts'
import { linkRolesOf } from './link-roles.ts'
import { parentTermsFrom, storedTerms } from './plan-terms-change.ts'
import { lastOrderDay } from './store-terms.ts'
import { DEFAULT_GAME, type Pankou, type ShareRow } from './terms-rows.ts'

type Answer = ResponseOf<typeof getGameInfos>
type GameAnswer = Answer['games'][number]
type BoundAnswer = GameAnswer['bounds']['uplineShare']

const WHY: Readonly<Record<BoundReason | 'given', string>> = {
  parent: '上级的设定',
  otherShare: '两项占成合计不超过上级',
  otherStake: '单注最低不超过单注最高',
  bettor: '会员不占成',
  ceiling: '总公司上限',
  given: '由上级设定',
}

type Format = (value: bigint) => string
const asMoney: Format = (value) => formatMoney(money(value))
const asShare: Format = (value) => formatShare(share(value))
const asRate: Format = (value) => formatRate(rate(value))

const boundText = (bound: Bound, format: Format): BoundAnswer => ({
  min: format(bound.min),
  max: bound.max === null ? null : format(bound.max),
  why: WHY[bound.why],
})

/**
 * For the caller's own terms: the range is only the current value, because the caller cannot change them and must
 * not see the parent's.
 */
const given = (value: bigint | null, format: Format): BoundAnswer => ({
  min: value === null ? '0' : format(value),
  max: value === null ? null : format(value),
  why: WHY.given,
})

function groupBoundTexts(group: GroupTerms, bounds: GroupBounds | undefined, letters: readonly Pankou[]) {
  const commission = (letter: Pankou): BoundAnswer =>
    bounds ? boundText(bounds.commission[letter], asRate) : given(commissionOf(group, letter), asRate)
  return {
    commission: Object.fromEntries(letters.map((letter) => [letter, commission(letter)])),
    ...eachLimit(({ name }) => (bounds ? boundText(bounds[name], asMoney) : given(group[name], asMoney))),
  }
}

/** The groups of a game's terms: the game's own, or all groups for the default game. */
const groupIdsOf = (gameId: GameId): GroupId[] =>
  GROUPS.filter((group) => gameId === DEFAULT_GAME || group.gameId === gameId).map((group) => group.id)

function gameAnswer(
  gameId: GameId,
  terms: GameTerms,
  bounds: GameBounds | undefined,
  waiting: ShareRow | null,
): GameAnswer {
  const boundedGroup = (id: GroupId): GroupBounds | undefined =>
    bounds?.groups.get(id) ?? bounds?.groups.get(GroupId(0))
  const plays = groupIdsOf(gameId).flatMap((groupId) => {
    const group = groupTermsOf(terms, groupId)
    if (!group) return []
    const commission = Object.fromEntries(terms.pankou.map((letter) => [letter, asRate(commissionOf(group, letter))]))
    return [
      {
        groupId,
        commission,
        ...limitValues(({ name }) => {
          const limit = group[name]
          return limit === null ? null : asMoney(limit)
        }),
        bounds: groupBoundTexts(group, boundedGroup(groupId), terms.pankou),
      },
    ]
  })
  const shares = (of: Pick<GameTerms, 'uplineShare' | 'downlineCap' | 'remainder'>) => ({
    uplineShare: asShare(of.uplineShare),
    downlineCap: asShare(of.downlineCap),
    remainder: of.remainder,
  })
  return {
    gameId,
    enabled: terms.enabled,
    ...shares(terms),
    pankou: [...terms.pankou],
    ...(terms.replenishPankou ? { replenishPankou: terms.replenishPankou } : {}),
    acceptType: terms.acceptType,
    plays,
    ...(waiting ? { scheduled: { ...shares(waiting), fromDay: waiting.fromDay } } : {}),
    bounds: {
      uplineShare: bounds ? boundText(bounds.uplineShare, asShare) : given(terms.uplineShare, asShare),
      downlineCap: bounds ? boundText(bounds.downlineCap, asShare) : given(terms.downlineCap, asShare),
      pankou: [...(bounds ? bounds.pankou : terms.pankou)],
      acceptType: [...(bounds ? bounds.acceptType : [terms.acceptType])],
    },
  }
}

/**
 * The scheduled shares. If orders delayed a second version, there are two, and the last one is returned because it
 * will stay in force.
 */
const waitingOf = (shares: readonly ShareRow[], gameId: GameId, today: Day): ShareRow | null =>
  scheduledVersion(
    shares.filter((row) => row.gameId === gameId),
    today,
  )

/** Terms of a path with the range of each value; for the caller's own path the range is the value itself. */
export async function gameInfos(
  on: Queryable,
  at: { merchantId: MerchantId; pathId: PathId; isOwn: boolean; now: number },
): Promise<Answer | Refusal> {
  const node = await findNode(on, at.merchantId, at.pathId)
  if (!node) return refuse('notFound')
  const today = businessDay(at.now)
  const stored = (await storedTerms(on, at.merchantId, [at.pathId])).get(at.pathId)
  if (!stored) throw new Error(`path ${at.pathId} has no terms`)
  const terms = stored.on(today)
  // Ranges are computed as a save would check them: on the terms after all scheduled versions, from the day on
  // which a change would count.
  const last = at.isOwn || node.parentId === null ? null : await lastOrderDay(on, at.merchantId, [node.id], today)
  const above =
    at.isOwn || node.parentId === null
      ? undefined
      : await parentTermsFrom(on, node, changeDay(today, last as Day | null))
  const roles = linkRolesOf(node.parentRole, node.role)
  const games = [...terms].map(([gameId, game]) => {
    const parent = above && gameTermsOf(above, gameId)
    const later = gameTermsOf(stored.later, gameId) ?? game
    return gameAnswer(gameId, game, parent && boundsOf(later, parent, roles), waitingOf(stored.shares, gameId, today))
  })
  return { agentPathsId: node.id, version: node.termsVersion, isAllowPilotOut: node.flyOutAllowed, games }
}
