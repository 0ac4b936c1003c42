import '../../ui/table.css'
import '../../ui/list-page.css'
import './setting.css'
import './fly-out.css'
import type { ReactNode } from 'react'
import { serverNow } from '../../api/clock.ts'
import { Crumbs } from '../../components/crumbs.tsx'
import { businessDay } from '../../lib/time.ts'
import { flyOutText } from '../../text/zh-CN/fly-out.ts'
import { Tabs } from '../../ui/tabs.tsx'
import { FlyOutAccounts } from './fly-out-accounts.tsx'
import { FlyOutOrders } from './fly-out-orders.tsx'
import { FlyOutSettings } from './fly-out-settings.tsx'
import { useAddress } from './use-fly-out.ts'

const TABS = (['accounts', 'settings', 'orders'] as const).map((value) => ({
  value,
  label: flyOutText.tabNames[value],
}))

/** Fly-order accounts, automatic fly-out, and what became of the orders. */
export const FlyOutPage = (): ReactNode => {
  const { search, open } = useAddress()
  const tab = TABS.find(({ value }) => value === search.get('tab'))?.value ?? 'accounts'
  return (
    <div className="setting">
      <Crumbs range={businessDay(serverNow())} />
      <section className="card setting-card">
        <Tabs label={flyOutText.tabs} items={TABS} value={tab} onChange={open} />
        {tab === 'accounts' ? <FlyOutAccounts /> : tab === 'settings' ? <FlyOutSettings /> : <FlyOutOrders />}
      </section>
    </div>
  )
}
