export const TOUR_IDS = ['board', 'delivery', 'accounts', 'operator'] as const
export type TourId = (typeof TOUR_IDS)[number]

/** Tours that a person has taken or turned down. */
export type TourChoice = { readonly seen: readonly TourId[] }

const seenIn = (stored: string | null): unknown => {
  try {
    return (JSON.parse(stored ?? 'null') as { readonly seen?: unknown } | null)?.seen
  } catch {
    return null
  }
}

/** Reads what is stored; anything else means that no tour was seen. */
export const readTours = (stored: string | null): TourChoice => {
  const held = seenIn(stored)
  return { seen: Array.isArray(held) ? TOUR_IDS.filter((id) => held.includes(id)) : [] }
}

const PAGES: Readonly<Record<string, TourId>> = {
  '/agent/bet/instant': 'board',
  '/reports/delivery': 'delivery',
  '/agent/accounts/index': 'accounts',
}
/** Parts of these pages that stand in their place. */
const OTHER_PARTS = ['edit', 'create', 'tab'] as const

/** The tour of what is shown at an address; `home`: that of the first page. */
export const tourAt = (pathname: string, search: string, home: TourId | null): TourId | null => {
  const asked = new URLSearchParams(search)
  if (OTHER_PARTS.some((name) => asked.has(name))) return null
  return pathname === '/' ? home : (PAGES[pathname] ?? null)
}
