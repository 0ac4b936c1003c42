import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { boardCommon, specialNumbers } from '@strata/contract/endpoints/book'
import { netOf } from '@strata/domain/book/exposure'
import { type AmountMode, warningOf } from '@strata/domain/book/net'
import { gameById, groupsOfGame, NUMBERS, type Play, playsOfGame } from '@strata/domain/games/catalogue'
import { dropKey } from '@strata/domain/games/drops'
import { itemName } from '@strata/domain/games/item'
import { formatOdds } from '@strata/domain/games/price'
import type { PreparedDraw } from '@strata/domain/games/settle'
import { GameId, type GroupId, type MerchantId, type PathId } from '@strata/domain/ids'
import { formatMoney, type Money, type Odds } from '@strata/domain/money'
import type { Pankou } from '@strata/domain/pankou'
import { type AutoSetting, overrideKey } from '@strata/domain/replenishment/sender-terms'
import { ROLE, type Role } from '@strata/domain/tree'
import type { Caller } from '../../access/session.ts'
import { lastDroppedOf, type Period } from '../../games/periods.ts'
import { businessDay } from '../../platform/business-day.ts'
import type { Queryable } from '../../platform/db.ts'
import { Refusal, refuse } from '../../platform/refusal.ts'
import { type ReplenishmentSettings, readSumSettings, settingsOf } from '../../settings/replenishment-settings.ts'
import { HEAD_MERCHANT, listMerchantIds } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import type { MerchantSnapshot } from '../../tree/snapshot.ts'
import type { ExposureRow } from '../exposures/store-exposures.ts'
import { type GamePrices, highestOf, itemAt } from '../open-games/catalogue-book.ts'
import { type ItemFigures, playFigures, totalsOf } from './board-figures.ts'
import { type BoardDeps, readSources, type Scope } from './board-sources.ts'
import { batchSince, boardVersion, versionBatch } from './board-version.ts'
import { resultsByNumber, SPECIAL_PLAYS, specialOutcomes } from './special-number-board.ts'

export type BoardRequest = ParsedRequestOf<typeof boardCommon>
export type BoardAnswer = ResponseOf<typeof boardCommon>
type Row = BoardAnswer['rows'][number]

/** Everything a board is made from, read once. */
export interface Board {
  readonly request: BoardRequest
  readonly period: Period
  readonly rows: readonly ExposureRow[]
  readonly prices: GamePrices
  readonly pankou: Pankou
  readonly settings: ReplenishmentSettings | null
  readonly controls: ReadonlyMap<GroupId, AutoSetting>
  readonly draw: PreparedDraw | null
  /** For price keys that are lowered by streak: draws won in a row. */
  readonly streaks: ReadonlyMap<string, number>
  /** The first batch that the screen may have missed. Null: it needs all rows. */
  readonly since: bigint | null
  readonly scope: Scope
  /** A key of everything besides figures and prices that affects the rows. */
  readonly shows: string
  readonly answer: Pick<BoardAnswer, 'period' | 'version'>
}

/** The path that a board is for: a node of the tree. */
interface Viewer {
  readonly id: PathId
  readonly role: Role
  readonly merchantId: MerchantId
}

/** The caller's own path, or the path below whose seat it takes. Undefined: it may not take this seat. */
const HEAD_PLACE = { merchantId: HEAD_MERCHANT, pathId: HEAD_PATH }

function viewerOf(caller: Caller, seat: PathId | undefined): Viewer | undefined {
  const own = { id: caller.path.id, role: caller.role, merchantId: caller.merchantId }
  if (seat === undefined || seat === own.id) return own
  const taken = caller.targets.get(seat)
  return taken && taken.role <= ROLE.agent ? taken : undefined
}

