import { useSyncExternalStore } from 'react'

type Watched = { readonly matches: () => boolean; readonly subscribe: (listener: () => void) => () => void }

/** One object per query: a new subscribe function would make every render of every user subscribe again. */
const watched = new Map<string, Watched>()

const watch = (query: string): Watched => {
  const held = watched.get(query)
  if (held) return held
  const media = window.matchMedia(query)
  const fresh: Watched = {
    matches: () => media.matches,
    subscribe: (listener) => {
      media.addEventListener('change', listener)
      return () => media.removeEventListener('change', listener)
    },
  }
  watched.set(query, fresh)
  return fresh
}

/** Whether a media query holds now. */
export const useMedia = (query: string): boolean => {
  const { subscribe, matches } = watch(query)
  return useSyncExternalStore(subscribe, matches)
}

/** The media query of the mobile layout. */
export const MOBILE = '(max-width: 768px)'
