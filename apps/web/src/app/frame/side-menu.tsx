import * as adminMerchantsCalls from '@strata/contract/calls/admin-merchants'
import type { MenuEntry } from '@strata/contract/menu'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { queryOf } from '../../api/queries.ts'
import { useSession } from '../../api/session.ts'
import { formatShort } from '../../lib/time.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { LockButton } from '../lock/lock-button.tsx'
import { hasHome, isWithin, useMenu } from '../menu.ts'
import { useTabAddress } from '../tabs/tabs-store.ts'
import { useBrand } from './brand.ts'
import { PathSwitch } from './path-switch.tsx'
import css from './side-menu.module.css'
import { signOut } from './sign-out.ts'
import { MenuCount } from './unread.tsx'
import { AS_LEFT } from './use-scroll.ts'

const Entry = ({ entry, depth }: { readonly entry: MenuEntry; readonly depth: number }): ReactNode => {
  const { pathname } = useLocation()
  const held = useTabAddress(entry.path)
  // The entry of the page on screen opens it again, without its filters.
  const asLeft = held !== undefined && pathname !== entry.path
  if (entry.children)
    return (
      <li>
        <span className={css.sideHeading}>{entry.name}</span>
        <ul>
          {entry.children.map((child) => (
            <Entry key={child.path ?? child.name} entry={child} depth={depth + 1} />
          ))}
        </ul>
      </li>
    )
  return (
    <li>
      <NavLink
        to={asLeft ? held : (entry.path ?? '/')}
        state={asLeft ? AS_LEFT : undefined}
        className={({ isActive }) =>
          `${css.sideLink}${isActive || isWithin(entry.path, pathname) ? ` ${css.sideOn}` : ''}`
        }
        data-depth={depth}
      >
        {entry.name}
        {entry.path === undefined ? null : <MenuCount path={entry.path} />}
      </NavLink>
    </li>
  )
}

const SideFoot = (): ReactNode => {
  const account = useSession((session) => session.account)
  if (!account) return null
  return (
    <div className={css.sideFoot}>
      <p>
        {account.accountName} · {account.accountType === 1 ? appText.operator : (appText.roles[account.roleId] ?? '')}
      </p>
      <PathSwitch />
      {account.lastLoginAt === null ? null : <p>{appText.lastLogin(formatShort(account.lastLoginAt))}</p>}
      <p className={css.sideTools}>
        <LockButton />
        <button type="button" onClick={() => void signOut()}>
          {appText.signOut}
        </button>
      </p>
    </div>
  )
}

/** The merchant's own logo and name, else the product's. */
const Brand = ({ platform }: { readonly platform: string }): ReactNode => {
  const pathId = useSession((session) => session.currentPathId)
  const isAgent = useSession((session) => session.account?.accountType === 2)
  const own = useQuery({
    ...queryOf(adminMerchantsCalls.merchantGetLogo, { agentPathsId: pathId }, { automatic: true }),
    enabled: isAgent,
    staleTime: Number.POSITIVE_INFINITY,
  }).data
  if (!own?.logo)
    return (
      <>
        <img src="/mark.svg" alt="" width="18" height="18" />
        <span>{platform}</span>
      </>
    )
  return (
    <>
      <img className={css.sideLogo} src={own.logo} alt={own.name || platform} />
      {own.name === '' ? null : <span>{own.name}</span>}
    </>
  )
}

type Props = {
  readonly drawer: boolean
  readonly open: boolean
  /** The tools of the frame, on a page that has no room for them. */
  readonly tools: ReactNode
  readonly onClose: () => void
}

/** The side menu. On a phone it is a drawer that Escape, a tap outside and every navigation close. */
export const SideMenu = ({ drawer, open, tools, onClose }: Props): ReactNode => {
  const entries = useMenu((menu) => menu.entries)
  const brand = useBrand()
  const box = useRef<HTMLDialogElement>(null)
  useEffect(() => {
    if (!drawer) return
    if (open) box.current?.showModal()
    else box.current?.close()
  }, [drawer, open])
  const body = (
    <>
      <div className={css.sideBrand}>
        <Brand platform={brand} />
      </div>
      {tools === null ? null : (
        // biome-ignore lint/a11y/noStaticElementInteractions: its buttons are what is pressed
        // biome-ignore lint/a11y/useKeyWithClickEvents: a key that presses one of them clicks too
        <div
          className={css.sideFrameTools}
          onClick={({ target }) => {
            // What opens over the page would lie under this menu; a pop-up of the menu itself does not.
            if (target instanceof Element && target.closest('[aria-haspopup=dialog]:not([popovertarget])')) onClose()
          }}
        >
          {tools}
        </div>
      )}
      <nav aria-label={appText.mainMenu}>
        <ul className={css.sideList}>
          {hasHome() ? (
            <li>
              <NavLink to="/" end className={({ isActive }) => `${css.sideLink}${isActive ? ` ${css.sideOn}` : ''}`}>
                {appText.home}
                <MenuCount path="/" />
              </NavLink>
            </li>
          ) : null}
          {entries.map((entry) => (
            <Entry key={entry.path ?? entry.name} entry={entry} depth={0} />
          ))}
        </ul>
      </nav>
      <SideFoot />
    </>
  )
  if (!drawer)
    return (
      <aside className={css.side} aria-label={brand}>
        {body}
      </aside>
    )
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      ref={box}
      className={`${css.side} ${css.sideDrawer}`}
      aria-label={appText.mainMenu}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === event.currentTarget) onClose()
      }}
    >
      {body}
    </dialog>
  )
}
