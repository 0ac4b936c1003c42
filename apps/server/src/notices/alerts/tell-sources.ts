import type { Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { HEAD_MERCHANT } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { raiseAlerts } from './raise-alerts.ts'

/** An alert for the operators that somebody changed who may publish results, raised in the transaction of the change. */
export const tellSources =
  (live: LiveHub) =>
  async (tx: Tx, { text, at }: { readonly text: string; readonly at: number }): Promise<void> => {
    const data = { link: '/admin/game/sources' }
    const alert = { pathId: HEAD_PATH, kind: 'security', level: 'warn', text, data } as const
    await raiseAlerts(tx, live, { merchantId: HEAD_MERCHANT, at }, [alert])
  }
