import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { appText } from '../text/zh-CN/app.ts'
import { hasHome, isWithin, menuLeaves, useMenu } from './menu.ts'
import { UnreadCount } from './unread.tsx'

const FIRST = ['/agent/bet/instant', '/agent/accounts/index', '/reports/delivery', '/result'] as const
const HOME = { name: appText.home, path: '/' } as const

/** The four most used entries at the thumb, the rest behind the last one. */
export const BottomBar = ({ onMore }: { readonly onMore: () => void }): ReactNode => {
  const { pathname } = useLocation()
  const leaves = menuLeaves(useMenu((menu) => menu.entries))
  const held = FIRST.flatMap((path) => leaves.filter((entry) => entry.path === path))
  const shown = [...(hasHome() ? [HOME] : []), ...held].slice(0, 4)
  return (
    <nav className="bottom" aria-label={appText.mainMenu}>
      {shown.map((entry) => (
        <NavLink
          key={entry.path}
          to={entry.path ?? '/'}
          end={entry.path === '/'}
          className={({ isActive }) => (isActive || isWithin(entry.path, pathname) ? 'bottom-on' : '')}
        >
          <span className="bottom-mark" aria-hidden="true" />
          {appText.menuShort[entry.path ?? ''] ?? entry.name}
          {entry.path === '/' ? <UnreadCount /> : null}
        </NavLink>
      ))}
      <button type="button" onClick={onMore}>
        <span className="bottom-mark" aria-hidden="true" />
        {appText.more}
      </button>
    </nav>
  )
}
