import { tabsText } from '../../text/zh-CN/app/tabs.ts'
import { beside, movedTo, type OpenTab, othersClosed, pinTurned, rightClosed } from './tabs-model.ts'
import { changeTabs } from './tabs-store.ts'
import type { useTabStrip } from './use-tab-strip.ts'

export type Act = 'close' | 'others' | 'right' | 'pin' | 'left' | 'rightwards' | 'off'

const { acts } = tabsText

/** What can be done with a tab: moving it is also done by dragging, for whoever can drag. */
export const actsOf = (tab: OpenTab): readonly { readonly key: Act; readonly label: string }[] => [
  { key: 'close', label: acts.close },
  { key: 'others', label: acts.others },
  { key: 'right', label: acts.right },
  { key: 'pin', label: tab.pinned ? acts.unpin : acts.pin },
  { key: 'left', label: acts.left },
  { key: 'rightwards', label: acts.rightwards },
  { key: 'off', label: acts.off },
]

type Strip = ReturnType<typeof useTabStrip>

/** Does it. */
export const actOn = (strip: Strip, tab: OpenTab, act: Act, onOff: () => void): void => {
  const { path } = tab
  const move = (step: -1 | 1): void => {
    const place = beside(strip.tabs, path, step)
    if (place !== null) changeTabs((tabs) => movedTo(tabs, path, place))
  }
  if (act === 'close') strip.close(path)
  if (act === 'others') strip.keep((tabs) => othersClosed(tabs, path), tab)
  if (act === 'right') strip.keep((tabs) => rightClosed(tabs, path), tab)
  if (act === 'pin') changeTabs((tabs) => pinTurned(tabs, path))
  if (act === 'left') move(-1)
  if (act === 'rightwards') move(1)
  if (act === 'off') onOff()
}
