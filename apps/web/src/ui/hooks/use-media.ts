import { useSyncExternalStore } from 'react'
import { type Watched, watchedMedia } from './watched-media.ts'

/** One object per query: a new subscribe function would make every render of every user subscribe again. */
const watched = new Map<string, Watched>()

const watch = (query: string): Watched => {
  const held = watched.get(query)
  if (held) return held
  const fresh = watchedMedia(window.matchMedia(query))
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

/** The media query of a system that prefers dark pages. */
export const DARK = '(prefers-color-scheme: dark)'
