import type { Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { HEAD_MERCHANT } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { raiseAlerts } from './raise-alerts.ts'

/**
 * An alert for all operators that somebody changed what everybody relies on, such as who may publish results, raised
 * in the transaction of the change. `link`: the page where it was changed.
 */
export const tellAllOperators =
  (live: LiveHub, link: string) =>
  async (tx: Tx, { text, at }: { readonly text: string; readonly at: number }): Promise<void> => {
    const alert = { pathId: HEAD_PATH, kind: 'security', level: 'warn', text, data: { link } } as const
    await raiseAlerts(tx, live, { merchantId: HEAD_MERCHANT, at }, [alert])
  }
