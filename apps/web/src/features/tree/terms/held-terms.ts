import { changesOf, rebase, type TermsDraft } from './terms-model.ts'

/** A draft, and the version and values that it is based on. */
export type HeldTerms = { readonly version: number; readonly base: TermsDraft; readonly draft: TermsDraft }

/** The draft on top of what another user has saved in between. */
export const restored = (held: HeldTerms, version: number, base: TermsDraft): TermsDraft =>
  held.version === version ? held.draft : rebase(changesOf(held.base, held.draft), held.draft, base)
