import type { LiveHub } from '../../platform/live.ts'
import type { FlyOutDeps } from '../../replenishment/fly-out.ts'
import { HEAD_MERCHANT } from '../../tree/merchants.ts'
import { HEAD_PATH } from '../../tree/paths.ts'
import { raiseAlerts } from './raise-alerts.ts'

const LINK = '/agent/bet/fly-out?tab=orders'

/**
 * Alerts of failed or uncertain fly-outs, raised in the transaction that records the failure. The head's fly-outs
 * alert the head.
 */
export const tellFlyOut =
  (live: LiveHub): FlyOutDeps['alert'] =>
  async (tx, { merchantId, pathId, kind, text, once, at }) => {
    const of = pathId === HEAD_PATH ? HEAD_MERCHANT : merchantId
    const alert = { pathId, kind, level: 'warn', text, data: { link: LINK }, once } as const
    await raiseAlerts(tx, live, { merchantId: of, at }, [alert])
  }
