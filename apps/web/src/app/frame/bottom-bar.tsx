import type { ReactNode } from 'react'
import { NavLink, useLocation } from 'react-router'
import { appText } from '../../text/zh-CN/app/app.ts'
import { hasHome, isWithin, menuLeaves, useMenu } from '../menu.ts'
import css from './bottom-bar.module.css'
import { MenuCount } from './unread.tsx'

const FIRST = ['/agent/bet/instant', '/agent/accounts/index', '/reports/delivery', '/result'] as const
const HOME = { name: appText.home, path: '/' } as const

/** Icons of the entries, in a 20 by 20 box. */
const MARKS: Readonly<Record<string, string>> = {
  '/': 'M3 9.5 10 3.5l7 6M5 8.5V16.5h10V8.5',
  '/agent/bet/instant': 'M3.5 3.5h5v5h-5zM11.5 3.5h5v5h-5zM3.5 11.5h5v5h-5zM11.5 11.5h5v5h-5z',
  '/agent/accounts/index': 'M10 9.5a3 3 0 1 0 0-6 3 3 0 0 0 0 6zM4 16.5c.6-3 2.8-4.5 6-4.5s5.4 1.5 6 4.5',
  '/reports/delivery': 'M3.5 3v13.5H17M7 13.5V10M10.5 13.5V6M14 13.5V8.5',
  '/result': 'M10 16.5a6.5 6.5 0 1 0 0-13 6.5 6.5 0 0 0 0 13zM10 13a3 3 0 1 0 0-6 3 3 0 0 0 0 6z',
}
const MORE_MARK = 'M3.5 5.5h13M3.5 10h13M3.5 14.5h13'

const Mark = ({ path }: { readonly path: string }): ReactNode => (
  <svg className={css.bottomMark} viewBox="0 0 20 20" aria-hidden="true">
    <path d={path} />
  </svg>
)

/** The four most used entries, and a button for the others. */
export const BottomBar = ({ onMore }: { readonly onMore: () => void }): ReactNode => {
  const { pathname } = useLocation()
  const leaves = menuLeaves(useMenu((menu) => menu.entries))
  const held = FIRST.flatMap((path) => leaves.filter((entry) => entry.path === path))
  const shown = [...(hasHome() ? [HOME] : []), ...held].slice(0, 4)
  return (
    <nav className={css.bottom} aria-label={appText.mainMenu}>
      {shown.map((entry) => (
        <NavLink
          key={entry.path}
          to={entry.path ?? '/'}
          end={entry.path === '/'}
          className={({ isActive }) => (isActive || isWithin(entry.path, pathname) ? css.bottomOn : '')}
        >
          <Mark path={MARKS[entry.path ?? '/'] ?? MORE_MARK} />
          {appText.menuShort[entry.path ?? ''] ?? entry.name}
          {entry.path === '/' ? <MenuCount path="/" /> : null}
        </NavLink>
      ))}
      <button type="button" onClick={onMore}>
        <Mark path={MORE_MARK} />
        {appText.more}
      </button>
    </nav>
  )
}
