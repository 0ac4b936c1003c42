import { groupThousands } from '@strata/domain/money'

/** How many there are, as pages show it: thousands separated. */
export const showCount = (count: number): string => groupThousands(String(count))
