/** A page that stays at hand: its path names it, its address has its filters. */
export type OpenTab = {
  readonly path: string
  /** Path, filters and all: what a press on the tab opens. */
  readonly address: string
  readonly pinned: boolean
  /** Grows with every visit; the smallest was left alone for longest. */
  readonly visit: number
}

/** With more, the unpinned one that was left alone for longest is closed. */
export const MAX_TABS = 12

const nextVisit = (tabs: readonly OpenTab[]): number => Math.max(0, ...tabs.map(({ visit }) => visit)) + 1

/** Pinned ones stand first, each kind in its own order. */
const ordered = (tabs: readonly OpenTab[]): readonly OpenTab[] => [
  ...tabs.filter(({ pinned }) => pinned),
  ...tabs.filter(({ pinned }) => !pinned),
]

const withoutOldest = (tabs: readonly OpenTab[]): readonly OpenTab[] => {
  if (tabs.length <= MAX_TABS) return tabs
  const loose = tabs.filter(({ pinned }) => !pinned)
  // All are pinned but the newest: it stays as one more.
  if (loose.length <= 1) return tabs
  const oldest = loose.reduce((a, b) => (b.visit < a.visit ? b : a))
  return tabs.filter((tab) => tab !== oldest)
}

/** The tabs after a visit of an address: its own tab has the new address, or is added at the end. */
export const visited = (tabs: readonly OpenTab[], path: string, address: string): readonly OpenTab[] => {
  const visit = nextVisit(tabs)
  if (tabs.some((tab) => tab.path === path))
    return tabs.map((tab) => (tab.path === path ? { ...tab, address, visit } : tab))
  return withoutOldest([...tabs, { path, address, pinned: false, visit }])
}

export const closed = (tabs: readonly OpenTab[], path: string): readonly OpenTab[] =>
  tabs.filter((tab) => tab.path !== path)

/** Closes all but one and the pinned ones. */
export const othersClosed = (tabs: readonly OpenTab[], path: string): readonly OpenTab[] =>
  tabs.filter((tab) => tab.pinned || tab.path === path)

/** Closes what stands right of one, except pinned ones. */
export const rightClosed = (tabs: readonly OpenTab[], path: string): readonly OpenTab[] => {
  const at = tabs.findIndex((tab) => tab.path === path)
  return at < 0 ? tabs : tabs.filter((tab, index) => tab.pinned || index <= at)
}

export const pinTurned = (tabs: readonly OpenTab[], path: string): readonly OpenTab[] =>
  ordered(tabs.map((tab) => (tab.path === path ? { ...tab, pinned: !tab.pinned } : tab)))

/** Puts one where another stands. */
export const movedTo = (tabs: readonly OpenTab[], path: string, place: string): readonly OpenTab[] => {
  const from = tabs.findIndex((tab) => tab.path === path)
  const to = tabs.findIndex((tab) => tab.path === place)
  const tab = tabs[from]
  if (!tab || to < 0 || from === to) return tabs
  return ordered(tabs.toSpliced(from, 1).toSpliced(to, 0, tab))
}

/** The path one step left (-1) or right (1) of a tab, around the ends; null when there is no other. */
export const beside = (tabs: readonly OpenTab[], path: string, step: -1 | 1): string | null => {
  const at = tabs.findIndex((tab) => tab.path === path)
  if (at < 0 || tabs.length < 2) return null
  return tabs[(at + step + tabs.length) % tabs.length]?.path ?? null
}

/** Which page is shown when this one is closed: its right neighbour, else the left; null: none is left. */
export const afterClosing = (tabs: readonly OpenTab[], path: string): OpenTab | null => {
  const at = tabs.findIndex((tab) => tab.path === path)
  return tabs[at + 1] ?? tabs[at - 1] ?? null
}
