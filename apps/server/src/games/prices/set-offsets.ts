import { gameById, playOf } from '@strata/domain/games/catalogue'
import { offsetText } from '@strata/domain/games/odds-edit'
import { formatOdds } from '@strata/domain/games/price'
import { type GameId, MerchantId, PathId } from '@strata/domain/ids'
import { type Odds, parseOdds } from '@strata/domain/money'
import { logActions, type Operator } from '../../access/audit-log.ts'
import type { Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { namedTwice } from '../../platform/named-twice.ts'
import { badField, type Refusal, refuse } from '../../platform/refusal.ts'
import { oddsEvent } from '../periods/announce-period.ts'
import { conflictOf } from './set-odds.ts'
import { insertOffsetVersion, type Offset, offsetVersionsAfter, readOffsets, saveOffsets } from './store-offsets.ts'
import { bumpOddsVersion, lockedOddsVersion } from './store-prices.ts'

const HEAD_PATH = PathId(1)
const PLATFORM = MerchantId(0)

export interface OffsetOrder {
  readonly gameId: GameId
  readonly merchant: { readonly id: MerchantId; readonly name: string }
  /** The version of the game's prices that the operator saw. */
  readonly version: number
  readonly offsets: readonly Offset[]
  readonly operator: Operator
  readonly at: number
  readonly live: Pick<LiveHub, 'publish'>
}

/** A difference as on the wire; unlike odds it may be below 1. */
export function offsetUnits(text: string): bigint {
  const read = parseOdds(text)
  if (!read.ok) throw new Error(`${text} is no difference`)
  return read.value
}

const nameOf = ({ play, priceKey }: Pick<Offset, 'play' | 'priceKey'>): string => `${play} ${priceKey}`

/**
 * Sets what a merchant's members get less, all or none; the next batch of the merchant uses it. Refused in this order:
 * unknown game; the version is not the one in force (40902); a price named twice; a price that does not exist.
 */
export async function setOffsets(tx: Tx, order: OffsetOrder): Promise<{ readonly version: number } | Refusal> {
  const { merchant, offsets, operator, at } = order
  const game = gameById(order.gameId)
  const inForce = game && (await lockedOddsVersion(tx, game.id))
  if (!game || inForce === undefined) return refuse('notFound')
  if (inForce !== order.version) return conflictOf(tx, game.id, { asked: order.version, inForce })
  const twice = namedTwice(offsets.map(nameOf))
  if (twice >= 0) return badField(`offsets.${twice}`, '同一差额重复提交', '差额')
  const priceOf = ({ play, priceKey }: Offset) => {
    const found = playOf(game.code, play)
    const price = found?.prices.find(({ key }) => key === priceKey)
    return found && price ? { label: `${found.name} ${price.name}`, groupId: found.groupId } : undefined
  }
  if (offsets.some((one) => !priceOf(one))) return refuse('unknownItem')
  const before = new Map((await readOffsets(tx, merchant.id, game.id)).map((one) => [nameOf(one), one.offset]))
  const changed = offsets.filter((one) => (before.get(nameOf(one)) ?? 0n) !== one.offset)
  const version = await bumpOddsVersion(tx, game.id, inForce)
  if (version === undefined) throw new Error(`prices of game ${game.id} changed under their lock`)
  if (changed.length === 0) return { version }
  const of = { merchantId: merchant.id, gameId: game.id }
  await saveOffsets(tx, of, changed)
  await insertOffsetVersion(tx, of, {
    version,
    at,
    operatorId: operator.id,
    operatorName: operator.name,
    changes: changed.map((one) => ({
      play: one.play,
      key: one.priceKey,
      before: formatOdds((before.get(nameOf(one)) ?? 0n) as Odds),
      after: formatOdds(one.offset as Odds),
    })),
  })
  const changes = changed.map((one) => ({
    field: `${nameOf(one)} offset`,
    label: `${priceOf(one)?.label} 差额`,
    before: offsetText(before.get(nameOf(one)) ?? 0n),
    after: offsetText(one.offset),
  }))
  const targetName = `${merchant.name} ${game.name}`
  await logActions(tx, PLATFORM, order, [{ pathId: HEAD_PATH, targetName, action: 'oddsOffset', changes }])
  const groupIds = [...new Set(changed.flatMap((one) => priceOf(one)?.groupId ?? []))]
  tx.afterCommit(() =>
    order.live.publish(oddsEvent({ merchantId: merchant.id, gameId: game.id, periodNo: null, groupIds, at })),
  )
  return { version }
}

/**
 * Restores the differences that a merchant had at an earlier version of the game's prices, as a change with a new version.
 * Refusals besides those of setOffsets, after changed: badParameter (no earlier version), stateForbids (nothing changed since).
 */
export async function undoOffsets(
  tx: Tx,
  order: Omit<OffsetOrder, 'offsets'> & { readonly undoTo: number },
): Promise<{ readonly version: number } | Refusal> {
  const { undoTo, ...rest } = order
  const inForce = await lockedOddsVersion(tx, order.gameId)
  if (inForce === undefined) return refuse('notFound')
  if (inForce !== order.version) return conflictOf(tx, order.gameId, { asked: order.version, inForce })
  if (undoTo < 1 || undoTo >= inForce) return badField('undoTo', '没有这个更早的版本')
  const since = await offsetVersionsAfter(tx, { merchantId: order.merchant.id, gameId: order.gameId }, undoTo)
  const first = new Map<string, Offset>()
  // The oldest change of each difference counts.
  for (const { play, key, before } of since.flatMap(({ changes }) => changes).toReversed())
    first.set(`${play} ${key}`, { play, priceKey: key, offset: offsetUnits(before) })
  return first.size === 0 ? refuse('stateForbids') : setOffsets(tx, { ...rest, offsets: [...first.values()] })
}
