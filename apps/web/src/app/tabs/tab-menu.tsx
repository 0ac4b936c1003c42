import '../../ui/pop-up/menu-button.css'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { tabsText } from '../../text/zh-CN/app/tabs.ts'
import { placeBeside } from '../../ui/pop-up/beside.ts'
import { walkMenu } from '../../ui/pop-up/menu-keys.ts'
import { type Act, actsOf } from './tab-acts.ts'
import type { OpenTab } from './tabs-model.ts'

type Props = {
  readonly tab: OpenTab
  /** The tab's element, below which the menu opens and which has the focus again afterwards. */
  readonly anchor: HTMLElement
  readonly onAct: (act: Act) => void
  readonly onClose: () => void
}

/** What can be done with a tab, at a right click or the menu key: arrows move, Escape and a press elsewhere close. */
export const TabMenu = ({ tab, anchor, onAct, onClose }: Props): ReactNode => {
  const list = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const menu = list.current
    if (!menu) return
    menu.showPopover()
    placeBeside(menu, anchor, 'left')
    menu.querySelector('button')?.focus()
  }, [anchor])
  return (
    <div
      ref={list}
      popover="auto"
      className="pop-box menu-list"
      role="menu"
      tabIndex={-1}
      aria-label={tabsText.menu}
      onToggle={(event) => {
        if (event.newState === 'closed') onClose()
      }}
      onKeyDown={walkMenu}
    >
      {actsOf(tab).map(({ key, label }) => (
        <button
          key={key}
          type="button"
          role="menuitem"
          tabIndex={-1}
          onClick={() => {
            anchor.focus()
            list.current?.hidePopover()
            onAct(key)
          }}
        >
          {label}
        </button>
      ))}
    </div>
  )
}
