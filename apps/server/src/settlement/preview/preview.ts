import type { ParsedRequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { orderVoidPreview, periodPreview, periodProgress } from '@strata/contract/endpoints/previews'
import { calendarDay } from '@strata/domain/calendar'
import { gameById, playOf } from '@strata/domain/games/catalogue'
import { DEFAULT_OPTIONS, optionsOfGame, type RuleOptions, readOptions } from '@strata/domain/games/options'
import type { GameId, MerchantId } from '@strata/domain/ids'
import { formatMoney, type Money, money } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import { type PeriodToSettle, readMerchantPeriod } from '../../book/open-games.ts'
import { findOrder, isVoid, itemsWithOrders, openStakes } from '../../book/orders.ts'
import { findPeriod, type PeriodRecord, readPeriod } from '../../games/periods.ts'
import {
  checkedBalls,
  judgeCorrected,
  judgeVoid,
  type PeriodDeps,
  resultVersions,
  saidBySources,
  sourcesSaying,
  waysOfDraw,
} from '../../games/results.ts'
import { type Pool, type Queryable, runTx } from '../../platform/db.ts'
import { idOf } from '../../platform/ids.ts'
import { type Refusal, refuse } from '../../platform/refusal.ts'
import { type OperatorContext, refusalOf } from '../proposals/context.ts'
import { merchantOf } from '../proposals/propose.ts'
import { type JudgedDraw, outcomesOf } from '../settle/outcomes.ts'
import {
  merchantsOfPeriod,
  type PreviewRow,
  type PreviewSums,
  postedRuns,
  previewOrder,
  previewOutcomes,
  progressOf,
} from './store-preview.ts'

type Preview = ResponseOf<typeof periodPreview>
type Progress = ResponseOf<typeof periodProgress>
type Sums = Preview['total']

const ROLES = [0, 1, 2, 3] as const
const SHOWN_ORDERS = 50
const SHOWN_WALLETS = 50
const TIMEOUT_MS = 60_000
const OUTCOMES = ['lose', 'win', 'refund'] as const

const wire = (units: bigint): string => formatMoney(money(units))

type Count = 'orders' | 'to_win' | 'from_win'
type Amount = Exclude<keyof PreviewSums, Count>

/** Sums whose every count and every amount comes from one function each. */
function sumsFrom(count: (name: Count) => number, amount: (name: Amount) => string): PreviewSums {
  return {
    orders: count('orders'),
    to_win: count('to_win'),
    from_win: count('from_win'),
    wallets: amount('wallets'),
    payable_0: amount('payable_0'),
    payable_1: amount('payable_1'),
    payable_2: amount('payable_2'),
    payable_3: amount('payable_3'),
    receivable_0: amount('receivable_0'),
    receivable_1: amount('receivable_1'),
    receivable_2: amount('receivable_2'),
    receivable_3: amount('receivable_3'),
    outside_0: amount('outside_0'),
    outside_1: amount('outside_1'),
    outside_2: amount('outside_2'),
    outside_3: amount('outside_3'),
  }
}

const NOTHING = sumsFrom(
  () => 0,
  () => '0',
)

const addSums = (a: PreviewSums, b: PreviewSums): PreviewSums =>
  sumsFrom(
    (name) => a[name] + b[name],
    (name) => String(BigInt(a[name]) + BigInt(b[name])),
  )

/** Win and loss of a level is what it gets from below, less what it pays up and out. */
const onWire = (sums: PreviewSums, negative: number): Sums => ({
  orders: sums.orders,
  toWin: sums.to_win,
  fromWin: sums.from_win,
  wallets: wire(BigInt(sums.wallets)),
  negative,
  levels: ROLES.map((role) => {
    const [payable, receivable] = [BigInt(sums[`payable_${role}`]), BigInt(sums[`receivable_${role}`])]
    const outside = BigInt(sums[`outside_${role}`])
    return {
      role,
      result: wire(receivable - payable - outside),
      payable: wire(payable),
      receivable: wire(receivable),
      outside: wire(outside),
    }
  }),
})

interface Part extends PreviewRow {
  readonly merchantId: MerchantId
  readonly code: string
}

/** Puts the parts of all merchants together: the furthest below zero and the orders that change most come first. */
function together(
  { gameId, periodNo }: Pick<Preview, 'gameId' | 'periodNo'>,
  parts: readonly Part[],
  sources: readonly string[],
  maxOrders: number,
): Preview {
  const total = parts.reduce((sum, { sums }) => addSums(sum, sums), NOTHING)
  const negativeOf = ({ negative }: Part): number => negative[0]?.total ?? 0
  const size = ({ difference }: { difference: string }): bigint => {
    const units = BigInt(difference)
    return units < 0n ? -units : units
  }
  const orders = parts
    .flatMap(({ code, orders: own }) => own.map((order) => ({ ...order, code })))
    .toSorted((a, b) => (size(a) === size(b) ? 0 : size(a) < size(b) ? 1 : -1))
    .slice(0, maxOrders)
  const negatives = parts
    .flatMap(({ code, negative }) =>
      negative.map((one) => ({ ...one, code, after: BigInt(one.balance) + BigInt(one.difference) })),
    )
    .toSorted((a, b) => (a.after === b.after ? 0 : a.after < b.after ? -1 : 1))
    .slice(0, SHOWN_WALLETS)
  return {
    gameId,
    periodNo,
    merchants: parts.map((part) => ({
      merchantId: part.merchantId,
      code: part.code,
      ...onWire(part.sums, negativeOf(part)),
    })),
    total: onWire(
      total,
      parts.reduce((sum, part) => sum + negativeOf(part), 0),
    ),
    negatives: negatives.map(({ code, name, balance, difference, after }) => ({
      code,
      accountName: name ?? '',
      balance: wire(BigInt(balance)),
      difference: wire(BigInt(difference)),
      after: wire(after),
    })),
    orders: orders.map((order) => ({
      orderNo: order.id,
      code: order.code,
      accountName: order.name ?? '',
      playCode: order.play,
      playName: playOf(gameById(gameId)?.code ?? '', order.play)?.name ?? order.play,
      itemCode: order.item,
      pankou: order.pankou as 'A',
      stake: wire(BigInt(order.stake)),
      before: OUTCOMES[order.before],
      after: OUTCOMES[order.after],
      was: wire(BigInt(order.was)),
      becomes: wire(BigInt(order.was) + BigInt(order.difference)),
      difference: wire(BigInt(order.difference)),
    })),
    sources: [...sources],
  }
}

/** Only stakes go back: nobody's books had them yet. */
const refunded = (stake: bigint, orders: number): PreviewRow => ({
  sums: { ...NOTHING, orders, wallets: String(stake) },
  negative: [],
  orders: [],
})

/** A part is previewed against what is written; while it waits for its settlement that is not what will be. */
async function partOf(
  tx: Queryable,
  part: PeriodToSettle,
  draw: JudgedDraw,
  maxOrders: number,
): Promise<PreviewRow | Refusal> {
  if (part.resultVersion === 0) {
    const { orders, stake } = await openStakes(tx, part)
    return refunded(stake, orders)
  }
  if (part.settledVersion !== part.resultVersion) return refuse('stillSettling')
  const outcomes = outcomesOf(part, draw, await itemsWithOrders(tx, part))
  return previewOutcomes(tx, part, outcomes, maxOrders)
}

type Asked = Pick<ParsedRequestOf<typeof periodPreview>, 'gameId' | 'periodNo' | 'version' | 'result'>

/** Judges what is asked as the proposal would be, and lets go of every lock. */
async function judged(
  context: PeriodDeps & Pick<OperatorContext, 'fourEyes'>,
  period: PeriodRecord,
  { version, result }: Asked,
): Promise<JudgedDraw | Refusal> {
  const drawDate = calendarDay(period.drawAt)
  return runTx(context.pool, {}, async (tx) => {
    if (result === undefined) {
      const answer = await judgeVoid(tx, { periodId: period.id, version })
      return 'refusal' in answer ? refusalOf(answer) : { kind: 'void', result: null, draw_date: drawDate }
    }
    const people = context.fourEyes ? 2 : 1
    const answer = await judgeCorrected(tx, context, { periodId: period.id, version, result, people })
    return 'refusal' in answer ? refusalOf(answer) : { kind: 'correction', result: answer.balls, draw_date: drawDate }
  })
}

const isRefusal = (answer: JudgedDraw | PreviewRow | Refusal): answer is Refusal => 'details' in answer

/**
 * draw/preview: what another result, or the void of the period, would change, merchant by merchant. The figures come from
 * the parts of the statement that a correction runs, so they are what it will post. Refused as the proposal would be.
 */
export async function previewPeriod(
  context: PeriodDeps & Pick<OperatorContext, 'fourEyes'>,
  asked: Asked,
  maxOrders = SHOWN_ORDERS,
): Promise<Preview | Refusal> {
  const { pool } = context
  const period = await findPeriod(pool, asked.gameId, asked.periodNo)
  if (!period) return refuse('notFound')
  const draw = await judged(context, period, asked)
  if (isRefusal(draw)) return draw
  return runTx(pool, { timeoutMs: TIMEOUT_MS }, (tx) => previewOn(tx, period, { draw, maxOrders }))
}

/** The same for a file of every order, read in the transaction of the export. Who may propose it is judged when it is proposed. */
export async function previewWhole(on: Queryable, asked: Asked, maxOrders: number): Promise<Preview | Refusal> {
  const period = await findPeriod(on, asked.gameId, asked.periodNo)
  if (!period) return refuse('notFound')
  if (period.resultVersion !== asked.version) return refuse('changed')
  const draw_date = calendarDay(period.drawAt)
  if (asked.result === undefined)
    return previewOn(on, period, { draw: { kind: 'void', result: null, draw_date }, maxOrders })
  const balls = checkedBalls(period, asked.result)
  if ('refusal' in balls) return refusalOf(balls)
  return previewOn(on, period, { draw: { kind: 'correction', result: balls, draw_date }, maxOrders })
}

async function previewOn(
  on: Queryable,
  period: PeriodRecord,
  { draw, maxOrders }: { readonly draw: JudgedDraw; readonly maxOrders: number },
): Promise<Preview | Refusal> {
  const parts: Part[] = []
  for (const { merchantId, code } of await merchantsOfPeriod(on, period.id)) {
    const part = await readMerchantPeriod(on, merchantId, period.id)
    if (part === undefined) continue
    const found = await partOf(on, part, draw, maxOrders)
    if (isRefusal(found)) return found
    parts.push({ ...found, merchantId, code })
  }
  const sources = draw.result === null ? [] : await sourcesSaying(on, period.id, draw.result)
  return together(period, parts, sources, maxOrders)
}

/** order/void-preview: the same of one order. */
export async function previewOrderVoid(
  { pool }: { readonly pool: Pool },
  asked: ParsedRequestOf<typeof orderVoidPreview>,
): Promise<Preview | Refusal> {
  return runTx(pool, { timeoutMs: TIMEOUT_MS }, (tx) => previewOrderVoidOn(tx, asked))
}

/** The same in the transaction of an export. */
export async function previewOrderVoidOn(
  on: Queryable,
  { orderNo }: Pick<ParsedRequestOf<typeof orderVoidPreview>, 'orderNo'>,
): Promise<Preview | Refusal> {
  const orderId = idOf(orderNo)
  const merchantId = await merchantOf(on, orderId)
  if (merchantId === undefined) return refuse('notFound')
  const order = await findOrder(on, merchantId, orderId)
  if (!order) return refuse('notFound')
  if (await isVoid(on, merchantId, orderId)) return refuse('stateForbids')
  const part = must(await readMerchantPeriod(on, merchantId, order.periodId), 'the part of an order')
  if (part.settledVersion !== part.resultVersion) return refuse('stillSettling')
  const isOpen = part.settledVersion === 0
  const found = isOpen ? refunded(order.kind === 0 ? order.stake : 0n, 1) : await previewOrder(on, part, orderId)
  const code = (await merchantsOfPeriod(on, order.periodId)).find((one) => one.merchantId === merchantId)?.code ?? ''
  const period = must(await readPeriod(on, order.periodId), 'the period of an order')
  return together(period, [{ ...found, merchantId, code }], [], SHOWN_ORDERS)
}

function optionsOnWire(gameId: GameId, options: RuleOptions): Progress['options'] {
  const code = gameById(gameId)?.code
  const own = code === undefined ? {} : optionsOfGame(code, options)
  return Object.fromEntries(
    Object.entries(own).map(([key, value]) => [key, typeof value === 'object' ? [...value] : value]),
  )
}

/** game/period/progress: how far a result has come, what was posted and every version. */
export async function progressOfPeriod(
  { pool, clock }: Pick<PeriodDeps, 'pool' | 'clock'>,
  asked: ParsedRequestOf<typeof periodProgress>,
): Promise<Progress | Refusal> {
  const named = await findPeriod(pool, asked.gameId, asked.periodNo)
  const period = named && (await readPeriod(pool, named.id))
  if (!period) return refuse('notFound')
  const { merchants, settled } = await progressOf(pool, period.id)
  const versions = await resultVersions(pool, [period.id])
  const ways = await waysOfDraw(pool, { clock }, period)
  const options = readOptions(period.options)
  return {
    gameId: period.gameId,
    periodNo: period.periodNo,
    state: period.state,
    openAt: period.openAt,
    closeAt: period.closeAt,
    hedgeCloseAt: period.hedgeCloseAt,
    drawAt: period.drawAt,
    resultVersion: period.resultVersion,
    drawnBy: ways.by,
    mayEnter: ways.mayEnter,
    commitment: period.commitment,
    options: optionsOnWire(period.gameId, options.ok ? options.value : DEFAULT_OPTIONS),
    sources: period.resultVersion === 0 ? [] : await saidBySources(pool, period.id),
    merchants,
    settled,
    versions: versions.map(({ version, kind, result, at, operator: by, reason }) => {
      return { version, kind, result: [...result], at, by, reason }
    }),
    posted: (await postedRuns(pool, period.id)).map((run) => ({
      code: run.code,
      revision: run.revision,
      reason: run.reason,
      fromVersion: run.from_version,
      toVersion: run.to_version,
      orderNo: run.order_id === null ? null : String(run.order_id),
      at: Number(run.at),
      wallets: run.wallets,
      amount: formatMoney(run.amount as Money),
      done: run.done,
    })),
  }
}
