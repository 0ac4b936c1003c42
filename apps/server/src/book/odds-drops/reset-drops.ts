import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { oddsDropReset } from '@strata/contract/endpoints/odds-drops'
import { DROP_CAUSE_WORDS } from '@strata/contract/words'
import { gameById, playOf } from '@strata/domain/games/catalogue'
import { dropKey, NO_DROP } from '@strata/domain/games/drops'
import { formatOdds } from '@strata/domain/games/price'
import type { Money } from '@strata/domain/money'
import { type LoggedChange, logAction } from '../../access/audit-log.ts'
import type { Caller } from '../../access/session.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Tx } from '../../platform/db.ts'
import { nextId } from '../../platform/ids.ts'
import { namedTwice } from '../../platform/named-twice.ts'
import { badField, type Refusal, refuse } from '../../platform/refusal.ts'
import { HEAD_MERCHANT, listMerchantIds } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { type DropDeps, keyNameOf, putDrops } from './apply-drops.ts'
import { heldByKey } from './drop-held.ts'
import { droppingPeriods, putResets, readDrops, type StoredDrop } from './store-drops.ts'

type Request = ParsedRequestOf<typeof oddsDropReset>

interface ResetDeps {
  readonly caller: Caller
  readonly clock: Clock
  readonly live: DropDeps['live']
}

const lineOf = (gameId: Request['gameId'], { play, key, cause, drop }: StoredDrop): LoggedChange => ({
  field: `dropReset ${dropKey(play, key)} ${cause}`,
  label: `${playOf(gameById(gameId)?.code ?? '', play)?.name ?? play} ${keyNameOf(gameId, play, key)} ${DROP_CAUSE_WORDS[cause]}降赔复位`,
  before: formatOdds(drop),
  after: '0',
})

/**
 * odds/drop/reset: gives price keys their full odds back for the rest of a period. Stakes held until now no longer
 * count for them, later ones do; a streak no longer counts in this period. Refused in this order: an unknown game; a
 * price key named twice; a period that is not on sale; none of the price keys stands lower.
 */
export async function resetDrops(
  tx: Tx,
  { caller, clock, live }: ResetDeps,
  { gameId, periodNo, items }: Request,
): Promise<ResponseOf<typeof oddsDropReset> | Refusal> {
  const game = gameById(gameId)
  if (!game) return refuse('notFound')
  const asked = items.map(({ playCode, key }) => dropKey(playCode, key))
  const twice = namedTwice(asked)
  if (twice >= 0) return badField(`items.${twice}.key`, '同一赔率重复提交', '赔率')
  const names = new Set(asked)
  const at = clock()
  const period = (await droppingPeriods(tx, at)).find((one) => one.gameId === gameId && one.periodNo === periodNo)
  if (!period) return refuse('nothingDropped')
  const drops = (await readDrops(tx, period.periodId)).filter(
    ({ play, key, drop }) => drop > 0n && names.has(dropKey(play, key)),
  )
  if (drops.length === 0) return refuse('nothingDropped')
  const held = await heldByKey(tx, await listMerchantIds(tx), period, new Set(drops.map(({ play }) => play)))
  const heldOf = ({ play, key }: StoredDrop): Money => held.get(dropKey(play, key)) ?? (0n as Money)
  const keys = new Map(drops.map((drop) => [dropKey(drop.play, drop.key), { ...drop, held: heldOf(drop) }]))
  await putResets(tx, period.periodId, [...keys.values()], at)
  const changes = drops.map((drop) => ({
    ...drop,
    ...NO_DROP,
    id: nextId(),
    before: drop.drop,
    held: drop.cause === 'stake' ? heldOf(drop) : (0n as Money),
  }))
  await putDrops(tx, live, period, changes, { at, resetBy: caller.account.name })
  const logged = drops.map((drop) => lineOf(gameId, drop))
  const target = { merchantId: HEAD_MERCHANT, pathId: HEAD_PATH, targetName: `${game.name} ${periodNo}期` }
  await logAction(tx, caller, { ...target, action: 'odds', changes: logged }, at)
  return { reset: keys.size }
}
