import type { RequestOf } from '@strata/contract/endpoint'
import type { importAccounts } from '@strata/contract/endpoints/tree'
import { ROLE, type Role } from '@strata/domain/tree'
import { newChildTerms } from '../terms/new-terms.ts'
import {
  changesOf,
  DEFAULT_GAME,
  draftOf,
  type GameDraft,
  type GameShape,
  patchOf,
  type Terms,
} from '../terms/terms-model.ts'
import { copiedDraft, isBettor } from '../terms/terms-rules.ts'
import type { Line } from './account-table.ts'

type Wish = RequestOf<typeof importAccounts>
export type WishedTerms = Wish['terms'][number]
export type WishedItem = Wish['items'][number]

/** What the new accounts begin with: the parent's terms, or those of an account that is there, by kind. */
export type Sources = {
  readonly parent: Terms
  readonly parentRole: Role
  readonly games: readonly GameShape[]
  readonly likeAgent: Terms | null
  readonly likeMember: Terms | null
}

type Built = { readonly terms: WishedTerms; readonly shares: GameDraft | undefined }

const termsFor = (line: Line, { parent, parentRole, games, likeAgent, likeMember }: Sources): Built => {
  const { roleId, pankou } = line
  const bettor = isBettor(roleId)
  const terms = newChildTerms(parent, { roleId, parentRole, pankou })
  const like = bettor ? likeMember : likeAgent
  const base = draftOf(terms, games)
  const draft = like ? copiedDraft({ terms, games, bettor }, like) : base
  const { games: changed, ...rest } = patchOf(draft, changesOf(base, draft))
  // Every game with a row of its own is named: the shares of a row count in each of them.
  const silent = parent.games.filter(({ gameId }) => changed.every((game) => game.gameId !== gameId))
  return {
    terms: { ...rest, games: [...changed, ...silent.map(({ gameId }) => ({ gameId }))] },
    shares: draft.games[DEFAULT_GAME],
  }
}

/** The rows as the call takes them, and the shares that each account will have. */
export const wishOf = (lines: readonly Line[], sources: Sources) => {
  const built = new Map<string, Built & { readonly place: number }>()
  const found = lines.map((line) => {
    const key = `${line.roleId} ${line.pankou ?? ''}`
    const known = built.get(key) ?? { ...termsFor(line, sources), place: built.size }
    built.set(key, known)
    const { accountName, nickname, contact, roleId, pankou, uplineShare, downlineCap } = line
    const item: WishedItem = {
      roleId,
      accountName,
      terms: known.place,
      ...(nickname === '' ? {} : { nickname }),
      ...(contact === '' ? {} : { contact }),
      ...(pankou === null ? {} : { pankou }),
      ...(uplineShare === null ? {} : { uplineShare }),
      ...(downlineCap === null ? {} : { downlineCap }),
    }
    const shares = {
      uplineShare: uplineShare ?? known.shares?.uplineShare ?? '',
      downlineCap: roleId === ROLE.member ? '' : (downlineCap ?? known.shares?.downlineCap ?? ''),
    }
    return { line, item, shares }
  })
  return {
    terms: [...built.values()].map(({ terms }) => terms),
    items: found.map(({ item }) => item),
    shown: found.map(({ line, shares }) => ({ ...line, ...shares })),
  }
}
