import { useSyncExternalStore } from 'react'

const query = window.matchMedia('(prefers-color-scheme: dark)')

const subscribe = (listener: () => void): (() => void) => {
  query.addEventListener('change', listener)
  return () => query.removeEventListener('change', listener)
}

/** Whether the system prefers dark pages. */
export const useSystemDark = (): boolean => useSyncExternalStore(subscribe, () => query.matches)
