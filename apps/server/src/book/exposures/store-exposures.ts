import { type ExposureFigures, noExposure } from '@strata/domain/book/exposure'
import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import { type Money, money } from '@strata/domain/money'
import { must } from '@strata/domain/must'
import { Column } from '../../platform/columns.ts'
import type { Queryable } from '../../platform/db.ts'
import { FIGURE_COLUMNS } from './store-columns.ts'

export interface FigureRow {
  readonly bet_count: number
  readonly bet_amount: bigint
  readonly held: bigint
  readonly in_amount: bigint
  readonly out_amount: bigint
  readonly through: bigint
  readonly pending: bigint
  readonly if_lose: bigint
  readonly if_win: bigint
  readonly held_if_lose: bigint
  readonly held_if_win: bigint
  readonly pay_win: bigint
  readonly own_commission: bigint
}

const names = FIGURE_COLUMNS.map(([name]) => name)
const summed = FIGURE_COLUMNS.map(([name, type]) => `sum(e.${name})::${type} as ${name}`).join(', ')

export const figuresOf = (row: FigureRow): ExposureFigures => ({
  betCount: row.bet_count,
  betAmount: money(row.bet_amount),
  held: money(row.held),
  in: money(row.in_amount),
  out: money(row.out_amount),
  through: money(row.through),
  pending: money(row.pending),
  ifLose: money(row.if_lose),
  ifWin: money(row.if_win),
  heldIfLose: money(row.held_if_lose),
  heldIfWin: money(row.held_if_win),
  payWin: money(row.pay_win),
  ownCommission: money(row.own_commission),
})

export interface HolderItem {
  readonly periodId: PeriodId
  readonly path: PathId
  readonly play: string
  readonly item: string
}

export const holderItemKey = (at: HolderItem): string => `${at.path} ${at.periodId} ${at.play} ${at.item}`

/** The figures that replenishment uses. The other figures of boards stay zero. */
interface HeldRow {
  readonly n: number
  readonly held: bigint
  readonly in_amount: bigint
  readonly out_amount: bigint
  readonly through: bigint
  readonly pending: bigint
  readonly if_win: bigint
}

/** Figures for limits and sending, by holderItemKey, summed over all pankou. Absent: no orders yet. */
export async function readHolderItems(
  on: Queryable,
  merchantId: MerchantId,
  wanted: Iterable<HolderItem>,
): Promise<Map<string, ExposureFigures>> {
  const columns = [new Column('integer'), new Column('integer'), new Column('text'), new Column('text')] as const
  const keys: string[] = []
  for (const at of wanted) {
    columns[0].add(at.periodId)
    columns[1].add(at.path)
    columns[2].addText(at.play)
    columns[3].addText(at.item)
    keys.push(holderItemKey(at))
  }
  const found = await on.query<HeldRow & Record<string, unknown>>({
    name: 'book-holder-items',
    text: `select t.n::integer, e.held, e.in_amount, e.out_amount, e.through, e.pending, e.if_win
             from unnest($2::integer[], $3::integer[], $4::text[], $5::text[]) with ordinality
                  as t (period_id, path_id, play, item, n)
            -- Lateral: one look-up a row, never a scan of the merchant by a plan made when there was little to scan.
            cross join lateral (
              select * from exposures e
               where e.merchant_id = $1 and e.period_id = t.period_id and e.path_id = t.path_id
                 and e.play = t.play and e.item = t.item offset 0) e`,
    values: [merchantId, ...columns.map((column) => column.toBuffer())],
  })
  const figures = new Map<string, ExposureFigures>()
  for (const row of found.rows) {
    const key = must(keys[row.n - 1], 'the key of a row')
    // There is one row per pankou.
    const total = figures.get(key) ?? noExposure()
    total.held = add(total.held, row.held)
    total.in = add(total.in, row.in_amount)
    total.out = add(total.out, row.out_amount)
    total.through = add(total.through, row.through)
    total.pending = add(total.pending, row.pending)
    total.ifWin = add(total.ifWin, row.if_win)
    figures.set(key, total)
  }
  return figures
}

const add = (total: Money, more: bigint): Money => money(total + more)

export interface TouchedItem {
  readonly path: PathId
  readonly play: string
  readonly item: string
}

/** Which holders have exposure on which items of a period. `paths`: only these holders. */
export async function readTouched(
  on: Queryable,
  merchantId: MerchantId,
  periodId: PeriodId,
  paths: readonly PathId[] | null,
): Promise<TouchedItem[]> {
  const found = await on.query<{ path_id: PathId; play: string; item: string }>(
    `select distinct path_id, play, item from exposures
      where merchant_id = $1 and period_id = $2 and ($3::integer[] is null or path_id = any($3))`,
    [merchantId, periodId, paths === null ? null : [...paths]],
  )
  return found.rows.map((row) => ({ path: row.path_id, play: row.play, item: row.item }))
}

export interface ExposureRow {
  readonly play: string
  readonly item: string
  readonly pankou: string
  readonly figures: ExposureFigures
  readonly changed: bigint
}

/** A holder's rows of a period. For the head they are summed over merchants. */
export async function readExposures(
  on: Queryable,
  merchantIds: readonly MerchantId[],
  at: { readonly periodId: PeriodId; readonly path: PathId; readonly plays: readonly string[] | null },
): Promise<ExposureRow[]> {
  const one = merchantIds.length === 1
  const figures = one ? names.map((name) => `e.${name}`).join(', ') : summed
  const changed = one ? 'e.changed' : 'max(e.changed) as changed'
  const merchants = one ? 'e.merchant_id = $1::integer' : 'e.merchant_id = any($1::integer[])'
  const found = await on.query<FigureRow & { play: string; item: string; pankou: string; changed: bigint }>({
    name: one ? 'book-board' : 'book-board-sum',
    text: `select e.play, e.item, e.pankou, ${figures}, ${changed} from exposures e
            where ${merchants} and e.period_id = $2 and e.path_id = $3 and ($4::text[] is null or e.play = any($4))
            ${one ? '' : 'group by 1, 2, 3'}`,
    values: [one ? merchantIds[0] : [...merchantIds], at.periodId, at.path, at.plays === null ? null : [...at.plays]],
  })
  return found.rows.map((row) => ({
    play: row.play,
    item: row.item,
    pankou: row.pankou,
    figures: figuresOf(row),
    changed: row.changed,
  }))
}

/** Of a day whose orders are no longer stored: nothing changes them any more, and nothing can fold them again. */
export async function deleteExposures(on: Queryable, merchantId: MerchantId, periodId: PeriodId): Promise<void> {
  await on.query('delete from exposures where merchant_id = $1 and period_id = $2', [merchantId, periodId])
}
