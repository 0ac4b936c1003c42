import type { PeopleContext } from '../../access/accounts.ts'
import type { LiveHub } from '../../platform/live.ts'
import { raiseAlerts } from './raise-alerts.ts'

const LINK = '/profile/password'

/** An alert to a path about an action on its account, raised in the transaction of the action. */
export const tellSecurity =
  (live: LiveHub): NonNullable<PeopleContext['tell']> =>
  async (tx, { merchantId, pathId, text, at }) => {
    const alert = { pathId, kind: 'security', level: 'warn', text, data: { link: LINK } } as const
    await raiseAlerts(tx, live, { merchantId, at }, [alert])
  }
