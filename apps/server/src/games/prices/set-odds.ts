import { type Game, gameById, type Play, playOf } from '@strata/domain/games/catalogue'
import { formatOdds, formatQuote, LOWEST_ODDS, parseOdds, type WireQuote } from '@strata/domain/games/price'
import { type GameId, type GroupId, MerchantId, PathId } from '@strata/domain/ids'
import type { Odds } from '@strata/domain/money'
import type { Pankou } from '@strata/domain/pankou'
import { type LoggedChange, logActions, type Operator } from '../../access/audit-log.ts'
import type { Queryable, Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { namedTwice } from '../../platform/named-twice.ts'
import { badField, Refusal, refusalText, refuse } from '../../platform/refusal.ts'
import { oddsEvent } from '../periods/announce-period.ts'
import {
  insertPriceVersion,
  lastPriceVersions,
  type PriceFields,
  priceVersionsAfter,
  type RecordedPrice,
} from './store-price-changes.ts'
import { lockedOddsVersion, type PriceChange, readStoredPrices, type StoredPrice, setPrices } from './store-prices.ts'

const HEAD_PATH = PathId(1)
const PLATFORM = MerchantId(0)

/** One price to change; absent fields do not change. */
export interface OddsChange {
  readonly playCode: string
  readonly key: string
  readonly pankou: Pankou
  readonly quote?: WireQuote
  /** As on the wire ("1.01"). */
  readonly floor?: string
  readonly open?: boolean
}

export interface OddsOrder {
  readonly gameId: GameId
  /** The version that the operator saw. */
  readonly version: number
  readonly changes: readonly OddsChange[]
  readonly operator: Operator
  readonly at: number
  /** Screens are notified after commit. */
  readonly live: Pick<LiveHub, 'publish'>
  /** Judges the changes when all are valid, before anything is written. */
  readonly guard?: (changes: readonly PriceChange[]) => Refusal | undefined
}

const wrong = (message: string): Refusal => badField('prices', message)

/** Somebody saved first: who, when, and both versions. */
export async function conflictOf(
  on: Queryable,
  gameId: GameId,
  versions: { readonly asked: number; readonly inForce: number },
): Promise<Refusal> {
  const [last] = await lastPriceVersions(on, gameId, 1)
  const by = last && last.version > versions.asked ? { operatorName: last.operatorName, at: last.at } : {}
  return refuse('changed', {}, { asked: versions.asked, version: versions.inForce, ...by })
}

const nameOf = (at: { readonly play: string; readonly priceKey: string; readonly pankou: string }): string =>
  `${at.play} ${at.priceKey} ${at.pankou}`

/** The parts of a quote; undefined unless they are exactly the parts of this play. */
function partsOf(play: Play, quote: WireQuote): Odds[] | undefined {
  const names = play.payoutKind === 'tiers' ? play.tiers.map((tier) => tier.code) : null
  if ((names === null) !== (typeof quote === 'string')) return undefined
  const texts = typeof quote === 'string' ? [quote] : (names ?? []).map((name) => quote[name])
  if (typeof quote !== 'string' && Object.keys(quote).length !== texts.length) return undefined
  const parts = texts.map((text) => parseOdds(text))
  return parts.every((part) => part.ok) ? parts.map((part) => part.value) : undefined
}

function checkedChange(game: Game, stored: StoredPrice, change: OddsChange): PriceChange | Refusal {
  const play = playOf(game.code, change.playCode)
  if (!play) return refuse('unknownItem')
  const floor = change.floor === undefined ? undefined : parseOdds(change.floor)
  if (floor && (!floor.ok || floor.value < LOWEST_ODDS)) return wrong(`最低赔率不能低于${formatOdds(LOWEST_ODDS)}`)
  const parts = partsOf(play, change.quote ?? stored.base)
  if (!parts) return wrong('赔率格式不正确')
  const lowest = floor?.ok ? floor.value : (stored.floor as Odds)
  if (parts.some((part) => part < lowest)) return wrong(`赔率不能低于最低赔率${formatOdds(lowest)}`)
  return {
    play: change.playCode,
    priceKey: change.key,
    pankou: change.pankou,
    ...(change.quote === undefined ? {} : { base: formatQuote(play, change.key, parts) }),
    ...(floor?.ok ? { floor: floor.value } : {}),
    ...(change.open === undefined ? {} : { open: change.open }),
  }
}

/** The history record of one change; undefined if no field changed. */
export function recordOf(stored: StoredPrice | undefined, change: PriceChange): RecordedPrice[] {
  if (!stored) return []
  const was: PriceFields = { quote: stored.base, floor: formatOdds(stored.floor as Odds), open: stored.open }
  const now: PriceFields = {
    ...(change.base === undefined ? {} : { quote: change.base }),
    ...(change.floor === undefined ? {} : { floor: formatOdds(change.floor) }),
    ...(change.open === undefined ? {} : { open: change.open }),
  }
  const names = (['quote', 'floor', 'open'] as const).filter(
    (name) => now[name] !== undefined && JSON.stringify(now[name]) !== JSON.stringify(was[name]),
  )
  if (names.length === 0) return []
  const only = (fields: PriceFields): PriceFields => Object.fromEntries(names.map((name) => [name, fields[name]]))
  const { play, priceKey: key, pankou } = change
  return [{ play, key, pankou, before: only(was), after: only(now) }]
}

const textOf = (quote: WireQuote): string => (typeof quote === 'string' ? quote : Object.values(quote).join('/'))

function logOf(game: Game, stored: StoredPrice, change: PriceChange): LoggedChange[] {
  const play = playOf(game.code, change.play)
  const name = play?.prices.find((price) => price.key === change.priceKey)?.name ?? change.priceKey
  const label = `${play?.name ?? change.play} ${name} ${change.pankou}盘`
  const field = nameOf(change)
  const fields: [string, string, string, string | undefined][] = [
    ['quote', '赔率', textOf(stored.base), change.base === undefined ? undefined : textOf(change.base)],
    ['floor', '最低赔率', formatOdds(stored.floor as Odds), change.floor && formatOdds(change.floor)],
    ['open', '开放', stored.open ? '是' : '否', change.open === undefined ? undefined : change.open ? '是' : '否'],
  ]
  return fields.flatMap(([part, word, before, after]) =>
    after === undefined || after === before
      ? []
      : [{ field: `${field} ${part}`, label: `${label} ${word}`, before, after }],
  )
}

const log = (tx: Tx, order: OddsOrder, targetName: string, changes: readonly LoggedChange[]): Promise<void> =>
  logActions(tx, PLATFORM, order, [{ pathId: HEAD_PATH, targetName, action: 'odds', changes }])

const groupsOf = (game: Game, prices: readonly { readonly play: string }[]): GroupId[] => [
  ...new Set(prices.flatMap(({ play }) => playOf(game.code, play)?.groupId ?? [])),
]

function tell(
  tx: Tx,
  { live, gameId, at }: Pick<OddsOrder, 'live' | 'gameId' | 'at'>,
  groupIds: readonly GroupId[],
): void {
  tx.afterCommit(() => live.publish(oddsEvent({ merchantId: PLATFORM, gameId, periodNo: null, groupIds, at })))
}

interface Judged {
  readonly changes: readonly PriceChange[]
  readonly logged: readonly LoggedChange[]
}

/** Every change checked; refused with the first fault, and all of them in the refusal's data. */
function judgeAll(
  game: Game,
  changes: readonly OddsChange[],
  storedOf: (change: OddsChange) => StoredPrice | undefined,
): Judged | Refusal {
  const judged: PriceChange[] = []
  const logged: LoggedChange[] = []
  const faults: { readonly refusal: Refusal; readonly at: number }[] = []
  for (const [at, change] of changes.entries()) {
    const before = storedOf(change)
    const checked = before ? checkedChange(game, before, change) : refuse('unknownItem')
    if (checked instanceof Refusal) faults.push({ refusal: checked, at })
    else {
      judged.push(checked)
      logged.push(...(before ? logOf(game, before, checked) : []))
    }
  }
  const [first] = faults
  if (!first) return { changes: judged, logged }
  const issues = faults.map(({ refusal, at }) => ({
    path: `prices.${at}`,
    field: '赔率',
    message: refusalText(refusal),
  }))
  return new Refusal(first.refusal.name, first.refusal.details, { issues })
}

/**
 * Changes a game's prices, all or none, and logs the changes; the next batch of every merchant uses them. Refused
 * in this order: unknown game; the version is not the one in force (40902); a price named twice; prices that do
 * not exist or quotes that are malformed or below their floor (all are listed); what the guard refuses.
 */
export async function setOdds(tx: Tx, order: OddsOrder): Promise<{ readonly version: number } | Refusal> {
  const game = gameById(order.gameId)
  const inForce = game && (await lockedOddsVersion(tx, game.id))
  if (!game || inForce === undefined) return refuse('notFound')
  if (inForce !== order.version) return conflictOf(tx, game.id, { asked: order.version, inForce })
  const names = order.changes.map((change) => ({ play: change.playCode, priceKey: change.key, pankou: change.pankou }))
  const twice = namedTwice(names.map(nameOf))
  if (twice >= 0) return badField(`prices.${twice}`, '同一赔率重复提交', '赔率')
  const stored = new Map((await readStoredPrices(tx, game.id, names)).map((price) => [nameOf(price), price]))
  const judged = judgeAll(game, order.changes, ({ playCode, key, pankou }) =>
    stored.get(nameOf({ play: playCode, priceKey: key, pankou })),
  )
  if (judged instanceof Refusal) return judged
  const { changes, logged } = judged
  const guarded = order.guard?.(changes)
  if (guarded) return guarded
  const version = await setPrices(tx, game.id, inForce, changes)
  if (version === undefined) throw new Error(`prices of game ${game.id} changed under their lock`)
  const { id: operatorId, name: operatorName } = order.operator
  const recorded = changes.flatMap((change) => recordOf(stored.get(nameOf(change)), change))
  await insertPriceVersion(tx, game.id, { version, at: order.at, operatorId, operatorName, changes: recorded })
  await log(tx, order, game.name, logged)
  tell(tx, order, groupsOf(game, changes))
  return { version }
}

/**
 * Restores the prices of an earlier version, of one pankou or of all, as a change with a new version. Refusals besides those of
 * setOdds, after changed: badParameter (no earlier version), stateForbids (nothing changed since, or a new lunar
 * year began in between, so that the old prices are wrong now).
 */
export async function undoOdds(
  tx: Tx,
  order: Omit<OddsOrder, 'changes'> & { readonly pankou: Pankou | undefined; readonly undoTo: number },
): Promise<{ readonly version: number } | Refusal> {
  const { pankou, undoTo, ...rest } = order
  const game = gameById(order.gameId)
  const inForce = game && (await lockedOddsVersion(tx, game.id))
  if (!game || inForce === undefined) return refuse('notFound')
  if (inForce !== order.version) return conflictOf(tx, game.id, { asked: order.version, inForce })
  if (undoTo < 1 || undoTo >= inForce) return badField('undoTo', '没有这个更早的版本')
  const since = await priceVersionsAfter(tx, game.id, undoTo)
  if (since.some((one) => one.operatorId === 0)) return refuse('stateForbids')
  const first = new Map<string, OddsChange>()
  for (const { play: playCode, key, pankou: letter, before } of since.flatMap((one) => one.changes)) {
    if (pankou !== undefined && letter !== pankou) continue
    const name = `${playCode} ${key} ${letter}`
    // The oldest change of each field counts.
    first.set(name, { playCode, key, pankou: letter as Pankou, ...before, ...first.get(name) })
  }
  return first.size === 0 ? refuse('stateForbids') : setOdds(tx, { ...rest, changes: [...first.values()] })
}
