import { useSyncExternalStore } from 'react'

const listeners = new Set<() => void>()
let timer: ReturnType<typeof setInterval> | undefined
let tick = 0

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  timer ??= setInterval(() => {
    tick += 1
    for (const told of listeners) told()
  }, 1000)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** Renders the caller once a second, all callers at the same time. */
export const useSecond = (): number => useSyncExternalStore(subscribe, () => tick)

/** What a function of the time says, read once a second; the caller is rendered only when that is something else. */
export const useEachSecond = <Told extends string | number | boolean | null>(read: () => Told): Told =>
  useSyncExternalStore(subscribe, read)
