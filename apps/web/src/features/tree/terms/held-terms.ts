import { changesOf, rebase, type TermsDraft } from './terms-model.ts'

/** What was typed, and what it was typed over. */
export type HeldTerms = { readonly version: number; readonly base: TermsDraft; readonly draft: TermsDraft }

/** Somebody else's save in between stays, with what was typed on top of it. */
export const restored = (held: HeldTerms, version: number, base: TermsDraft): TermsDraft =>
  held.version === version ? held.draft : rebase(changesOf(held.base, held.draft), held.draft, base)