async function scopeOf(
  deps: Pick<BoardDeps<Queryable>, 'pool'>,
  caller: Caller,
  viewer: Viewer,
  named: PathId | undefined,
): Promise<Scope | undefined> {
  const target = named === undefined || named === viewer.id ? undefined : caller.targets.get(named)
  if (viewer.role !== ROLE.head) {
    if (target && !target.lineage.includes(viewer.id)) return undefined
    const role = viewer.role as Scope['role']
    return { merchantIds: [viewer.merchantId], holder: viewer.id, role, through: target?.id ?? null }
  }
  const head = { holder: HEAD_PATH, role: 0 } as const
  if (!target) return { ...head, merchantIds: await listMerchantIds(deps.pool), through: null }
  return { ...head, merchantIds: [target.merchantId], through: target.role === ROLE.merchant ? null : target.id }
}

/** A board is made of exposures, which leave with the orders of their day. */
async function goneBoard<P extends Queryable>({ pool, clock }: BoardDeps<P>, { day }: Period): Promise<Refusal | null> {
  if (day >= businessDay(clock())) return null
  const through = await lastDroppedOf(pool, { from: day })
  return through === null ? null : refuse('boardNotStored', { through })
}

export async function openBoard<P extends Queryable>(
  deps: BoardDeps<P>,
  caller: Caller,
  request: BoardRequest,
  plays: readonly Play[] | null,
): Promise<Board | Refusal> {
  const { gameId, periodNo } = request
  if (!gameById(gameId)) return refuse('notFound')
  const viewer = viewerOf(caller, request.seat)
  const scope = viewer && (await scopeOf(deps, caller, viewer, request.agentPathsId))
  if (!scope) return refuse('notFound')
  const readAt = Date.now()
  const asked = { gameId, periodNo, plays: plays?.map((play) => play.code) ?? null }
  const sources = await (deps.cache ? deps.cache.read(scope, asked) : readSources(deps, scope, asked))
  if (!sources) return refuse('notFound')
  const gone = await goneBoard(deps, sources.period)
  if (gone) return gone
  const { period, rows, odds, snapshot, prices, drawn } = sources
  const terms = snapshot?.terms(scope.holder, gameId)
  const pankou = request.pankou ?? terms?.replenishPankou ?? terms?.pankou[0] ?? 'A'
  const { state, openAt, closeAt, hedgeCloseAt, drawAt, resultVersion } = period
  const times = {
    periodNo: period.periodNo,
    state,
    openAt,
    closeAt,
    hedgeCloseAt,
    drawAt,
    serverNow: deps.clock(),
  }
  let last = 0n
  // Figures of a subtree are summed for each request and are always new.
  if (scope.through === null) for (const { changed } of rows) if (changed > last) last = changed
  // Over the sum of merchants the head has only its lines.
  const sum = snapshot === null ? await readSumSettings(deps.pool, HEAD_PLACE) : null
  const ofSum = sum?.get(gameId) ?? null
  const configVersion = snapshot?.configVersion ?? BigInt(ofSum?.version ?? 0)
  const marks = odds.mark + configVersion + BigInt(resultVersion)
  const shows = [request.pankou ?? '', pankou, request.amount, state, odds.mark, configVersion, resultVersion]
  return {
    request,
    period,
    rows,
    prices,
    pankou,
    settings: snapshot ? settingsOf(snapshot, scope.holder, gameId) : ofSum,
    controls: snapshot ? controlsOf(snapshot, scope, gameId) : NO_CONTROLS,
    draw: drawn?.draw ?? null,
    streaks: odds.streaks,
    since: batchSince(request.sinceVersion, marks),
    scope,
    shows: shows.join(' '),
    answer: {
      period: drawn ? { ...times, result: drawn.balls } : times,
      version: boardVersion(scope.through === null ? versionBatch(last, readAt) : last, marks),
    },
  }
}

function oddsAt(board: Board, play: Play, itemCode: string): Pick<Row, 'odds' | 'drop' | 'streak' | 'stop'> {
  const stop = board.prices.stops[play.code]
  if (stop) return { odds: '0', stop: stop.reason }
  const item = itemAt(play.gameId, play.code, itemCode)
  const odds = (item && board.prices.at(item, board.pankou)?.quote) ?? '0'
  const drop = item ? board.prices.dropOf(item, board.pankou) : 0n
  if (drop === 0n) return { odds }
  const streak = board.streaks.get(dropKey(play.code, itemCode))
  return { odds, drop: formatOdds(drop as Odds), ...(streak === undefined ? {} : { streak }) }
}

