import type { RequestOf, ResponseOf } from '@strata/contract/endpoint'
import type { getGameInfos, setTerms } from '@strata/contract/endpoints/tree'
import type { GameId, GroupId } from '@strata/domain/ids'
import { eachLimit, isOptionalLimit, LIMIT_NAMES, type LimitName } from '@strata/domain/tree/limits'
import { grouped, normal, sameValue } from '../../../lib/decimal.ts'
import type { CellEdit } from '../../../ui/matrix/matrix-model.ts'

export type Terms = ResponseOf<typeof getGameInfos>
export type GameTerms = Terms['games'][number]
export type PlayTerms = GameTerms['plays'][number]
export type TermsPatch = Pick<RequestOf<typeof setTerms>, 'games' | 'isAllowPilotOut'>
export type Letter = 'A' | 'B' | 'C' | 'D'
export type AcceptType = GameTerms['acceptType']
export type Remainder = GameTerms['remainder']
export const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D']
export const DEFAULT_GAME = 0

/** Values as texts of the fields. Of a limit that may be left out '' is no limit. */
export type PlayDraft = Readonly<Record<LimitName, string>> & {
  readonly commission: Readonly<Partial<Record<Letter, string>>>
}

export type GameDraft = {
  readonly enabled: boolean
  readonly uplineShare: string
  readonly downlineCap: string
  readonly remainder: Remainder
  readonly pankou: readonly Letter[]
  readonly replenishPankou: Letter | null
  readonly acceptType: AcceptType
  readonly plays: Readonly<Record<number, PlayDraft>>
}

export type TermsDraft = { readonly isAllowPilotOut: boolean; readonly games: Readonly<Record<number, GameDraft>> }

/** The fields of a game that terms need. */
export type GameShape = { readonly id: GameId; readonly groups: readonly { readonly id: GroupId }[] }

/** The link's terms for a game; a game without its own row shows the default's, with its own groups only. */
export const termsOfGame = (terms: Terms, game: GameShape): GameTerms | undefined => {
  const own = terms.games.find(({ gameId }) => gameId === game.id)
  if (own) return own
  const base = terms.games.find(({ gameId }) => gameId === DEFAULT_GAME)
  if (!base) return undefined
  const ids = new Set(game.groups.map(({ id }) => id))
  const { scheduled, ...rest } = base
  return {
    ...rest,
    ...(scheduled ? { scheduled } : {}),
    gameId: game.id,
    plays: base.plays.filter(({ groupId }) => ids.has(groupId)),
  }
}

export const hasOwnRow = (terms: Terms, gameId: number): boolean => terms.games.some((game) => game.gameId === gameId)

const playDraft = (play: PlayTerms): PlayDraft => ({
  commission: Object.fromEntries(Object.entries(play.commission).map(([letter, value]) => [letter, normal(value)])),
  ...eachLimit(({ name }) => grouped(play[name] ?? '')),
})

/** The edited values of a game. For shares the scheduled version is edited, because it will replace the present one. */
export const gameDraft = (game: GameTerms): GameDraft => {
  const shares = game.scheduled ?? game
  return {
    enabled: game.enabled,
    uplineShare: normal(shares.uplineShare),
    downlineCap: normal(shares.downlineCap),
    remainder: shares.remainder,
    pankou: game.pankou,
    replenishPankou: game.replenishPankou ?? null,
    acceptType: game.acceptType,
    plays: Object.fromEntries(game.plays.map((play) => [play.groupId, playDraft(play)])),
  }
}

export const draftOf = (terms: Terms, games: readonly GameShape[]): TermsDraft => ({
  isAllowPilotOut: terms.isAllowPilotOut,
  games: Object.fromEntries(
    games.flatMap((game) => {
      const found = termsOfGame(terms, game)
      return found ? [[game.id, gameDraft(found)]] : []
    }),
  ),
})

/** The position of a value: `gameId:groupId:field:letter`, with unused parts empty. */
export type CellKey = string
export const cellKey = (gameId: number, field: string, groupId?: number, letter?: Letter): CellKey =>
  `${gameId}:${groupId ?? ''}:${field}:${letter ?? ''}`

