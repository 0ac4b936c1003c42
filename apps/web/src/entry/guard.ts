import { OPEN_PATHS } from '../components/public-frame/open-paths.ts'

export type EntryStep =
  | { readonly kind: 'public'; readonly page: (typeof OPEN_PATHS)[number] }
  | { readonly kind: 'app'; readonly address: string }
  | { readonly kind: 'redirect'; readonly to: string }

/** The guard before the app is loaded: what a signed-in or a signed-out visitor of an address gets. */
export const decideEntry = (
  address: { readonly pathname: string; readonly search: string },
  signedIn: boolean,
): EntryStep => {
  const { pathname, search } = address
  if (signedIn) return { kind: 'app', address: pathname === '/login' ? '/' : `${pathname}${search}` }
  const page = OPEN_PATHS.find((path) => path === pathname)
  if (page) return { kind: 'public', page }
  return { kind: 'redirect', to: `/login?redirect=${encodeURIComponent(`${pathname}${search}`)}` }
}
