import { type ReactNode, useEffect, useState } from 'react'
import { Outlet, useLocation, useNavigation } from 'react-router'
import { startLive } from '../../api/live.ts'
import { useGameSwitches } from '../../api/shared-queries.ts'
import { DownloadCenter } from '../../components/exports/download-center.tsx'
import { offerUndo } from '../../components/forms/offer-undo.ts'
import { appText } from '../../text/zh-CN/app/app.ts'
import { toolsText } from '../../text/zh-CN/app/tools.ts'
import { undoText } from '../../text/zh-CN/shared/undo.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { ToolRow } from '../../ui/page/tool-row.tsx'
import { useHeldPermissions } from '../held-permissions.ts'
import { useIdleLock } from '../lock/use-idle-lock.ts'
import { titleOf, useMenu } from '../menu.ts'
import { PaletteKey, SearchButton } from '../palette/palette-key.tsx'
import { TabStrip } from '../tabs/tab-strip.tsx'
import { changeTabs } from '../tabs/tabs-store.ts'
import { AlertSignals } from '../tools/alert-signals.tsx'
import { NewBuildBar } from '../tools/new-build-bar.tsx'
import { ThemeSwitch } from '../tools/theme-switch.tsx'
import { useDensity, useFrameChoice } from '../tools/use-frame-choice.ts'
import { ViewSettings } from '../tools/view-settings.tsx'
import { TourHint, TourRunner } from '../tour/tour-hint.tsx'
import { BottomBar } from './bottom-bar.tsx'
import { usePlatformNews } from './brand.ts'
import { FourEyesBar } from './four-eyes-bar.tsx'
import { GameTabs } from './game-tabs.tsx'
import { HeaderFigures } from './header-figures.tsx'
import css from './layout.module.css'
import { LeaseBar } from './lease-bar.tsx'
import { LineBar } from './line-bar.tsx'
import { LookBar } from './look-bar.tsx'
import { MaintenanceBar } from './maintenance-bar.tsx'
import { NoticeLine } from './notice-line.tsx'
import { Place } from './place.tsx'
import { SideMenu } from './side-menu.tsx'
import { SkipLinks } from './skip-links.tsx'
import { useTabTitle } from './unread.tsx'
import { useScroll } from './use-scroll.ts'
import { ValidatorBar } from './validator-bar.tsx'
import { Watermark } from './watermark.tsx'

const BOARD = '/agent/bet/instant'
/** A page that shows its own title. */
const NOT_FOUND = '/404'

const TopLeft = ({ pathname, title }: { readonly pathname: string; readonly title: string }): ReactNode => {
  if (pathname === BOARD) return <GameTabs />
  return pathname === NOT_FOUND ? <span /> : <Place title={title} />
}

type ToolsProps = { readonly small: boolean; readonly frame: ReturnType<typeof useFrameChoice> }

/** At the top of a page; on a phone's board in its menu. */
const FrameTools = ({ small, frame }: ToolsProps): ReactNode => (
  <ToolRow label={toolsText.row}>
    <SearchButton small={small} />
    <AlertSignals />
    <ViewSettings {...frame} />
    <ThemeSwitch />
    <DownloadCenter />
  </ToolRow>
)

/** The frame of every page after sign-in. */
export const Layout = (): ReactNode => {
  const { pathname, search, key } = useLocation()
  const mobile = useMedia(MOBILE)
  const [drawer, setDrawer] = useState(false)
  const leaving = useNavigation().state !== 'idle'
  useEffect(startLive, [])
  useGameSwitches()
  const frame = useFrameChoice()
  useDensity(frame.choice.density)
  useIdleLock(frame.choice.lockMinutes)
  // Switched off, the pages are forgotten, and the menu opens each again.
  useEffect(() => {
    if (!frame.choice.tabs) changeTabs(() => [])
  }, [frame.choice.tabs])
  useHeldPermissions()
  usePlatformNews()
  useScroll()
  // biome-ignore lint/correctness/useExhaustiveDependencies: every navigation closes the drawer, also to where one is
  useEffect(() => setDrawer(false), [key])
  const entries = useMenu((menu) => menu.entries)
  const title = pathname === '/' ? appText.home : titleOf(pathname, entries, search)
  useTabTitle(title)
  const onBoard = pathname === BOARD
  const tools = <FrameTools small={onBoard} frame={frame} />
  return (
    <div className={css.shell} data-leaving={leaving || undefined}>
      <SkipLinks />
      <SideMenu
        drawer={mobile}
        open={drawer}
        tools={mobile && onBoard ? tools : null}
        onClose={() => setDrawer(false)}
      />
      <div className={onBoard ? `${css.shellMain} ${css.shellFit}` : css.shellMain}>
        {onBoard && mobile ? null : (
          <header className={css.top}>
            <TopLeft pathname={pathname} title={title} />
            <span className={css.topEnd}>
              <HeaderFigures />
              {tools}
            </span>
          </header>
        )}
        {mobile && onBoard ? null : (
          <div className={css.below}>
            {mobile || !frame.choice.tabs ? null : (
              <TabStrip
                onOff={() => {
                  frame.change({ tabs: false })
                  offerUndo(undoText.tabsOff, () => frame.change({ tabs: true }))
                }}
              />
            )}
            <NoticeLine />
            <TourHint />
          </div>
        )}
        <NewBuildBar />
        <LookBar />
        <LineBar />
        <FourEyesBar />
        <ValidatorBar />
        <LeaseBar />
        <MaintenanceBar />
        <main id="content" className={css.content} tabIndex={-1}>
          {onBoard ? <h1 className="visually-hidden">{title}</h1> : null}
          <Outlet />
        </main>
      </div>
      {mobile ? <BottomBar onMore={() => setDrawer(true)} /> : null}
      <PaletteKey />
      <TourRunner />
      <Watermark pathname={pathname} />
    </div>
  )
}