export type TermChange = {
  readonly key: CellKey
  readonly gameId: number
  readonly groupId?: number
  readonly letter?: Letter
  readonly field: string
  readonly before: string
  readonly after: string
}

const SHARE_FIELDS = ['uplineShare', 'downlineCap'] as const
const CHOICE_FIELDS = ['enabled', 'remainder', 'replenishPankou', 'acceptType'] as const

const playChanges = (gameId: number, groupId: number, base: PlayDraft, draft: PlayDraft): TermChange[] => {
  const found: TermChange[] = []
  for (const letter of LETTERS) {
    const [before = '', after = ''] = [base.commission[letter], draft.commission[letter]]
    if (!sameValue(before, after))
      found.push({
        key: cellKey(gameId, 'commission', groupId, letter),
        gameId,
        groupId,
        letter,
        field: 'commission',
        before,
        after,
      })
  }
  for (const field of LIMIT_NAMES) {
    const [before, after] = [base[field], draft[field]]
    if (!sameValue(before, after))
      found.push({ key: cellKey(gameId, field, groupId), gameId, groupId, field, before, after })
  }
  return found
}

const gameChanges = (gameId: number, base: GameDraft, draft: GameDraft): TermChange[] => {
  const found: TermChange[] = []
  const put = (field: string, before: string, after: string): void => {
    found.push({ key: cellKey(gameId, field), gameId, field, before, after })
  }
  for (const field of SHARE_FIELDS) if (!sameValue(base[field], draft[field])) put(field, base[field], draft[field])
  for (const field of CHOICE_FIELDS)
    if (base[field] !== draft[field]) put(field, String(base[field] ?? ''), String(draft[field] ?? ''))
  const [before, after] = [base.pankou.join(''), draft.pankou.join('')]
  if (before !== after) put('pankou', before, after)
  for (const [id, play] of Object.entries(draft.plays)) {
    const was = base.plays[Number(id)]
    if (was) found.push(...playChanges(gameId, Number(id), was, play))
  }
  return found
}

/** All differences, in the order of the page. */
export const changesOf = (base: TermsDraft, draft: TermsDraft): readonly TermChange[] => {
  const flyOutAllowed =
    base.isAllowPilotOut === draft.isAllowPilotOut
      ? []
      : [
          {
            key: cellKey(DEFAULT_GAME, 'isAllowPilotOut'),
            gameId: DEFAULT_GAME,
            field: 'isAllowPilotOut',
            before: String(base.isAllowPilotOut),
            after: String(draft.isAllowPilotOut),
          },
        ]
  const games = Object.entries(draft.games).flatMap(([id, game]) => {
    const was = base.games[Number(id)]
    return was ? gameChanges(Number(id), was, game) : []
  })
  return [...games, ...flyOutAllowed]
}

type GamePatch = TermsPatch['games'][number]
type PlayPatch = NonNullable<GamePatch['plays']>[number]

const playPatch = (groupId: number, draft: PlayDraft, changes: readonly TermChange[]): PlayPatch => {
  const letters = changes.flatMap(({ letter }) => (letter ? [letter] : []))
  const limits = changes.flatMap(({ field, letter }) => (letter ? [] : [field as LimitName]))
  const limit = (field: LimitName): Partial<PlayPatch> => {
    const value = normal(draft[field])
    return { [field]: isOptionalLimit(field) && value === '' ? null : value }
  }
  return {
    groupId,
    ...(letters.length > 0
      ? { commission: Object.fromEntries(letters.map((letter) => [letter, normal(draft.commission[letter] ?? '0')])) }
      : {}),
    ...Object.assign({}, ...limits.map(limit)),
  }
}

