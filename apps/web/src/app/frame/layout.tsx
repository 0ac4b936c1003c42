import { type ReactNode, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { startLive } from '../../api/live.ts'
import { DownloadCenter } from '../../components/exports/download-center.tsx'
import { appText } from '../../text/zh-CN/app/app.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { useHeldPermissions } from '../held-permissions.ts'
import { titleOf, useMenu } from '../menu.ts'
import { PaletteKey, SearchButton } from '../palette/palette-key.tsx'
import { AlertSignals } from '../tools/alert-signals.tsx'
import { NewBuildBar } from '../tools/new-build-bar.tsx'
import { ThemeSwitch } from '../tools/theme-switch.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { FourEyesBar } from './four-eyes-bar.tsx'
import { GameTabs } from './game-tabs.tsx'
import { HeaderFigures } from './header-figures.tsx'
import css from './layout.module.css'
import { LineBar } from './line-bar.tsx'
import { LookBar } from './look-bar.tsx'
import { MaintenanceBar } from './maintenance-bar.tsx'
import { NoticeLine } from './notice-line.tsx'
import { SideMenu } from './side-menu.tsx'
import { useTabTitle } from './unread.tsx'
import { useScroll } from './use-scroll.ts'
import { ValidatorBar } from './validator-bar.tsx'

const BOARD = '/agent/bet/instant'
/** A page that shows its own title. */
const NOT_FOUND = '/404'

const TopLeft = ({ pathname, title }: { readonly pathname: string; readonly title: string }): ReactNode => {
  if (pathname === BOARD) return <GameTabs />
  return pathname === NOT_FOUND ? <span /> : <h1 className={css.topTitle}>{title}</h1>
}

/** The frame of every page after sign-in. */
export const Layout = (): ReactNode => {
  const { pathname, key } = useLocation()
  const mobile = useMedia(MOBILE)
  const [drawer, setDrawer] = useState(false)
  const leaving = useNavigation().state !== 'idle'
  useEffect(startLive, [])
  useHeldPermissions()
  useScroll()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer, also to where one is
  useEffect(() => setDrawer(false), [key])
  const entries = useMenu((menu) => menu.entries)
  const title = pathname === '/' ? appText.home : titleOf(pathname, entries)
  useTabTitle(title)
  return (
    <div className={css.shell} data-leaving={leaving || undefined}>
      <a className={css.skip} data-part="skip" href="#content">
        {appText.skipToContent}
      </a>
      <SideMenu drawer={mobile} open={drawer} onClose={() => setDrawer(false)} />
      <div className={pathname === BOARD ? `${css.shellMain} ${css.shellFit}` : css.shellMain}>
        {pathname === BOARD && mobile ? null : (
          <header className={css.top}>
            <TopLeft pathname={pathname} title={title} />
            <span className={css.topEnd}>
              <HeaderFigures />
              <SearchButton small={pathname === BOARD} />
              <AlertSignals />
              <ThemeSwitch />
              <DownloadCenter />
            </span>
          </header>
        )}
        <NewBuildBar />
        <LookBar />
        <LineBar />
        <FourEyesBar />
        <ValidatorBar />
        <MaintenanceBar />
        {mobile && pathname === BOARD ? null : <NoticeLine />}
        <main id="content" className={css.content} tabIndex={-1}>
          {pathname === BOARD ? <h1 className="visually-hidden">{title}</h1> : null}
          <Outlet />
        </main>
      </div>
      {mobile ? <BottomBar onMore={() => setDrawer(true)} /> : null}
      <PaletteKey />
    </div>
  )
}
