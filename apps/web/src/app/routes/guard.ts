import { OPEN_PATHS, REDIRECTS, ROUTES } from '@strata/contract/menu'

export type GuardState = {
  readonly signedIn: boolean
  readonly menuReady: boolean
  readonly permissionIds: ReadonlySet<number>
  /** 1 admin, 2 agent: pages of the other side do not exist. */
  readonly accountType: 1 | 2
  /** Target of /; null: it is a page of its own. */
  readonly home: string | null
  /** Existing pages; a path of the route table without a page is unknown. */
  readonly pages: ReadonlySet<string>
  /** First sign-in, or a password set by somebody else: it must be changed before anything else. */
  readonly mustSetPassword?: boolean
}

export type GuardStep =
  | { readonly kind: 'show' }
  | { readonly kind: 'buildMenu' }
  | { readonly kind: 'redirect'; readonly to: string }

const NOT_FOUND = '/404'
const SET_PASSWORD = '/set-password'
const MAINTENANCE = '/maintenance'

const isOpen = (pathname: string): boolean => OPEN_PATHS.some((path) => path === pathname)

/** Operators have no page of their own details: their profile begins with the log of their sign-ins. */
const aliasFor = (to: string, accountType: 1 | 2): string =>
  accountType === 1 && to === '/profile/user-info' ? '/profile/login-log' : to

/**
 * Every branch of the route guard, for one navigation. Signed in: /login leads to /, a menu that is not ready is built
 * first, then the path must be one of the menu's side and permissions. Signed out: the open paths, or the sign-in.
 */
export const decideRoute = (
  address: { readonly pathname: string; readonly search: string },
  state: GuardState,
): GuardStep => {
  const { pathname, search } = address
  if (!state.signedIn) {
    if (isOpen(pathname)) return { kind: 'show' }
    return { kind: 'redirect', to: `/login?redirect=${encodeURIComponent(`${pathname}${search}`)}` }
  }
  if (pathname === '/login') return { kind: 'redirect', to: '/' }
  if (!state.menuReady) return { kind: 'buildMenu' }
  if (state.mustSetPassword && pathname !== SET_PASSWORD && pathname !== MAINTENANCE)
    return { kind: 'redirect', to: SET_PASSWORD }
  if (pathname === '/') return state.home === null ? { kind: 'show' } : { kind: 'redirect', to: state.home }
  const alias = REDIRECTS.find(({ from }) => from === pathname)
  if (alias) return { kind: 'redirect', to: aliasFor(alias.to, state.accountType) }
  if (pathname === NOT_FOUND) return { kind: 'show' }
  const route = ROUTES.find(({ path }) => path === pathname)
  const side = state.accountType === 1 ? 'admin' : 'agent'
  const mine =
    route !== undefined && (route.platform === side || route.platform === 'shared' || route.platform === 'public')
  const allowed = mine && state.permissionIds.has(route.id) && state.pages.has(pathname)
  return allowed ? { kind: 'show' } : { kind: 'redirect', to: NOT_FOUND }
}
