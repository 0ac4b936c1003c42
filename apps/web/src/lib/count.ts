import { groupThousands } from '@strata/domain/money'

/** A count with thousands separators. */
export const showCount = (count: number): string => groupThousands(String(count))
