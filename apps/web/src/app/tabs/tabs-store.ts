import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import type { Spot } from '../frame/scroll-spots.ts'
import type { OpenTab } from './tabs-model.ts'

type TabsState = {
  /** Account and path that the tabs belong to: others see other pages. */
  readonly owner: string
  readonly tabs: readonly OpenTab[]
  /** How far each page was scrolled when it was left. */
  readonly spots: Readonly<Record<string, Spot>>
}

/** The open pages of this browser tab; they survive a reload, and end with the browser tab. */
export const useTabs = create<TabsState>()(
  persist((): TabsState => ({ owner: '', tabs: [], spots: {} }), {
    name: 'strata-tabs',
    version: 1,
    storage: createJSONStorage(() => sessionStorage),
  }),
)

export const changeTabs = (change: (tabs: readonly OpenTab[]) => readonly OpenTab[]): void => {
  useTabs.setState(({ tabs }) => ({ tabs: change(tabs) }))
}

/** The tabs of somebody else are dropped. */
export const ownTabs = (owner: string): void => {
  if (useTabs.getState().owner !== owner) useTabs.setState({ owner, tabs: [], spots: {} })
}

/** The filters of a page that is kept; undefined: it opens as new. */
export const useTabAddress = (path: string | undefined): string | undefined =>
  useTabs(({ tabs }) => tabs.find((tab) => tab.path === path)?.address)
