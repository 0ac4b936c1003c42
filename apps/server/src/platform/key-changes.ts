import type { MerchantId } from '@strata/domain/ids'
import type { LiveEvent, LiveHub } from './live.ts'

const KEY = 'keys'

/**
 * Makes every process drop its cached keys, because some were issued or retired. Only after commit; screens get no
 * event.
 */
export const forgetKeys = (live: LiveHub, merchantId: MerchantId): void =>
  live.publish({ type: 'session-ended', merchantId, key: KEY, data: {} })

export const isKeyChange = ({ type, key }: Pick<LiveEvent, 'type' | 'key'>): boolean =>
  type === 'session-ended' && key === KEY
