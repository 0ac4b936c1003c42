import { useCallback } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { useSession } from './session.ts'

type Drafts = { readonly held: Readonly<Record<string, unknown>> }

/** Limit of stored drafts; the oldest are dropped, because a finished period is never needed again. */
const MAX_DRAFTS = 40

/**
 * Input that was typed but not sent. It survives a closed drawer, a reload and a new sign-in of the same account
 * here.
 */
const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ held: {} }), {
    name: 'strata-drafts',
    version: 1,
    storage: createJSONStorage(() => sessionStorage),
  }),
)

/** The drafts after one was written (as the newest) or, with `none`, deleted. */
export const withDraft = (
  held: Drafts['held'],
  key: string,
  value: { readonly draft: unknown } | null,
): Drafts['held'] => {
  const { [key]: _old, ...others } = held
  const all = value === null ? others : { ...others, [key]: value.draft }
  return Object.fromEntries(Object.entries(all).slice(-MAX_DRAFTS))
}

/** Amounts of money that are about to be sent. They live as long as the page and are never stored on the machine. */
const useAmounts = create<Drafts>()((): Drafts => ({ held: {} }))

type Store = Pick<typeof useAmounts, 'getState' | 'setState'> & (<T>(select: (drafts: Drafts) => T) => T)
type Held<T> = readonly [T, (change: (held: T) => T | null) => void]

const useHeld = <T>(useStore: Store, name: string, none: T): Held<T> => {
  const accountId = useSession((session) => session.account?.accountId ?? 0)
  const pathId = useSession((session) => session.currentPathId)
  const key = `${accountId}|${pathId}|${name}`
  const held = useStore((drafts) => drafts.held[key]) as T | undefined
  const write = useCallback(
    (change: (held: T) => T | null): void => {
      const { held: all } = useStore.getState()
      const next = change((all[key] as T | undefined) ?? none)
      useStore.setState({ held: withDraft(all, key, next === null ? null : { draft: next }) })
    },
    [useStore, key, none],
  )
  return [held ?? none, write]
}

/** A value stored by account, path and name; null removes it. `none` must be a module constant. Not for amounts, passwords or codes. */
export const useDraft = <T>(name: string, none: T): Held<T> => useHeld(useDrafts, name, none)

/** The same for amounts of money: in memory only, while the page runs. */
export const useAmountsDraft = <T>(name: string, none: T): Held<T> => useHeld(useAmounts, name, none)
