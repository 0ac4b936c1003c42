import '../ui/theme/tokens.css'
import '../ui/base.css'
import '../ui/page/entry.css'
import { createRoot, type Root } from 'react-dom/client'
import { OWN_PATH, openOwnPage } from '#first-start'
import { isSignedIn, useSession } from '../api/session.ts'
import type { PublicPath } from '../components/public-frame/public-frame.tsx'
import { safeRedirect } from '../lib/safe-redirect.ts'
import { commonText } from '../text/zh-CN/entry/common.ts'
import { showToast } from '../ui/pop-up/toast.ts'
import { applyTheme } from '../ui/theme/theme-mode.ts'
import { decideEntry } from './guard.ts'
import { SignInPage } from './sign-in-page.tsx'

const ground = (): HTMLElement => {
  const element = document.getElementById('root')
  if (!element) throw new Error('the page has no root')
  return element
}

/** The app is a chunk of its own: loaded at once with a session, else at the first key press of the sign-in. */
const loadApp = (): Promise<typeof import('../app/start.ts')> => import('../app/start.ts')

const openApp = async (root: Root): Promise<void> => {
  try {
    await (await loadApp()).start(root)
  } catch (cause) {
    showToast('error', commonText.loadFailed)
    throw cause
  }
}

const open = (root: Root): void => {
  const step = decideEntry(window.location, isSignedIn())
  if (step.kind === 'redirect') {
    window.history.replaceState(null, '', step.to)
    open(root)
    return
  }
  if (step.kind === 'app') {
    window.history.replaceState(window.history.state, '', step.address)
    void openApp(root)
    return
  }
  const onGo = (path: PublicPath): void => {
    window.history.pushState(null, '', path)
    open(root)
  }
  if (step.page !== '/login') {
    const { page } = step
    void import('../features/public/open-page.tsx').then(({ OpenPage }) =>
      root.render(<OpenPage page={page} onGo={onGo} />),
    )
    return
  }
  root.render(<SignInPage onFirstKey={() => void loadApp()} onGo={onGo} onSignedIn={() => enter(root)} />)
}

/** After a sign-in: opens the address that the visitor wanted. */
const enter = (root: Root): void => {
  const wanted = new URLSearchParams(window.location.search).get('redirect')
  window.history.replaceState(null, '', safeRedirect(wanted))
  open(root)
}

applyTheme(useSession.getState().theme)
const root = createRoot(ground())
// Back and forward between the public pages; the app has its own router.
window.addEventListener('popstate', () => {
  if (!isSignedIn()) open(root)
})
if (window.location.pathname === OWN_PATH) void openOwnPage().then((OwnPage) => root.render(<OwnPage />))
else open(root)
