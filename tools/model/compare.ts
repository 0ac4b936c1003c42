/** Everything that the server stores and answers, held against the model. */
import { dayOf, statusOf } from './acts.ts'
import { type Book, FIGURES, type Figures, HEAD, netOf, noFigures, type Order, type Path, type Period } from './book.ts'
import { GAMES, groupsOf, ITEMS, type ModelItem } from './items.ts'
import type { RealServer } from './server.ts'
import { flowsOf, heldCommissionOf, moneyOf, moneyText, passedOf, profitOf } from './sums.ts'

export class Difference extends Error {
  override name = 'Difference'
}

/** As text, with amounts as on the wire. */
export const said = (value: unknown): string =>
  JSON.stringify(value, (_key, one: unknown) => (typeof one === 'bigint' ? moneyText(one) : one)) ?? 'undefined'

export function agree(what: string, real: unknown, model: unknown): void {
  const [one, two] = [said(real), said(model)]
  if (one !== two) throw new Difference(`${what}: the server says ${one}, the model ${two}`)
}

/** Two sets of rows by their names: the first that differs is told. */
function agreeRows(what: string, real: ReadonlyMap<string, unknown>, model: ReadonlyMap<string, unknown>): void {
  for (const name of new Set([...real.keys(), ...model.keys()]))
    agree(`${what} ${name}`, real.get(name), model.get(name))
}

export async function compareWallets({ raw }: RealServer, book: Book): Promise<void> {
  const found = await raw.query<{ path_id: number; quota: bigint; balance: bigint; open_stake: bigint }>(
    'select path_id, quota, balance, open_stake from wallets',
  )
  for (const { path_id: id, quota, balance, open_stake: openStake } of found.rows) {
    const { wallet, name } = book.path(id)
    agree(`the wallet of ${name}`, { quota, balance, openStake }, wallet)
  }
}

const rowName = (merchantId: number, path: number, period: number, play: string, item: string): string =>
  `${merchantId} ${path} ${period} ${play} ${item}`
const isEmpty = (figures: Figures): boolean => FIGURES.every((name) => figures[name] === 0n)

export async function compareExposures({ raw }: RealServer, book: Book): Promise<void> {
  const from = book.periods.at(-8)?.id ?? 0
  const found = await raw.query<Record<string, bigint> & { play: string; item: string }>(
    `select merchant_id::bigint as merchant, path_id::bigint as path, period_id::bigint as period, play, item,
            sum(bet_count)::bigint as "betCount", sum(bet_amount)::bigint as "betAmount", sum(held)::bigint as held,
            sum(in_amount)::bigint as in, sum(out_amount)::bigint as out, sum(through)::bigint as through,
            sum(pending)::bigint as pending, sum(if_lose)::bigint as "ifLose", sum(if_win)::bigint as "ifWin"
       from exposures where period_id >= $1 group by 1, 2, 3, 4, 5`,
    [from],
  )
  const real = new Map<string, Figures>()
  for (const row of found.rows) {
    const figures = noFigures()
    for (const name of FIGURES) figures[name] = row[name] ?? 0n
    const name = rowName(Number(row['merchant']), Number(row['path']), Number(row['period']), row.play, row.item)
    if (!isEmpty(figures)) real.set(name, figures)
  }
  const model = new Map([...book.figures].filter(([name, one]) => Number(name.split(' ')[2]) >= from && !isEmpty(one)))
  agreeRows('exposure', real, model)
}

const KINDS = ['member', 'replenishment', 'flyout'] as const
const seen = new WeakMap<Book, Map<number, { id: string; count: number }>>()

/** The orders since the last time, one by one in their sequence. The model learns their numbers. */
export async function compareOrders({ raw }: RealServer, book: Book): Promise<void> {
  const marks = seen.get(book) ?? new Map<number, { id: string; count: number }>()
  seen.set(book, marks)
  for (const { merchantId } of book.paths.filter(({ role }) => role === 1)) {
    const mark = marks.get(merchantId) ?? { id: '0', count: 0 }
    const found = await raw.query<{
      id: bigint
      kind: number
      bettor: number
      taker: number | null
      stake: bigint
      period_id: number
      play: string
      item: string
    }>(
      `select id, kind, bettor, coalesce(holder, taker) as taker, stake, period_id, play, item
         from orders where merchant_id = $1 and id > $2 order by id`,
      [merchantId, mark.id],
    )
    const model = book.orders.filter((order) => order.merchantId === merchantId).slice(mark.count)
    for (const [place, row] of found.rows.entries()) {
      const { kind, bettor, taker, stake, period_id: period, play, item } = row
      const order = model[place]
      const expected = order && {
        kind: order.kind,
        bettor: order.bettor.id,
        stake: order.stake,
        period: order.period.id,
        taker: order.kind === 'flyout' ? order.taker?.id : (order.taker?.role ?? null),
        item: `${order.item.play} ${order.item.code}`,
      }
      agree(`order ${row.id}`, { kind: KINDS[kind], bettor, stake, period, taker, item: `${play} ${item}` }, expected)
      if (order) order.no = String(row.id)
    }
    agree(`orders of merchant ${merchantId}`, found.rows.length, model.length)
    marks.set(merchantId, { id: String(found.rows.at(-1)?.id ?? mark.id), count: mark.count + model.length })
  }
}

