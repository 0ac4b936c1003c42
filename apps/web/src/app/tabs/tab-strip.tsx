import { type DragEvent, type MouseEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link } from 'react-router'
import { appText } from '../../text/zh-CN/app/app.ts'
import { tabsText } from '../../text/zh-CN/app/tabs.ts'
import { useRoving } from '../../ui/hooks/use-roving.ts'
import { AS_LEFT } from '../frame/use-scroll.ts'
import { hasHome, titleOf, useMenu } from '../menu.ts'
import { actOn } from './tab-acts.ts'
import { TabMenu } from './tab-menu.tsx'
import css from './tab-strip.module.css'
import { movedTo, type OpenTab } from './tabs-model.ts'
import { changeTabs } from './tabs-store.ts'
import { useTabKeys } from './use-tab-keys.ts'
import { useTabStrip } from './use-tab-strip.ts'

const DRAGGED = 'application/x-strata-tab'
const MIDDLE = 1

type TabProps = {
  readonly tab: OpenTab
  readonly title: string
  readonly on: boolean
  readonly onClose: () => void
  readonly onMenu: (anchor: HTMLElement) => void
}

const Tab = ({ tab, title, on, onClose, onMenu }: TabProps): ReactNode => {
  const item = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (on) item.current?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [on])
  const middle = (event: MouseEvent): void => {
    if (event.button !== MIDDLE) return
    event.preventDefault()
    if (!tab.pinned) onClose()
  }
  const drop = (event: DragEvent): void => {
    const path = event.dataTransfer.getData(DRAGGED)
    if (path === '') return
    event.preventDefault()
    changeTabs((tabs) => movedTo(tabs, path, tab.path))
  }
  return (
    <li
      ref={item}
      className={on ? `${css.tab} ${css.tabOn}` : css.tab}
      data-pinned={tab.pinned || undefined}
      onDragOver={(event) => {
        if (event.dataTransfer.types.includes(DRAGGED)) event.preventDefault()
      }}
      onDrop={drop}
      onContextMenu={(event) => {
        event.preventDefault()
        const link = event.currentTarget.querySelector('a')
        if (link) onMenu(link)
      }}
    >
      <Link
        to={tab.address}
        state={AS_LEFT}
        draggable
        title={tab.pinned ? `${title}（${tabsText.pinned}）` : title}
        aria-current={on ? 'page' : undefined}
        aria-haspopup="menu"
        onAuxClick={middle}
        onDragStart={(event) => event.dataTransfer.setData(DRAGGED, tab.path)}
      >
        {title}
      </Link>
      {tab.pinned ? (
        <svg viewBox="0 0 16 16" width="12" height="12" aria-hidden="true">
          <path d="M6 2h4l-.5 5 2 2.5h-7l2-2.5zM8 9.5V14" />
        </svg>
      ) : (
        <button type="button" aria-label={tabsText.close(title)} title={tabsText.close(title)} onClick={onClose}>
          ×
        </button>
      )}
    </li>
  )
}

/** The open pages below the top bar. Only the one on screen runs: the others are addresses, so no stream multiplies. */
export const TabStrip = ({ onOff }: { readonly onOff: () => void }): ReactNode => {
  const strip = useTabStrip()
  const { pathname, tabs, close } = strip
  const [menu, setMenu] = useState<{ readonly tab: OpenTab; readonly anchor: HTMLElement } | null>(null)
  const entries = useMenu((state) => state.entries)
  const list = useRef<HTMLUListElement>(null)
  // What comes beside the strip makes it narrower: the tab of the page stays in view, with its button.
  useEffect(() => {
    const shown = list.current
    if (shown === null) return undefined
    const observer = new ResizeObserver(() =>
      shown
        .querySelector('[aria-current=page]')
        ?.closest('li')
        ?.scrollIntoView({ block: 'nearest', inline: 'nearest' }),
    )
    observer.observe(shown)
    return () => observer.disconnect()
  }, [])
  useTabKeys(strip)
  return (
    <nav className={css.strip} aria-label={tabsText.name} ref={useRoving()}>
      <ul ref={list}>
        {hasHome() ? (
          <li className={pathname === '/' ? `${css.tab} ${css.tabOn}` : css.tab}>
            <Link to="/" state={AS_LEFT} aria-current={pathname === '/' ? 'page' : undefined}>
              {appText.home}
            </Link>
          </li>
        ) : null}
        {tabs.map((tab) => (
          <Tab
            key={tab.path}
            tab={tab}
            title={titleOf(tab.path, entries, tab.address.slice(tab.path.length))}
            on={tab.path === pathname}
            onClose={() => close(tab.path)}
            onMenu={(anchor) => setMenu({ tab, anchor })}
          />
        ))}
      </ul>
      {menu === null ? null : (
        <TabMenu
          {...menu}
          onClose={() => setMenu(null)}
          onAct={(act) => actOn(strip, tabs.find(({ path }) => path === menu.tab.path) ?? menu.tab, act, onOff)}
        />
      )}
    </nav>
  )
}
