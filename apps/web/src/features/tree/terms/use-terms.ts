import * as treeCalls from '@strata/contract/calls/tree'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDraft } from '../../../api/drafts.ts'
import { queryOf } from '../../../api/queries.ts'
import { useGameTypes } from '../../../api/shared-queries.ts'
import { type HeldTerms, restored } from './held-terms.ts'
import { changesOf, draftOf, type Terms, type TermsDraft } from './terms-model.ts'
import { termsProblems } from './terms-rules.ts'
import { type Editing, type NamedGame, namedGames } from './terms-view.ts'

/** The terms of a path when the page opened: never read again while the user edits. */
export const useTerms = (agentPathsId: number | null) =>
  useQuery({
    ...queryOf(treeCalls.getGameInfos, { agentPathsId: agentPathsId ?? 0 }),
    enabled: agentPathsId !== null,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

export const useNamedGames = (): readonly NamedGame[] => namedGames(useGameTypes().data ?? [])

/** Null while the games are read; no game need be on. An editor keeps those that it began with. */
export const useReadGames = (): readonly NamedGame[] | null => {
  const { data } = useGameTypes()
  const [held, setHeld] = useState<readonly NamedGame[] | null>(null)
  if (held === null && data !== undefined) setHeld(namedGames(data))
  return held
}

export const editingOf = (options: {
  readonly terms: Terms
  readonly games: readonly NamedGame[]
  readonly draft: TermsDraft | null
  readonly bettor: boolean
  readonly readonly: boolean
  readonly isNew?: boolean
  readonly set: (draft: TermsDraft) => void
}): Editing & { readonly base: TermsDraft } => {
  const { terms, games, bettor } = options
  const base = draftOf(terms, games)
  const draft = options.draft ?? base
  const changes = changesOf(base, draft)
  const touched = new Set(changes.map(({ gameId }) => gameId))
  return {
    base,
    games,
    draft,
    changes,
    changed: new Set(changes.map(({ key }) => key)),
    problems: termsProblems({ terms, games, draft, touched, bettor }),
    bettor,
    readonly: options.readonly,
    isNew: options.isNew ?? false,
    set: options.set,
  }
}

/**
 * The unsaved draft of terms, which survives a reload or another sign-in. `of` identifies the terms. Null: no
 * edits.
 */
export const useTermsDraft = (of: string) => {
  const [held, hold] = useDraft<HeldTerms | null>(`terms|${of}`, null)
  return {
    draftOver: (terms: Terms, games: readonly NamedGame[]): TermsDraft | null =>
      held === null ? null : restored(held, terms.version, draftOf(terms, games)),
    hold: (terms: Terms, games: readonly NamedGame[], draft: TermsDraft | null): void =>
      hold(() => (draft === null ? null : { version: terms.version, base: draftOf(terms, games), draft })),
    drop: (): void => hold(() => null),
  }
}