/** The automatic settings that limit what the holder keeps: those of its fly-outs where its excess flies out. */
function controlsOf(snapshot: MerchantSnapshot, { holder, role }: Scope, gameId: GameId): Board['controls'] {
  const { auto, flyOut } = settingsOf(snapshot, holder, gameId)
  return role === ROLE.head || snapshot.terms(holder, gameId)?.acceptType === 4 ? flyOut : auto
}

function holdLimitOf(controls: Board['controls'], play: Play, itemCode: string): { holdLimit?: string | null } {
  const auto = controls.get(play.groupId)
  if (!auto?.enabled || auto.mode !== 'stake') return {}
  const override = auto.items.get(overrideKey({ playCode: play.code, itemCode }))
  const limit = override === undefined ? auto.holdLimit : override
  return { holdLimit: limit === null ? null : formatMoney(limit) }
}

const NO_CONTROLS: Board['controls'] = new Map()
export const NO_LINES = { amount: null, loss: null }

function outcomeAt(draw: PreparedDraw, play: Play, itemCode: string): NonNullable<Row['outcome']> {
  const outcome = draw.outcome(play.code, itemCode)
  const tier = outcome.result === 'win' ? play.tiers[outcome.tier]?.code : undefined
  return tier === undefined ? { result: outcome.result } : { result: outcome.result, tier }
}

const hitsOf = ({ prices }: Board, play: Play, itemCode: string): number => {
  const item = play.payoutKind === 'multi' ? itemAt(play.gameId, play.code, itemCode) : null
  return item ? prices.hitsOf(item) : 1
}

const wireRows = new WeakMap<ItemFigures, Row>()

/** The row of an item, cached for this board and others with the same figures and settings. */
export function rowOf(board: Board, play: Play, item: ItemFigures): Row {
  const known = wireRows.get(item) ?? makeRow(board, play, item)
  wireRows.set(item, known)
  return known
}

function makeRow(board: Board, play: Play, item: ItemFigures): Row {
  const { itemCode, market, all, shown, netAmount } = item
  const net = netOf(all)
  const lines = board.settings?.warnings.get(play.groupId) ?? NO_LINES
  const row: Row = {
    playCode: play.code,
    itemCode,
    itemName: itemName(play, itemCode),
    ...oddsAt(board, play, itemCode),
    betCount: shown.betCount,
    betAmount: formatMoney(shown.betAmount),
    held: formatMoney(shown.held),
    in: formatMoney(shown.in),
    out: formatMoney(shown.out),
    through: formatMoney(shown.through),
    pending: formatMoney(shown.pending),
    net: formatMoney(net),
    netAmount: formatMoney(netAmount),
    warn: warningOf({ net, netAmount }, lines),
    ...holdLimitOf(board.controls, play, itemCode),
  }
  if (market !== null) row.market = market
  const hits = hitsOf(board, play, itemCode)
  if (hits > 1) row.hits = hits
  if (board.draw) row.outcome = outcomeAt(board.draw, play, itemCode)
  return row
}

export interface Shown {
  readonly play: Play
  readonly item: ItemFigures
}

interface Made {
  readonly prices: GamePrices
  readonly values: Map<string, unknown>
}
const made = new WeakMap<readonly ExposureRow[], Made>()
const MAX_MADE = 16

/**
 * Computes a value once for all screens with the same figures, prices and settings. It must not depend on the request.
 */
function once<T>(board: Board, name: string, make: () => T): T {
  const { rows, prices, shows } = board
  let known = made.get(rows)
  if (known?.prices !== prices || known.values.size >= MAX_MADE) {
    known = { prices, values: new Map() }
    made.set(rows, known)
  }
  const key = `${name} ${shows}`
  const value = (known.values.get(key) as T | undefined) ?? make()
  known.values.set(key, value)
  return value
}

export const itemsOf = (board: Board, plays: readonly Play[]): readonly Shown[] =>
  once(board, `items ${plays.map(({ code }) => code).join()}`, () => makeItems(board, plays))

