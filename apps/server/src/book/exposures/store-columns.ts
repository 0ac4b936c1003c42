import type { ExposureFigures } from '@strata/domain/book/exposure'
import type { PathId, PeriodId } from '@strata/domain/ids'
import { Column, unnested } from '../../platform/columns.ts'

/** Column of the table and its figure, for all columns that are not in the key. */
export const FIGURE_COLUMNS = [
  ['bet_count', 'integer', 'betCount'],
  ['bet_amount', 'bigint', 'betAmount'],
  ['held', 'bigint', 'held'],
  ['in_amount', 'bigint', 'in'],
  ['out_amount', 'bigint', 'out'],
  ['through', 'bigint', 'through'],
  ['pending', 'bigint', 'pending'],
  ['if_lose', 'bigint', 'ifLose'],
  ['if_win', 'bigint', 'ifWin'],
  ['held_if_lose', 'bigint', 'heldIfLose'],
  ['held_if_win', 'bigint', 'heldIfWin'],
  ['pay_win', 'bigint', 'payWin'],
  ['own_commission', 'bigint', 'ownCommission'],
] as const satisfies readonly (readonly [string, string, keyof ExposureFigures])[]

export const KEY_COLUMNS = [
  ['period_id', 'integer'],
  ['path_id', 'integer'],
  ['play', 'text'],
  ['item', 'text'],
  ['pankou', 'text'],
] as const

export interface ExposureKey {
  readonly periodId: PeriodId
  readonly path: PathId
  readonly play: string
  readonly item: string
  readonly pankou: string
}

/** Columns of a batch's exposure changes. One row per key: add each key only once. */
export class ExposureColumns {
  /** KEY_COLUMNS, then FIGURE_COLUMNS. */
  readonly columns: readonly Column[] = [...KEY_COLUMNS, ...FIGURE_COLUMNS].map(([, type]) => new Column(type))
  count = 0

  add(key: ExposureKey, figures: Readonly<ExposureFigures>): void {
    const { columns } = this
    columns[0]?.add(key.periodId)
    columns[1]?.add(key.path)
    columns[2]?.addText(key.play)
    columns[3]?.addText(key.item)
    columns[4]?.addText(key.pankou)
    for (let i = 0; i < FIGURE_COLUMNS.length; i++) {
      const figure = FIGURE_COLUMNS[i]
      if (figure) columns[KEY_COLUMNS.length + i]?.add(figures[figure[2]])
    }
    this.count += 1
  }
}

const names = [...KEY_COLUMNS, ...FIGURE_COLUMNS].map(([name]) => name)

/**
 * The upsert that adds changes to exposures, used alone or inside a statement with CTEs. Rows are written in key order.
 * Parameters: merchant, changed (batch id), then ExposureColumns from `first` on.
 */
export const upsertExposures = (at: { merchant: number; changed: number; first: number }): string => `
  insert into exposures (merchant_id, changed, ${names.join(', ')})
  select $${at.merchant}::integer, $${at.changed}::bigint, ${names.map((name) => `t.${name}`).join(', ')}
    from ${unnested(at.first, [...KEY_COLUMNS, ...FIGURE_COLUMNS])} t
   order by t.period_id, t.path_id, t.play, t.item, t.pankou
  on conflict (merchant_id, period_id, path_id, play, item, pankou) do update
     set changed = greatest(exposures.changed + 1, excluded.changed), ${FIGURE_COLUMNS.map(([name]) => `${name} = exposures.${name} + excluded.${name}`).join(', ')}`
