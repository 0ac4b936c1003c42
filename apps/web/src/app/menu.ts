import { ADMIN_MENU, AGENT_MENU, type MenuEntry, ROUTES, visibleMenu } from '@strata/contract/menu'
import { create } from 'zustand'
import { HOME_PERMISSIONS } from '#home'
import { PAGES } from '#pages'
import { useSession } from '../api/session.ts'
import { toolsText } from '../text/zh-CN/app/tools.ts'

type MenuState = {
  readonly ready: boolean
  readonly entries: readonly MenuEntry[]
  /** For a path that may no longer fly out. */
  readonly hasFlyOuts: boolean
}

/** Never stored: a reload builds it again from the stored permissions. */
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
      flyOutAllowed: account.isAllowPilotOut,
      hasFlyOuts: useMenu.getState().hasFlyOuts,
    }),
  )
  useMenu.setState({ ready: true, entries })
}

/** Entries with a page, including those under headings. */
export const menuLeaves = (entries: readonly MenuEntry[]): MenuEntry[] =>
  entries.flatMap((entry) => (entry.children ? menuLeaves(entry.children) : [entry]))

const CLASSIFICATION = '/reports/delivery?tab=class'

/**
 * The title of a page; for a caller who sees only past fly-out orders, that of its menu entry. The classification is a
 * report of its own on the page of another.
 */
export const titleOf = (pathname: string, entries: readonly MenuEntry[], search = ''): string => {
  const tab = new URLSearchParams(search).get('tab')
  if (`${pathname}?tab=${tab}` === CLASSIFICATION) return toolsText.palette.views.classification
  const past = menuLeaves(entries).find(({ path, flyOut }) => path === pathname && flyOut === 'past')
  return past?.name ?? ROUTES.find(({ path }) => path === pathname)?.title ?? ''
}

/** Whether the caller has a page at /. */
export const hasHome = (): boolean => {
  const { account, permissionIds } = useSession.getState()
  return account !== null && HOME_PERMISSIONS.some((id) => permissionIds.includes(id))
}

/** Where / leads: null for the overview of the day, else the first page of the menu. */
export const homePath = (): string | null =>
  hasHome() ? null : (menuLeaves(useMenu.getState().entries)[0]?.path ?? '/404')

/** Pages that belong to the menu entry of another path. */
const WITHIN: Readonly<Record<string, string>> = {
  '/reports/details': '/reports/delivery',
  '/agent/accounts/max-fill': '/agent/accounts/index',
  '/admin/merchant/max-fill': '/admin/merchant/index',
  '/admin/game/index': '/admin/game/periods',
}

export const isWithin = (entry: string | undefined, pathname: string): boolean =>
  entry !== undefined && WITHIN[pathname] === entry

/** A step above a page; a heading of the menu has no page of its own. */
export type PlaceStep = { readonly name: string; readonly path?: string }

/** The headings and pages above a page, from the first page of all. */
export const stepsAbove = (pathname: string, entries: readonly MenuEntry[]): readonly PlaceStep[] => {
  const heading = entries.find(({ children }) => children?.some(({ path }) => path === pathname))
  const over = menuLeaves(entries).find(({ path }) => path !== pathname && isWithin(path, pathname))
  return [
    ...(heading ? [{ name: heading.name }] : []),
    ...(over?.path === undefined ? [] : [{ name: over.name, path: over.path }]),
  ]
}
