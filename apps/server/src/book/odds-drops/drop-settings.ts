import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { oddsDropLog, oddsDropQuery, oddsDropSet } from '@strata/contract/endpoints/odds-drops'
import { DROP_REFUSAL_WORDS, STREAK_REFUSAL_WORDS } from '@strata/contract/words'
import { type Game, gameById, playOf } from '@strata/domain/games/catalogue'
import { checkDropSteps, type DropStep, dropKey } from '@strata/domain/games/drops'
import { formatOdds } from '@strata/domain/games/price'
import { checkStreakSteps, hasStreaks, type StreakStep } from '@strata/domain/games/streaks'
import { type GameId, MerchantId } from '@strata/domain/ids'
import { formatMoney, type Money, type Odds, parseMoney } from '@strata/domain/money'
import { type LoggedChange, logAction } from '../../access/audit-log.ts'
import type { Caller } from '../../access/session.ts'
import { dropsVersion, nextDropsVersion } from '../../games/prices.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Pool, Tx } from '../../platform/db.ts'
import { namedTwice } from '../../platform/named-twice.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { keyNameOf } from './apply-drops.ts'
import {
  type DropLogFilter,
  type DropLogRow,
  putDropSteps,
  readDropLog,
  readDropSteps,
  type StoredSteps,
} from './store-drops.ts'

type SetRequest = ParsedRequestOf<typeof oddsDropSet>
type WireSteps = SetRequest['items'][number]

/** The merchant id for matters of the platform. */
const PLATFORM = MerchantId(0)

const NO_STREAKS = '组合玩法没有长龙'

const wrong = (at: number, message: string): Refusal => badField(`items.${at}`, message, '自动降赔')

/** Amounts and odds have the same unit: 1/10,000. The contract has checked the text. */
const unitsOf = (text: string): bigint => {
  const parsed = parseMoney(text)
  if (!parsed.ok) throw new Error(`not a number: ${text}`)
  return parsed.value
}

const toSteps = (steps: WireSteps['steps']): DropStep[] =>
  steps.map(({ stake, drop, floor }) => ({
    stake: unitsOf(stake) as Money,
    drop: unitsOf(drop) as Odds,
    floor: unitsOf(floor) as Odds,
  }))

const toWire = (steps: readonly DropStep[]): WireSteps['steps'] =>
  steps.map(({ stake, drop, floor }) => ({
    stake: formatMoney(stake),
    drop: formatOdds(drop),
    floor: formatOdds(floor),
  }))

const toStreakSteps = (steps: NonNullable<WireSteps['streakSteps']>): StreakStep[] =>
  steps.map(({ draws, drop, floor }) => ({
    draws,
    drop: unitsOf(drop) as Odds,
    floor: unitsOf(floor) as Odds,
  }))

const streaksToWire = (steps: readonly StreakStep[]): NonNullable<WireSteps['streakSteps']> =>
  steps.map(({ draws, drop, floor }) => ({ draws, drop: formatOdds(drop), floor: formatOdds(floor) }))

export async function dropSettings(pool: Pool, gameId: GameId): Promise<ResponseOf<typeof oddsDropQuery> | Refusal> {
  const version = gameById(gameId) && (await dropsVersion(pool, gameId))
  if (version === undefined) return refuse('notFound')
  const items = (await readDropSteps(pool, gameId)).map(({ play, key, steps, streakSteps }) => ({
    playCode: play,
    key,
    steps: toWire(steps),
    streakSteps: streaksToWire(streakSteps),
  }))
  return { gameId, version, items }
}

const nameOf = ({ playCode, key }: Pick<WireSteps, 'playCode' | 'key'>): string => dropKey(playCode, key ?? '')

/** An item in stored form. Streak steps that are not given stay as they are. */
function checkedItem(game: Game, item: WireSteps, before: StoredSteps | undefined, at: number): StoredSteps | Refusal {
  const play = playOf(game.code, item.playCode)
  if (!play) return refuse('unknownItem')
  // 过关 has no prices of its own: the odds of its legs are those of 正码1-6.
  if (item.key === null ? play.prices.length === 0 : !play.prices.some(({ key }) => key === item.key))
    return refuse('unknownItem')
  const steps = toSteps(item.steps)
  const refusal = checkDropSteps(steps)
  if (refusal) return wrong(at, DROP_REFUSAL_WORDS[refusal])
  const streakSteps = item.streakSteps ? toStreakSteps(item.streakSteps) : (before?.streakSteps ?? [])
  if (streakSteps.length > 0 && !hasStreaks(play)) return wrong(at, NO_STREAKS)
  const streakRefusal = checkStreakSteps(streakSteps)
  if (streakRefusal) return wrong(at, STREAK_REFUSAL_WORDS[streakRefusal])
  return { gameId: game.id, play: play.code, key: item.key, steps, streakSteps }
}

