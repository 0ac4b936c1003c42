import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { maxFillQuery } from '@strata/contract/endpoints/tree'
import { gameById, groupsOfGame } from '@strata/domain/games/catalogue'
import { GameId, type GroupId, type PathId } from '@strata/domain/ids'
import { formatMoney, type Money } from '@strata/domain/money'
import { type GameTerms, gameTermsOf, groupTermsOf } from '@strata/domain/tree/terms'
import type { AccessContext, Caller } from '../../access/session.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { findHolders, type HolderPath } from '../directory/store-agent-query.ts'
import { listMerchantIds } from '../paths/store-merchants.ts'
import { HEAD_MERCHANT } from '../paths/store-paths.ts'
import { HEAD_PATH } from '../snapshot/merchant-snapshot.ts'
import { storedTerms } from './plan-terms-change.ts'

type Request = ParsedRequestOf<typeof maxFillQuery>
type Answer = ResponseOf<typeof maxFillQuery>

const shown = (amount: Money | null): string | null => (amount === null ? null : formatMoney(amount))

const fillsOf = (terms: GameTerms | undefined, groupIds: readonly GroupId[]) =>
  groupIds.map((groupId) => ({ groupId, maxFill: shown((terms && groupTermsOf(terms, groupId)?.maxFill) ?? null) }))

/**
 * The holders directly below a path with their accept type and fill limits in one game, and the limits of the path
 * itself.
 */
export async function queryFills(context: AccessContext, caller: Caller, input: Request): Promise<Answer | Refusal> {
  const game = gameById(input.gameId)
  if (!game) return refuse('notFound')
  const under = input.parentPathsId === undefined ? caller.path : caller.targets.get(input.parentPathsId)
  if (!under) return refuse('notFound')
  const groupIds = groupsOfGame(GameId(game.id)).map((group) => group.id)
  const isHead = under.id === HEAD_PATH
  const merchantIds = isHead ? await listMerchantIds(context.pool) : [under.merchantId]
  const holders = await findHolders(context.pool, merchantIds, under.id)
  const terms = new Map<PathId, GameTerms | undefined>()
  for (const [merchantId, paths] of Map.groupBy(holders, (path: HolderPath) => path.merchantId)) {
    const ids = paths.map(({ id }) => id)
    for (const [id, { later }] of await storedTerms(context.pool, merchantId, ids))
      terms.set(id, gameTermsOf(later, game.id))
  }
  const own = (await storedTerms(context.pool, isHead ? HEAD_MERCHANT : under.merchantId, [under.id])).get(under.id)
  return {
    bounds: fillsOf(own && gameTermsOf(own.later, game.id), groupIds),
    items: holders.map(({ id, name, nickname, role, version }) => ({
      agentPathsId: id,
      accountName: name,
      nickname: nickname ?? '',
      roleId: role,
      version,
      acceptType: terms.get(id)?.acceptType ?? 0,
      maxFill: fillsOf(terms.get(id), groupIds),
    })),
  }
}
