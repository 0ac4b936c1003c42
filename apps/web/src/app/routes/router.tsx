import { ROUTES } from '@strata/contract/menu'
import { createBrowserRouter, type LoaderFunctionArgs, type RouteObject, redirect } from 'react-router'
import { loadHome } from '#home'
import { PAGES } from '#pages'
import { clearSession, useSession } from '../../api/session.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { PageSkeleton } from '../../ui/page/skeleton.tsx'
import { showToast, TOAST_MS } from '../../ui/pop-up/toast.ts'
import { Layout } from '../frame/layout.tsx'
import { buildMenu, homePath, useMenu } from '../menu.ts'
import { CrashPage } from './crash-page.tsx'
import { FULL_PAGES } from './full-pages.ts'
import { decideRoute } from './guard.ts'
import { NotFoundPage } from './not-found-page.tsx'

const PAGE_PATHS = new Set([...PAGES.keys(), ...FULL_PAGES.keys()])

/** Signed-out pages belong to the entry, so the browser loads them again, which also clears the memory. */
const leaveTo = (address: string): Promise<never> => {
  window.location.assign(address)
  return new Promise(() => {})
}

/** Runs before every navigation; builds the menu when needed and decides again. */
const guard = async ({ request }: LoaderFunctionArgs): Promise<Response | null> => {
  const { pathname, search } = new URL(request.url)
  for (;;) {
    const { token, permissionIds, account } = useSession.getState()
    const step = decideRoute(
      { pathname, search },
      {
        signedIn: token !== null,
        menuReady: useMenu.getState().ready,
        permissionIds: new Set(permissionIds),
        accountType: account?.accountType ?? 2,
        home: homePath(),
        pages: PAGE_PATHS,
        mustSetPassword: account !== null && (account.mustChangePassword || account.needSetPassword),
      },
    )
    if (step.kind === 'show') return token === null ? await leaveTo(`${pathname}${search}`) : null
    if (step.kind === 'redirect') return token === null ? await leaveTo(step.to) : redirect(step.to)
    try {
      buildMenu()
    } catch {
      clearSession()
      showToast('error', appText.menuFailed)
      // Waits until the toast was readable, because the next page load removes it.
      await new Promise((resolve) => setTimeout(resolve, TOAST_MS.error))
      return await leaveTo(`/login?redirect=${encodeURIComponent(pathname)}`)
    }
  }
}

const pageRoutes: RouteObject[] = ROUTES.flatMap(({ path }) => {
  const load = PAGES.get(path)
  return load ? [{ path, lazy: async () => ({ Component: await load() }) }] : []
})

const fullRoutes: RouteObject[] = [...FULL_PAGES].map(([path, load]) => ({
  path,
  loader: guard,
  lazy: async () => ({ Component: await load() }),
  ErrorBoundary: CrashPage,
  HydrateFallback: PageSkeleton,
}))

export const createRouter = (): ReturnType<typeof createBrowserRouter> =>
  createBrowserRouter([
    ...fullRoutes,
    {
      id: 'root',
      path: '/',
      loader: guard,
      shouldRevalidate: () => true,
      Component: Layout,
      ErrorBoundary: CrashPage,
      HydrateFallback: PageSkeleton,
      children: [
        { index: true, lazy: async () => ({ Component: await loadHome() }) },
        ...pageRoutes,
        { path: '*', Component: NotFoundPage },
      ],
    },
  ])