const gamePatch = (gameId: number, draft: GameDraft, changes: readonly TermChange[]): GamePatch => {
  const own = changes.filter(({ groupId }) => groupId === undefined).map(({ field }) => field)
  const plays = Map.groupBy(
    changes.filter(({ groupId }) => groupId !== undefined),
    ({ groupId }) => groupId ?? 0,
  )
  const has = (field: string): boolean => own.includes(field)
  return {
    gameId,
    ...(has('enabled') ? { enabled: draft.enabled } : {}),
    ...(has('uplineShare') ? { uplineShare: normal(draft.uplineShare) } : {}),
    ...(has('downlineCap') ? { downlineCap: normal(draft.downlineCap) } : {}),
    ...(has('remainder') ? { remainder: draft.remainder } : {}),
    ...(has('pankou') ? { pankou: [...draft.pankou] } : {}),
    ...(has('replenishPankou') && draft.replenishPankou ? { replenishPankou: draft.replenishPankou } : {}),
    ...(has('acceptType') ? { acceptType: draft.acceptType } : {}),
    ...(plays.size > 0
      ? {
          plays: [...plays].flatMap(([groupId, list]) => {
            const play = draft.plays[groupId]
            return play ? [playPatch(groupId, play, list)] : []
          }),
        }
      : {}),
  }
}

/** Only the changes, in the wire's form. */
export const patchOf = (draft: TermsDraft, changes: readonly TermChange[]): TermsPatch => {
  const flyOutAllowed = changes.some(({ field }) => field === 'isAllowPilotOut')
  const byGame = Map.groupBy(
    changes.filter(({ field }) => field !== 'isAllowPilotOut'),
    ({ gameId }) => gameId,
  )
  return {
    ...(flyOutAllowed ? { isAllowPilotOut: draft.isAllowPilotOut } : {}),
    games: [...byGame].flatMap(([gameId, list]) => {
      const game = draft.games[gameId]
      return game ? [gamePatch(gameId, game, list)] : []
    }),
  }
}

/** Replaces one value of a game. */
export const withGame = (draft: TermsDraft, gameId: number, change: Partial<GameDraft>): TermsDraft => {
  const game = draft.games[gameId]
  return game ? { ...draft, games: { ...draft.games, [gameId]: { ...game, ...change } } } : draft
}

export type PlayField = LimitName | Letter
const isLetter = (field: PlayField): field is Letter => field.length === 1

export const playValue = (play: PlayDraft, field: PlayField): string =>
  isLetter(field) ? (play.commission[field] ?? '') : play[field]

export const withPlay = (game: GameDraft, groupId: number, field: PlayField, value: string): GameDraft => {
  const play = game.plays[groupId]
  if (!play) return game
  const next = isLetter(field)
    ? { ...play, commission: { ...play.commission, [field]: value } }
    : { ...play, [field]: value }
  return { ...game, plays: { ...game.plays, [groupId]: next } }
}

/** A game with filled or pasted values; `ids` and `fields` are the rows and columns that they are places of. */
export const withPlays = (
  game: GameDraft,
  at: { readonly ids: readonly number[]; readonly fields: readonly PlayField[]; readonly made: readonly CellEdit[] },
): GameDraft =>
  at.made.reduce((held, { row, column, value }) => {
    const [id, field] = [at.ids[row], at.fields[column]]
    return id === undefined || field === undefined ? held : withPlay(held, id, field, value)
  }, game)

/** The edits on top of what another user has saved meanwhile. */
export const rebase = (changes: readonly TermChange[], mine: TermsDraft, theirs: TermsDraft): TermsDraft => {
  let next = theirs
  for (const { gameId, groupId, letter, field } of changes) {
    const from = mine.games[gameId]
    const to = next.games[gameId]
    if (field === 'isAllowPilotOut') next = { ...next, isAllowPilotOut: mine.isAllowPilotOut }
    else if (!from || !to) continue
    else if (groupId === undefined)
      next = withGame(next, gameId, { [field]: from[field as keyof GameDraft] } as Partial<GameDraft>)
    else {
      const play = from.plays[groupId]
      const at = letter ?? (field as LimitName)
      if (play) next = withGame(next, gameId, withPlay(to, groupId, at, playValue(play, at)))
    }
  }
  return next
}
