import type { LiveHub } from '../../platform/live.ts'
import type { FlyOutDeps } from '../../replenishment/fly-out/fly-out-answer.ts'
import { HEAD_MERCHANT } from '../../tree/paths/store-paths.ts'
import { HEAD_PATH } from '../../tree/snapshot/merchant-snapshot.ts'
import { raiseAlerts } from './raise-alerts.ts'

const LINK = '/agent/bet/fly-out?tab=orders'

/** Alerts of fly-outs that did not go as they should, raised in the transaction that says so. The head's are its own. */
export const tellFlyOut =
  (live: LiveHub): FlyOutDeps['alert'] =>
  async (tx, { merchantId, pathId, kind, text, once, at }) => {
    const of = pathId === HEAD_PATH ? HEAD_MERCHANT : merchantId
    const alert = { pathId, kind, level: 'warn', text, data: { link: LINK }, once } as const
    await raiseAlerts(tx, live, { merchantId: of, at }, [alert])
  }