// ---- boards -------------------------------------------------------------------------------------------------------

const BOARD = ['betAmount', 'held', 'in', 'out', 'through', 'pending'] as const
type BoardRow = Record<(typeof BOARD)[number] | 'net' | 'netAmount' | 'playCode' | 'itemCode', string> & {
  betCount: number
}

/** A path's figures of an item; the head's are summed over the merchants. */
function seenBy(book: Book, path: Path, period: Period, item: ModelItem): Figures {
  if (path.id !== HEAD)
    return book.figures.get(rowName(path.merchantId, path.id, period.id, item.play, item.code)) ?? noFigures()
  const sum = noFigures()
  for (const { merchantId } of book.paths.filter(({ role }) => role === 1)) {
    const one = book.figures.get(rowName(merchantId, HEAD, period.id, item.play, item.code))
    if (one) for (const name of FIGURES) sum[name] += one[name]
  }
  return sum
}

function boardOf(book: Book, path: Path, period: Period, groupId: number): Map<string, unknown> {
  const items = ITEMS.filter((item) => item.groupId === groupId)
  const rows = new Map<string, unknown>()
  for (const item of items) {
    const figures = seenBy(book, path, period, item)
    if (isEmpty(figures)) continue
    const others = item.market === null ? [] : items.filter((one) => one !== item && one.market === item.market)
    const netAmount = others.reduce((sum, one) => sum + seenBy(book, path, period, one).ifLose, figures.ifWin)
    const amounts = Object.fromEntries(BOARD.map((name) => [name, figures[name]]))
    rows.set(`${item.play} ${item.code}`, {
      betCount: Number(figures.betCount),
      ...amounts,
      net: netOf(figures),
      netAmount,
    })
  }
  return rows
}

const OF_COMBINATIONS = new Set(['LM_3Z2', 'GG'])

export async function compareBoards(real: RealServer, book: Book): Promise<void> {
  for (const path of book.paths.filter((one) => one.role <= 3 && statusOf(one) === 1))
    for (const { gameId } of GAMES)
      for (const groupId of groupsOf(gameId)) {
        const period = book.periods.findLast((one) => one.gameId === gameId)
        if (!period) continue
        const combined = ITEMS.some((item) => item.groupId === groupId && OF_COMBINATIONS.has(item.play))
        const call = combined ? 'realtimereport/multi/common' : 'RealTimeReport/common'
        const answer = await real.post(path.id, `/api/agent/${call}`, { gameId, groupId, periodNo: period.no })
        agree(`the board of ${path.name}`, answer.code, 200)
        const rows = (answer.data as { rows: BoardRow[] }).rows.map((row) => {
          const amounts = Object.fromEntries(BOARD.map((name) => [name, moneyOf(row[name])]))
          const last = { net: moneyOf(row.net), netAmount: moneyOf(row.netAmount) }
          return [`${row.playCode} ${row.itemCode}`, { betCount: row.betCount, ...amounts, ...last }] as const
        })
        const model = boardOf(book, path, period, groupId)
        // An item that nobody touched shows its market's result; those with figures are compared.
        const touched = new Map(
          rows.filter(
            ([name, row]) => model.has(name) || BOARD.some((one) => (row as Record<string, unknown>)[one] !== 0n),
          ),
        )
        agreeRows(`the board of ${path.name}, group ${groupId},`, touched, model)
      }
}

// ---- reports ------------------------------------------------------------------------------------------------------

const COLUMNS = [
  'stake',
  'valid',
  'memberResult',
  'childProfit',
  'receivable',
  'heldStake',
  'heldWinLoss',
  'heldCommission',
  'heldResult',
  'earnedCommission',
  'result',
  'passedUp',
  'payable',
  'external',
] as const
type Sums = Record<(typeof COLUMNS)[number], bigint> & { orders: bigint }
const noSums = (): Sums => ({ orders: 0n, ...Object.fromEntries(COLUMNS.map((name) => [name, 0n])) }) as Sums

