import { ADMIN_MENU, AGENT_MENU, type MenuEntry, ROUTES, visibleMenu } from '@strata/contract/menu'
import { PERMISSION } from '@strata/contract/permissions'
import { create } from 'zustand'
import { PAGES } from '#pages'
import { useSession } from '../api/session.ts'

type MenuState = {
  readonly ready: boolean
  readonly entries: readonly MenuEntry[]
  /** Of a path that may not fly out any more. */
  readonly hasFlyOuts: boolean
}

/** Never stored: a reload builds it again from the permissions that are. */
export const useMenu = create<MenuState>(() => ({ ready: false, entries: [], hasFlyOuts: false }))

const withPages = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => {
    if (entry.children) {
      const children = withPages(entry.children)
      return children.length > 0 ? [{ ...entry, children }] : []
    }
    return entry.path !== undefined && PAGES.has(entry.path) ? [entry] : []
  })

/** Builds the menu from the held permissions. Throws when the stored session cannot carry one. */
export const buildMenu = (): void => {
  const { account, permissionIds, currentPathId } = useSession.getState()
  if (!account || currentPathId === 0 || !Array.isArray(permissionIds))
    throw new Error('the stored session has no menu')
  const menu = account.accountType === 1 ? ADMIN_MENU : AGENT_MENU
  const entries = withPages(
    visibleMenu(menu, {
      ids: new Set(permissionIds),
      isAllowPilotOut: account.isAllowPilotOut,
      hasFlyOuts: useMenu.getState().hasFlyOuts,
    }),
  )
  useMenu.setState({ ready: true, entries })
}

/** Entries that lead somewhere, headings opened. */
export const menuLeaves = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => (entry.children ? menuLeaves(entry.children) : [entry]))

/** What a page is called: of who sees only orders of the past there, as its menu entry is. */
export const titleOf = (pathname: string, entries: readonly MenuEntry[]): string => {
  const past = menuLeaves(entries).find(({ path, flyOut }) => path === pathname && flyOut === 'past')
  return past?.name ?? ROUTES.find(({ path }) => path === pathname)?.title ?? ''
}

/** Whoever may see boards or reports has a day to look at. */
const HOME_PERMISSIONS = [PERMISSION.boards, PERMISSION.reports]

export const hasHome = (): boolean => {
  const { account, permissionIds } = useSession.getState()
  return account?.accountType === 2 && HOME_PERMISSIONS.some((id) => permissionIds.includes(id))
}

/** Where / leads: null where it is the day at a glance, else the first page of the menu. */
export const homePath = (): string | null =>
  hasHome() ? null : (menuLeaves(useMenu.getState().entries)[0]?.path ?? '/404')

/** Pages that belong to a menu entry of another path. */
const WITHIN: Readonly<Record<string, string>> = {
  '/reports/details': '/reports/delivery',
  '/agent/accounts/max-fill': '/agent/accounts/index',
  '/admin/merchant/max-fill': '/admin/merchant/index',
}

export const isWithin = (entry: string | undefined, pathname: string): boolean =>
  entry !== undefined && WITHIN[pathname] === entry