const textOf = ({ steps, streakSteps }: StoredSteps): string =>
  [
    ...toWire(steps).map(({ stake, drop, floor }) => `占成${stake}降${drop}不低于${floor}`),
    ...streaksToWire(streakSteps).map(({ draws, drop, floor }) => `长龙${draws}期降${drop}不低于${floor}`),
  ].join('；')

function changesOf(game: Game, before: readonly StoredSteps[], items: readonly StoredSteps[]): LoggedChange[] {
  const known = new Map(before.map((one) => [dropKey(one.play, one.key ?? ''), textOf(one)]))
  return items.flatMap((item): LoggedChange[] => {
    const field = dropKey(item.play, item.key ?? '')
    const [was, is] = [known.get(field) ?? '', textOf(item)]
    if (was === is) return []
    const play = playOf(game.code, item.play)?.name ?? item.play
    const label = `${play} ${item.key === null ? '全部' : keyNameOf(game.id, item.play, item.key)} 自动降赔`
    return [{ field: `drop ${field}`, label, before: was, after: is }]
  })
}

/**
 * Replaces the steps of some price keys, all or none, and logs the changes. Periods on sale follow within a second.
 * Order of refusals: unknown game; a version that is not current (40902); a price key named twice; an unknown price key
 * or invalid steps, in the order of the list.
 */
export async function setDropSteps(
  tx: Tx,
  { caller, clock }: { readonly caller: Caller; readonly clock: Clock },
  request: SetRequest,
): Promise<ResponseOf<typeof oddsDropSet> | Refusal> {
  const game = gameById(request.gameId)
  if (!game) return refuse('notFound')
  const version = await nextDropsVersion(tx, game.id, request.version)
  if (version instanceof Refusal) return version
  const twice = namedTwice(request.items.map(nameOf))
  if (twice >= 0) return wrong(twice, '同一赔率重复提交')
  const before = await readDropSteps(tx, game.id)
  const known = new Map(before.map((one) => [dropKey(one.play, one.key ?? ''), one]))
  const items: StoredSteps[] = []
  for (const [at, item] of request.items.entries()) {
    const checked = checkedItem(game, item, known.get(nameOf(item)), at)
    if (checked instanceof Refusal) return checked
    items.push(checked)
  }
  const changes = changesOf(game, before, items)
  await putDropSteps(tx, game.id, items)
  const target = { merchantId: PLATFORM, pathId: HEAD_PATH, targetName: game.name }
  await logAction(tx, caller, { ...target, action: 'odds', changes }, clock())
  return { version }
}

type LogRequest = ParsedRequestOf<typeof oddsDropLog>

export const dropLogFilter = ({ gameId, periodNo, playCode }: LogRequest): DropLogFilter => ({
  gameId,
  periodNo: periodNo ?? null,
  play: playCode ?? null,
})

export const dropOnWire = (game: Game, line: DropLogRow): ResponseOf<typeof oddsDropLog>['items'][number] => ({
  id: String(line.id),
  at: Number(line.at),
  periodNo: line.period_no,
  playCode: line.play,
  playName: playOf(game.code, line.play)?.name ?? line.play,
  key: line.price_key,
  keyName: keyNameOf(game.id, line.play, line.price_key),
  cause: line.cause,
  held: formatMoney(line.held as Money),
  streak: line.streak,
  before: formatOdds(line.drop_before as Odds),
  after: formatOdds(line.drop_after as Odds),
  floor: formatOdds(line.floor_odds as Odds),
  resetBy: line.reset_by,
})

export async function dropLog(pool: Pool, request: LogRequest): Promise<ResponseOf<typeof oddsDropLog> | Refusal> {
  const { gameId, pageIndex, pageSize } = request
  const game = gameById(gameId)
  if (!game) return refuse('notFound')
  const filter = dropLogFilter(request)
  const { items, total } = await readDropLog(pool, filter, {
    limit: pageSize,
    offset: (pageIndex - 1) * pageSize,
    descending: request.sortInfo?.direction !== 0,
  })
  return {
    items: items.map((line) => dropOnWire(game, line)),
    total,
    pageIndex,
    pageSize,
  }
}