/** One order's part of a row of the delivery report, from the seat at a place of its chain. */
function columnsOf(order: Order, place: number, settled: boolean): Partial<Sums> {
  const { split, stake, kind, chain, bettor } = order
  const { fate, payout } = order.booked && settled ? order.booked : { fate: 'lose' as const, payout: 0n }
  const turnover = fate === 'refund' ? 0n : stake
  const flows = settled ? flowsOf(split, stake, payout, fate) : flowsOf(split, 0n, 0n, fate)
  const [passed, won] = [passedOf(split, turnover), passedOf(split, settled ? stake - payout : 0n)]
  const at = (list: readonly bigint[], one: number): bigint => list[one] ?? 0n
  const heldWinLoss = at(won, place + 1) - at(won, place)
  const heldCommission = settled && fate !== 'refund' ? heldCommissionOf(split, place, stake) : 0n
  const [receivable, payable] = [at(flows, place + 1), at(flows, place)]
  const result = receivable - payable
  const child = chain[place + 1]
  const childProfit = child
    ? profitOf(flows, place + 1)
    : kind === 'replenishment' && bettor.role <= 3
      ? -at(flows, place + 1)
      : 0n
  return {
    receivable,
    payable,
    result,
    heldWinLoss,
    heldCommission,
    heldResult: heldWinLoss + heldCommission,
    memberResult: kind === 'member' ? -at(flows, flows.length - 1) : 0n,
    childProfit,
    heldStake: at(passed, place + 1) - at(passed, place),
    earnedCommission: result - heldWinLoss - heldCommission,
    passedUp: at(passed, place),
  }
}

/** The row of a viewer's report that an order belongs to, and what it adds there. */
function rowOf(order: Order, viewer: Path, settled: boolean): readonly [string, Partial<Sums>] | null {
  const { kind, bettor, chain, split, stake, taker, booked } = order
  const fate = settled ? (booked?.fate ?? 'lose') : 'lose'
  const base = { orders: 1n, stake, valid: fate === 'refund' ? 0n : stake }
  const owed = settled && booked ? (flowsOf(split, stake, booked.payout, fate).at(-1) ?? 0n) : 0n
  if (bettor === viewer && kind === 'flyout')
    return [`ownFlyout ${viewer.id}`, { ...base, result: -owed, external: owed }]
  if (bettor === viewer)
    return [`ownReplenishment ${viewer.id}`, { ...base, result: -owed, payable: owed, passedUp: base.valid }]
  const place = chain.indexOf(viewer)
  if (place < 0 || kind === 'flyout' || (taker && viewer.role < taker.role)) return null
  const child = chain[place + 1] ?? bettor
  const name = `${kind === 'member' ? 'child' : 'childReplenishment'} ${child.id}`
  return [name, { ...base, ...columnsOf(order, place, settled) }]
}

function reportOf(book: Book, viewer: Path, from: string, settled: boolean): Map<string, Sums> {
  const rows = new Map<string, Sums>()
  const today = dayOf(book.now)
  for (const order of book.orders) {
    const { period, booked, kind, state, gone } = order
    if (period.day < from || (settled && period.day > today)) continue
    if (settled ? booked === null : period.settled.has(order.merchantId) || gone) continue
    if (kind === 'flyout' && state !== 'confirmed') continue
    const found = rowOf(order, viewer, settled)
    if (!found) continue
    const [name, part] = found
    const sums = rows.get(name) ?? noSums()
    for (const column of ['orders', ...COLUMNS] as const) sums[column] += part[column] ?? 0n
    rows.set(name, sums)
  }
  return rows
}

type ReportRow = Record<(typeof COLUMNS)[number], string> & { rowKind: string; agentPathsId: number; orders: number }

export async function compareReports(real: RealServer, book: Book): Promise<void> {
  const to = dayOf(book.now)
  const from = new Date(Date.parse(`${to}T00:00:00Z`) - 5 * 86_400_000).toISOString().slice(0, 10)
  for (const viewer of book.paths.filter((one) => one.role <= 3))
    for (const state of ['settled', 'open'] as const) {
      const answer = await real.post(viewer.id, '/api/common/report/delivery/query', { from, to, state, pageSize: 100 })
      agree(`the report of ${viewer.name}`, answer.code, 200)
      const rows = (answer.data as { items: ReportRow[] }).items.map((row) => {
        const sums = noSums()
        sums.orders = BigInt(row.orders)
        for (const column of COLUMNS) sums[column] = moneyOf(row[column])
        return [`${row.rowKind} ${row.agentPathsId}`, sums] as const
      })
      const model = reportOf(book, viewer, from, state === 'settled')
      agreeRows(
        `the ${state} report of ${viewer.name},`,
        new Map(rows.filter(([, { orders }]) => orders !== 0n)),
        model,
      )
    }
}
