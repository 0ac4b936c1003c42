import type { MerchantId } from '@strata/domain/ids'
import type { Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { countUnread, insertAlerts, type NewAlert } from '../store.ts'

/**
 * Raises alerts for paths of a merchant. Open screens are notified after the commit, so that nothing that is rolled
 * back is announced. An alert with `once` is not raised again for its path. Returns the number of raised alerts.
 */
export async function raiseAlerts(
  tx: Tx,
  live: LiveHub,
  { merchantId, at }: { readonly merchantId: MerchantId; readonly at: number },
  alerts: readonly NewAlert[],
): Promise<number> {
  if (alerts.length === 0) return 0
  const raised = await insertAlerts(tx, merchantId, alerts, at)
  if (raised.length === 0) return 0
  const paths = [...new Set(raised.map(({ pathId }) => pathId))]
  const unread = await countUnread(tx, merchantId, paths)
  tx.afterCommit(() => {
    for (const { id, pathId, kind, content } of raised) {
      const data = { pathId, id, kind, content, at, unread: unread.get(pathId) ?? 0 }
      live.publish({ type: 'alert', merchantId, key: String(id), data })
    }
  })
  return raised.length
}