function makeItems(board: Board, plays: readonly Play[]): readonly Shown[] {
  const mode: AmountMode = board.request.amount
  const wanted = { pankou: board.request.pankou, mode, options: board.prices.rules.options }
  const byPlay = Map.groupBy(board.rows, (row) => row.play)
  return plays.flatMap((play) =>
    playFigures(byPlay.get(play.code) ?? [], play, wanted).map((item): Shown => ({ play, item })),
  )
}

const compareText = (one: string, two: string): number => (one < two ? -1 : one > two ? 1 : 0)
const compareBig = (one: bigint, two: bigint): number => (one < two ? -1 : one > two ? 1 : 0)

const SORTS: Readonly<Record<NonNullable<BoardRequest['sortInfo']>['columnName'], (one: Shown, two: Shown) => number>> =
  {
    itemCode: (one, two) => compareText(one.item.itemCode, two.item.itemCode),
    // Sorting by odds keeps the order of the catalogue, which is the order of the price list.
    odds: () => 0,
    betCount: (one, two) => one.item.shown.betCount - two.item.shown.betCount,
    betAmount: (one, two) => compareBig(one.item.shown.betAmount, two.item.shown.betAmount),
    held: (one, two) => compareBig(one.item.shown.held, two.item.shown.held),
    net: (one, two) => compareBig(netOf(one.item.all), netOf(two.item.all)),
    netAmount: (one, two) => compareBig(one.item.netAmount, two.item.netAmount),
  }

export function sorted(board: Board, shown: readonly Shown[]): readonly Shown[] {
  const { sortInfo } = board.request
  if (!sortInfo) return shown
  const sign = sortInfo.direction === 1 ? -1 : 1
  if (sortInfo.columnName !== 'odds') {
    const compare = SORTS[sortInfo.columnName]
    return shown.toSorted((one, two) => sign * compare(one, two))
  }
  const oddsOf = ({ play, item }: Shown): bigint => {
    const at = itemAt(play.gameId, play.code, item.itemCode)
    const price = at && board.prices.at(at, board.pankou)
    return price ? highestOf(price.odds) : 0n
  }
  return shown.toSorted((one, two) => sign * compareBig(oddsOf(one), oddsOf(two)))
}

export function totalsAnswer(items: readonly ItemFigures[]): BoardAnswer['totals'] {
  const { figures, net, best, worst } = totalsOf(items)
  const shown = (amount: Money | null): string | null => (amount === null ? null : formatMoney(amount))
  return {
    betCount: figures.betCount,
    betAmount: formatMoney(figures.betAmount),
    held: formatMoney(figures.held),
    in: formatMoney(figures.in),
    out: formatMoney(figures.out),
    through: formatMoney(figures.through),
    pending: formatMoney(figures.pending),
    net: formatMoney(net),
    best: shown(best),
    worst: shown(worst),
  }
}

/** The rows that the screen does not have yet. */
export function fresh<T extends { readonly item: ItemFigures }>(board: Board, shown: readonly T[]): readonly T[] {
  const { since } = board
  return since === null ? shown : shown.filter(({ item }) => item.changed >= since)
}

function boardOf(board: Board, plays: readonly Play[]): BoardAnswer {
  const shown = itemsOf(board, plays)
  return {
    ...board.answer,
    rows: sorted(board, fresh(board, shown)).map(({ play, item }) => rowOf(board, play, item)),
    totals: once(board, `totals ${plays.map(({ code }) => code).join()}`, () =>
      totalsAnswer(shown.map(({ item }) => item)),
    ),
  }
}

/** The plays of a game that a board shows. Null: the group is not of the game, or a play is not of the board. */
export function playsAsked(request: BoardRequest, ofBoard: (play: Play) => boolean): readonly Play[] | null {
  const game = gameById(request.gameId)
  if (!game) return null
  const { playCodes } = request
  const all = playsOfGame(game.code).filter(ofBoard)
  const plays = playCodes ? all.filter(({ code }) => playCodes.includes(code)) : all
  if (playCodes?.some((code) => !all.some((play) => play.code === code))) return null
  if (request.groupId === undefined) return plays
  const known = groupsOfGame(GameId(request.gameId)).some((group) => group.id === request.groupId)
  return known ? plays.filter((play) => play.groupId === request.groupId) : null
}

