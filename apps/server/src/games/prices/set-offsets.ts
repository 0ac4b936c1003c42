import { gameById, playOf } from '@strata/domain/games/catalogue'
import { offsetText } from '@strata/domain/games/odds-edit'
import { type GameId, MerchantId, PathId } from '@strata/domain/ids'
import { logChanges } from '../../access/audit-log.ts'
import type { Tx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import type { LiveHub } from '../../platform/live.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { oddsEvent } from '../periods/announce-period.ts'
import { conflictOf, type Operator } from './set-odds.ts'
import { type Offset, readOffsets, saveOffsets } from './store-offsets.ts'
import { bumpOddsVersion, lockedOddsVersion } from './store-prices.ts'

const HEAD_PATH = PathId(1)
const PLATFORM = MerchantId(0)
const TWICE = { path: 'offsets', field: '差额', message: '同一差额重复提交' }

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
  if (new Set(offsets.map(nameOf)).size !== offsets.length) return refuse('badParameter', {}, { issues: [TWICE] })
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
  await saveOffsets(tx, { merchantId: merchant.id, gameId: game.id }, changed)
  const changes = changed.map((one) => ({
    field: `${nameOf(one)} offset`,
    label: `${priceOf(one)?.label} 差额`,
    before: offsetText(before.get(nameOf(one)) ?? 0n),
    after: offsetText(one.offset),
  }))
  const record = { id: nextId(), at, operatorId: operator.id, operatorName: operator.name, ip: operator.ip }
  const targetName = `${merchant.name} ${game.name}`
  await logChanges(tx, PLATFORM, [{ ...record, pathId: HEAD_PATH, targetName, action: 'oddsOffset', changes }])
  const groupIds = [...new Set(changed.flatMap((one) => priceOf(one)?.groupId ?? []))]
  tx.afterCommit(() =>
    order.live.publish(oddsEvent({ merchantId: merchant.id, gameId: game.id, periodNo: null, groupIds, at })),
  )
  return { version }
}
