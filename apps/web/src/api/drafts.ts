import { useCallback } from 'react'
import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { useSession } from './session.ts'

type Drafts = { readonly held: Readonly<Record<string, unknown>> }

/** Older drafts make room for new ones: a period that is over is never asked for again. */
const MAX_KEPT = 40

/** What was typed and not sent yet. It outlives a closed drawer, a reload and a new sign-in of the same person here. */
const useDrafts = create<Drafts>()(
  persist((): Drafts => ({ held: {} }), {
    name: 'strata-drafts',
    version: 1,
    storage: createJSONStorage(() => sessionStorage),
  }),
)

/** The drafts after one is written (last) or, with `none`, forgotten. */
export const withDraft = (
  held: Drafts['held'],
  key: string,
  value: { readonly draft: unknown } | null,
): Drafts['held'] => {
  const { [key]: _old, ...others } = held
  const all = value === null ? others : { ...others, [key]: value.draft }
  return Object.fromEntries(Object.entries(all).slice(-MAX_KEPT))
}

/** A value kept by account, path and name; null forgets it. `none` stands at module scope. */
export const useDraft = <T>(name: string, none: T): readonly [T, (change: (held: T) => T | null) => void] => {
  const accountId = useSession((session) => session.account?.accountId ?? 0)
  const pathId = useSession((session) => session.currentPathId)
  const key = `${accountId}|${pathId}|${name}`
  const held = useDrafts((drafts) => drafts.held[key]) as T | undefined
  const write = useCallback(
    (change: (held: T) => T | null): void => {
      const { held: all } = useDrafts.getState()
      const next = change((all[key] as T | undefined) ?? none)
      useDrafts.setState({ held: withDraft(all, key, next === null ? null : { draft: next }) })
    },
    [key, none],
  )
  return [held ?? none, write]
}
