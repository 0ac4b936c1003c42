import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { limitsQuery } from '@strata/contract/endpoints/tree'
import { gameById, groupsOfGame } from '@strata/domain/games/catalogue'
import { GameId, type GroupId, type PathId } from '@strata/domain/ids'
import { formatMoney } from '@strata/domain/money'
import { limitValues } from '@strata/domain/tree/limits'
import { type GameTerms, gameTermsOf, groupTermsOf } from '@strata/domain/tree/terms'
import type { Caller } from '../../access/session.ts'
import type { Queryable } from '../../platform/db.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { type ChildWithTerms, findChildren } from '../directory/store-agent-query.ts'
import { listMerchantIds } from '../paths/store-merchants.ts'
import { HEAD_PATH } from '../snapshot/merchant-snapshot.ts'
import { storedTerms } from './plan-terms-change.ts'

type Answer = ResponseOf<typeof limitsQuery>
type Limits = Answer['items'][number]['plays']

const limitsOf = (terms: GameTerms | undefined, groupIds: readonly GroupId[]): Limits =>
  groupIds.flatMap((groupId) => {
    const group = terms && groupTermsOf(terms, groupId)
    if (!group) return []
    const texts = limitValues(({ name }) => {
      const limit = group[name]
      return limit === null ? null : formatMoney(limit)
    })
    return [{ groupId, ...texts }]
  })

/** The limits of the caller's direct children, bettors too, in one game. */
export async function queryLimits(
  on: Queryable,
  caller: Caller,
  input: ParsedRequestOf<typeof limitsQuery>,
): Promise<Answer | Refusal> {
  const game = gameById(input.gameId)
  if (!game) return refuse('notFound')
  const groupIds = groupsOfGame(GameId(game.id)).map((group) => group.id)
  const merchantIds = caller.path.id === HEAD_PATH ? await listMerchantIds(on) : [caller.merchantId]
  const children = await findChildren(on, merchantIds, caller.path.id)
  const terms = new Map<PathId, GameTerms | undefined>()
  for (const [merchantId, paths] of Map.groupBy(children, (path: ChildWithTerms) => path.merchantId))
    for (const [id, { later }] of await storedTerms(
      on,
      merchantId,
      paths.map(({ id }) => id),
    ))
      terms.set(id, gameTermsOf(later, game.id))
  return {
    items: children.map(({ id, name, role, version }) => ({
      agentPathsId: id,
      accountName: name,
      roleId: role,
      version,
      plays: limitsOf(terms.get(id), groupIds),
    })),
  }
}
