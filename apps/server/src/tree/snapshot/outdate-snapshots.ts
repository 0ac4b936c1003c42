import type { MerchantId } from '@strata/domain/ids'
import type { Queryable } from '../../platform/db.ts'
import { bumpAllConfigs, bumpConfig } from '../paths/store-merchants.ts'
import { HEAD_MERCHANT } from '../paths/store-paths.ts'

/**
 * Marks the snapshots of a merchant as out of date: something that decides its money has changed, and its next batch in
 * any process reads it again. What belongs to the head decides money of every merchant.
 */
export const outdateSnapshots = (on: Queryable, merchantId: MerchantId): Promise<void> =>
  merchantId === HEAD_MERCHANT ? bumpAllConfigs(on) : bumpConfig(on, merchantId)
