import { create } from 'zustand'
import { createJSONStorage, persist } from 'zustand/middleware'
import { useSession } from '../../../api/session.ts'
import type { Edits, Pankou, Settings } from './settings-model.ts'

/** Edits of one child's link. */
export type ChildEdit = { readonly acceptType?: number; readonly maxFill?: Readonly<Record<number, string>> }

export type Draft = {
  readonly rows: Edits
  readonly pankou: Pankou | null
  readonly children: Readonly<Record<number, ChildEdit>>
  /** The settings when the first edit was made. */
  readonly began: Settings | null
  /** The children when the first of their edits was made. */
  readonly childrenBegan: Settings['downline'] | null
}

export const NO_DRAFT: Draft = { rows: {}, pankou: null, children: {}, began: null, childrenBegan: null }

/**
 * Unsaved edits by account, path, merchant and game. They survive a change of page, a reload and a new sign-in of
 * the same account in this tab.
 */
export const useDrafts = create<{ readonly held: Readonly<Record<string, Draft>> }>()(
  persist((): { readonly held: Readonly<Record<string, Draft>> } => ({ held: {} }), {
    name: 'strata-replenishment-drafts',
    version: 1,
    storage: createJSONStorage(() => sessionStorage),
  }),
)

const isEmpty = (draft: Draft): boolean =>
  Object.keys(draft.rows).length === 0 && Object.keys(draft.children).length === 0 && draft.pankou === null

export const draftKey = (gameId: number, merchant: number | null): string => {
  const { account, currentPathId } = useSession.getState()
  return [account?.accountId ?? 0, currentPathId, merchant ?? 0, gameId].join('|')
}

export const readDraft = (key: string): Draft => useDrafts.getState().held[key] ?? NO_DRAFT

/** Changes a draft; an empty one is deleted. */
export const writeDraft = (key: string, change: (draft: Draft) => Draft): void => {
  useDrafts.setState(({ held }) => {
    const next = change(held[key] ?? NO_DRAFT)
    const { [key]: _old, ...others } = held
    return { held: isEmpty(next) ? others : { ...others, [key]: next } }
  })
}
