import type { MerchantId, PathId, PeriodId } from '@strata/domain/ids'
import type { Queryable } from '../../platform/db.ts'
import { rows } from '../../platform/db.ts'
import { FIGURE_COLUMNS } from './store-columns.ts'
import { foldedExposures } from './store-fold.ts'

const names = FIGURE_COLUMNS.map(([name]) => name)

const shift = (sign: '' | '-'): string => `
  insert into exposures as e (merchant_id, period_id, changed, path_id, play, item, pankou, ${names.join(', ')})
  select $1::integer, $2::integer, $4::bigint, f.path_id, f.play, f.item, f.pankou, ${names.map((name) => `${sign}f.${name}`).join(', ')}
    from (${foldedExposures('$5', 'o.id = $3::bigint')}) f
   order by f.path_id
  on conflict (merchant_id, period_id, path_id, play, item, pankou) do update
     set changed = greatest(e.changed + 1, excluded.changed), ${names.map((name) => `${name} = e.${name} + excluded.${name}`).join(', ')}
  returning path_id`

const TAKE = shift('-')
const ADD = shift('')

/**
 * Updates one order's exposures around a change of how it counts: subtracts its current fold, makes the change, adds
 * its new fold. The caller has locked the merchant's row. Returns the paths whose exposure changed.
 */
export async function moveExposures(
  on: Queryable,
  at: {
    readonly merchantId: MerchantId
    readonly periodId: PeriodId
    readonly day: string
    readonly orderId: bigint
    readonly batch: bigint
  },
  change: () => Promise<void>,
): Promise<PathId[]> {
  const values = [at.merchantId, at.periodId, String(at.orderId), String(at.batch), at.day]
  const before = await rows<{ path_id: PathId }>(on, TAKE, values)
  await change()
  const after = await rows<{ path_id: PathId }>(on, ADD, values)
  return [...new Set([...before, ...after].map(({ path_id }) => path_id))]
}
