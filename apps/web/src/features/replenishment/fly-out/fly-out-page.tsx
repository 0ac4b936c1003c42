import '../../../ui/page/table.css'
import '../../../ui/page/list-page.css'
import type { ReactNode } from 'react'
import { serverNow } from '../../../api/clock.ts'
import { useSession } from '../../../api/session.ts'
import { Crumbs } from '../../../components/crumbs.tsx'
import { businessDay } from '../../../lib/day-starts.ts'
import { flyOutText } from '../../../text/zh-CN/rooms/fly-out.ts'
import { Tabs } from '../../../ui/page/tabs.tsx'
import css from '../settings/setting.module.css'
import { FlyOutAccounts } from './fly-out-accounts.tsx'
import { FlyOutOrders } from './fly-out-orders.tsx'
import { FlyOutSettings } from './fly-out-settings.tsx'
import { type FlyOutTab, useTab } from './use-fly-out.ts'

const tabsOf = (...tabs: readonly FlyOutTab[]) => tabs.map((value) => ({ value, label: flyOutText.tabNames[value] }))
const TABS = tabsOf('accounts', 'settings', 'orders')
/** A caller who may no longer fly out has no settings. */
const PAST_TABS = tabsOf('orders')

/** Fly-order accounts, automatic fly-out, and the fly-out orders with their states. */
export const FlyOutPage = (): ReactNode => {
  const { search, open } = useTab()
  const tabs = useSession(({ account }) => account?.isAllowPilotOut) ? TABS : PAST_TABS
  const tab = tabs.find(({ value }) => value === search.get('tab'))?.value ?? tabs[0]?.value ?? 'orders'
  return (
    <div className={css.setting}>
      <Crumbs range={businessDay(serverNow())} />
      <section className={`card ${css.settingCard}`}>
        <Tabs label={flyOutText.tabs} items={tabs} value={tab} onChange={open} />
        {tab === 'accounts' ? <FlyOutAccounts /> : tab === 'settings' ? <FlyOutSettings /> : <FlyOutOrders />}
      </section>
    </div>
  )
}