const isCombination = (play: Play): boolean => play.form.kind !== 'one'

/** The plays of each board. */
export const BOARD_PLAYS = {
  common: () => true,
  specialAttributes: (play: Play) => SPECIAL_PLAYS.includes(play) && play.groupCode !== 'TM' && !isCombination(play),
  zm16: (play: Play) => play.game === '6HC' && play.groupCode === 'ZM16',
  zmt: (play: Play) => play.game === '6HC' && play.groupCode === 'ZMT',
  multi: isCombination,
} as const satisfies Record<string, (play: Play) => boolean>

/** A board of items, one row each: common, specialAttributes, zm16, zmt. */
export async function itemBoard<P extends Queryable>(
  deps: BoardDeps<P>,
  caller: Caller,
  request: BoardRequest,
  kind: Exclude<keyof typeof BOARD_PLAYS, 'multi'>,
): Promise<BoardAnswer | Refusal> {
  const plays = playsAsked(request, BOARD_PLAYS[kind])
  if (!plays) return refuse('notFound')
  const board = await openBoard(deps, caller, request, plays)
  return board instanceof Refusal ? board : boardOf(board, plays)
}

/** The 49 numbers with the result of each special-number play if the number is drawn. */
function numbersOf(board: Board) {
  const shown = itemsOf(board, SPECIAL_PLAYS)
  const items = shown.map(({ play, item }) => ({ playCode: play.code, itemCode: item.itemCode, figures: item.all }))
  const results = resultsByNumber(items, specialOutcomes(board.prices.rules), board.request.amount)
  const numberPlays = SPECIAL_PLAYS.filter((play) => play.groupCode === 'TM')
  const first = numberPlays[0]
  if (!first) throw new Error('the catalogue has no special number')
  // Every item affects the result of every number.
  const changed = shown.reduce((last, { item }) => (item.changed > last ? item.changed : last), 0n)
  const onNumbers = Map.groupBy(
    shown.filter(({ play }) => numberPlays.includes(play)),
    ({ item }) => item.itemCode,
  )
  const byNumber = NUMBERS.map((code, index) => {
    const parts = onNumbers.get(code) ?? []
    const plays = results[index] ?? []
    const sums = totalsOf(parts.map(({ item }) => item))
    let netAmount = 0n
    for (const play of plays) netAmount += play.netAmount
    const all = totalsOf(parts.map(({ item }) => ({ ...item, shown: item.all }))).figures
    const item: ItemFigures = {
      itemCode: code,
      market: first.code,
      all,
      shown: sums.figures,
      changed,
      netAmount: netAmount as Money,
    }
    return { play: first, item, plays }
  })
  const playsOf = new Map(byNumber.map(({ item, plays }) => [item.itemCode, plays]))
  return { byNumber, playsOf, totals: totalsAnswer(byNumber.map(({ item }) => item)) }
}

/** 特码总项: the 49 numbers, each with the result of every special-number play if it is drawn. */
export async function specialBoard<P extends Queryable>(
  deps: BoardDeps<P>,
  caller: Caller,
  request: BoardRequest,
): Promise<ResponseOf<typeof specialNumbers> | Refusal> {
  if (gameById(request.gameId)?.code !== '6HC') return refuse('notFound')
  const board = await openBoard(deps, caller, request, SPECIAL_PLAYS)
  if (board instanceof Refusal) return board
  const { byNumber, playsOf, totals } = once(board, 'numbers', () => numbersOf(board))
  const wire = (code: string) =>
    (playsOf.get(code) ?? []).map(({ playCode, net, netAmount }) => ({
      playCode,
      net: formatMoney(net),
      netAmount: formatMoney(netAmount),
    }))
  return {
    ...board.answer,
    rows: sorted(board, fresh(board, byNumber)).map(({ play, item }) => ({
      ...rowOf(board, play, item),
      plays: wire(item.itemCode),
    })),
    totals,
  }
}
