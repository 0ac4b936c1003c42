import { PERMISSION } from '@strata/contract/permissions'
import '../../ui/page/tabs.css'
import type { ReactNode } from 'react'
import { NavLink, useLocation, useSearchParams } from 'react-router'
import { useSession } from '../../api/session.ts'
import { reportText } from '../../text/zh-CN/rooms/report.ts'
import { useRoving } from '../../ui/hooks/use-roving.ts'

const DELIVERY = '/reports/delivery'
const DETAILS = '/reports/details'
const PERMISSIONS = {
  delivery: PERMISSION.reports,
  classification: PERMISSION.reports,
  orders: PERMISSION.reportDetails,
} as const

/** Parameters of the address that the three reports share. */
const SHARED = ['from', 'to', 'game', 'group', 'pfrom', 'pto', 'at', 'seat', 'state', 'pankou']

/** The address of another report with the same range. */
export const otherReport = (held: URLSearchParams, which: keyof typeof PERMISSIONS): string => {
  const search = new URLSearchParams([...held].filter(([name]) => SHARED.includes(name)))
  if (which === 'classification') search.set('tab', 'class')
  const text = search.toString()
  return `${which === 'orders' ? DETAILS : DELIVERY}${text === '' ? '' : `?${text}`}`
}

/** The tabs of the three reports: delivery, classification and orders. */
export const ReportTabs = (): ReactNode => {
  const { pathname } = useLocation()
  const [search] = useSearchParams()
  const held = useSession((session) => session.permissionIds)
  const current = pathname === DETAILS ? 'orders' : search.get('tab') === 'class' ? 'classification' : 'delivery'
  const shown = (['delivery', 'classification', 'orders'] as const).filter((which) => held.includes(PERMISSIONS[which]))
  return (
    <nav className="tabs" aria-label={reportText.tabsLabel} ref={useRoving()}>
      {shown.map((which) => (
        <NavLink
          key={which}
          to={otherReport(search, which)}
          className={which === current ? 'tab tab-on' : 'tab'}
          aria-current={which === current ? 'page' : undefined}
        >
          {reportText.tabs[which]}
        </NavLink>
      ))}
    </nav>
  )
}
