import { formatShare, type Share, share } from '@strata/domain/money'
import { ROLE, type Role } from '@strata/domain/tree'
import { eachLimit, LIMITS, type Limit } from '@strata/domain/tree/limits'
import { showAmount } from '../../../lib/amount.ts'
import { grouped, normal, readValue, sameValue } from '../../../lib/decimal.ts'
import { treeText } from '../../../text/zh-CN/rooms/tree.ts'
import {
  type CellKey,
  cellKey,
  draftOf,
  type GameDraft,
  type GameShape,
  type GameTerms,
  LETTERS,
  type Letter,
  type PlayDraft,
  type PlayTerms,
  type Terms,
  type TermsDraft,
  termsOfGame,
  withGame,
} from './terms-model.ts'

export type Bounds = GameTerms['bounds']['uplineShare']
export type Problems = ReadonlyMap<CellKey, string>

const words = treeText.problems
const BETTOR_ROLES: readonly Role[] = [ROLE.member, ROLE.flyOrder]
export const isBettor = (roleId: Role): boolean => BETTOR_ROLES.includes(roleId)

/**
 * The total share that the parent may pass on in a game. The server limits each part by the other part's current
 * value, so the sum of both is the total.
 */
export const parentCap = (game: GameTerms): Share => {
  const [left, other] = [readValue('share', game.bounds.uplineShare.max ?? '100'), readValue('share', game.downlineCap)]
  return share((left ?? 0n) + (other ?? 0n))
}

/** What a part of the parent's total leaves for the other part. An unreadable one leaves all. */
export const shareLeft = (cap: bigint, text: string): string => {
  const taken = readValue('share', text) ?? 0n
  return normal(formatShare(share(cap > taken ? cap - taken : 0n)))
}

/**
 * A new account's terms with another share for its parent. What may be held below follows, as long as it is all that
 * the parent's share has left: the first field alone would be refused with every value but 0.
 */
export const withShareAbove = (draft: GameDraft, { cap, text }: { readonly cap: bigint; readonly text: string }) => {
  const follows = sameValue(draft.downlineCap, shareLeft(cap, draft.uplineShare))
  return { ...draft, uplineShare: text, ...(follows ? { downlineCap: shareLeft(cap, text) } : {}) }
}

const shareProblems = (game: GameTerms, draft: GameDraft, bettor: boolean, problems: Map<CellKey, string>): void => {
  const cap = parentCap(game)
  const capText = formatShare(cap)
  const upline = readValue('share', draft.uplineShare)
  const down = readValue('share', draft.downlineCap)
  const at = (field: string): CellKey => cellKey(game.gameId, field)
  if (upline === null) problems.set(at('uplineShare'), words.number)
  else if (upline > cap) problems.set(at('uplineShare'), words.atMost(`${capText}%`, game.bounds.uplineShare.why))
  if (bettor) return
  if (down === null) problems.set(at('downlineCap'), words.number)
  else if (upline !== null && upline <= cap && upline + down > cap)
    problems.set(at('downlineCap'), words.shareAtMost(formatShare(share(cap - upline)), capText))
  else if (down > cap) problems.set(at('downlineCap'), words.atMost(`${capText}%`, game.bounds.downlineCap.why))
}

const pankouProblems = (game: GameTerms, draft: GameDraft, bettor: boolean, problems: Map<CellKey, string>): void => {
  if (!draft.enabled) return
  if (draft.pankou.length === 0) problems.set(cellKey(game.gameId, 'pankou'), words.needsPankou)
  else if (!bettor && (draft.replenishPankou === null || !draft.pankou.includes(draft.replenishPankou)))
    problems.set(cellKey(game.gameId, 'replenishPankou'), words.replenishPankou)
}

const rateProblem = (text: string, bounds: Bounds | undefined): string | null => {
  const value = readValue('rate', text === '' ? '0' : text)
  if (value === null) return words.rate
  const max = bounds?.max === undefined || bounds.max === null ? null : readValue('rate', bounds.max)
  return max !== null && value > max ? words.atMost(`${normal(bounds?.max ?? '')}%`, bounds?.why ?? '') : null
}

const limitProblem = (limit: Limit, draft: PlayDraft, bounds: Bounds): string | null => {
  const text = draft[limit.name]
  const max = bounds.max === null ? null : readValue('money', bounds.max)
  if (limit.optional && text.trim() === '')
    return max === null ? null : words.atMost(showAmount(bounds.max ?? '0'), bounds.why)
  const value = readValue('money', text)
  if (value === null) return words.number
  // The other end of the pair is compared as typed, not as saved.
  const isFloor = limit.bound === 'floor'
  const other = limit.other ? readValue('money', draft[limit.other]) : null
  if (isFloor && other !== null && value > other) return words.reversed
  if (max !== null && !isFloor && value > max) return words.atMost(showAmount(bounds.max ?? '0'), bounds.why)
  const min = readValue('money', bounds.min) ?? 0n
  if ((isFloor || !limit.other) && value < min) return words.atLeast(showAmount(bounds.min), bounds.why)
  return null
}

const playProblems = (
  gameId: number,
  play: PlayTerms,
  draft: PlayDraft,
  letters: readonly Letter[],
): [CellKey, string][] => {
  const rates = letters.flatMap((letter): [CellKey, string][] => {
    const problem = rateProblem(draft.commission[letter] ?? '', play.bounds.commission[letter])
    return problem === null ? [] : [[cellKey(gameId, 'commission', play.groupId, letter), problem]]
  })
  const limits = LIMITS.flatMap((limit): [CellKey, string][] => {
    const problem = limitProblem(limit, draft, play.bounds[limit.name])
    return problem === null ? [] : [[cellKey(gameId, limit.name, play.groupId), problem]]
  })
  return [...rates, ...limits]
}

/** Problems of a game's values, by cell. */
export const gameProblems = (game: GameTerms, draft: GameDraft, bettor: boolean): Problems => {
  const problems = new Map<CellKey, string>()
  shareProblems(game, draft, bettor, problems)
  pankouProblems(game, draft, bettor, problems)
  for (const play of game.plays) {
    const typed = draft.plays[play.groupId]
    if (!typed) continue
    for (const [key, problem] of playProblems(game.gameId, play, typed, draft.pankou)) problems.set(key, problem)
  }
  return problems
}

/** Problems in the edited games; saved values are not checked again. */
export const termsProblems = (options: {
  readonly terms: Terms
  readonly games: readonly GameShape[]
  readonly draft: TermsDraft
  readonly touched: ReadonlySet<number>
  readonly bettor: boolean
}): Problems => {
  const { terms, games, draft, touched, bettor } = options
  const found = games.flatMap((shape) => {
    const game = termsOfGame(terms, shape)
    const typed = draft.games[shape.id]
    return game && typed && touched.has(shape.id) ? [...gameProblems(game, typed, bettor)] : []
  })
  return new Map(found)
}

/** A value cut to its bounds. */
const clipRate = (text: string, bounds: Bounds | undefined): string => {
  const value = readValue('rate', text)
  const max = bounds?.max ? readValue('rate', bounds.max) : null
  return value !== null && max !== null && value > max ? normal(bounds?.max ?? text) : normal(text)
}

const clipLimit = (text: string, bounds: Bounds): string => {
  if (bounds.max === null) return text
  const [value, max] = [readValue('money', text), readValue('money', bounds.max)]
  if (max !== null && (value === null || value > max)) return grouped(bounds.max)
  return text
}

/** Copies another account's values, each cut to what this account's parent allows. */
export const copyGame = (target: GameTerms, draft: GameDraft, source: GameDraft, bettor: boolean): GameDraft => {
  const cap = parentCap(target)
  const upline = readValue('share', source.uplineShare) ?? 0n
  const uplineShare = upline > cap ? cap : upline
  const down = readValue('share', source.downlineCap) ?? 0n
  const left = cap - uplineShare
  const pankou = source.pankou.filter((letter) => target.bounds.pankou.includes(letter))
  const plays = target.plays.map((play): [number, PlayDraft] | null => {
    const [from, own] = [source.plays[play.groupId], draft.plays[play.groupId]]
    if (!own) return null
    if (!from) return [play.groupId, own]
    const commission = Object.fromEntries(
      LETTERS.flatMap((letter) => {
        const value = from.commission[letter] ?? own.commission[letter]
        return value === undefined ? [] : [[letter, clipRate(value, play.bounds.commission[letter])]]
      }),
    )
    return [
      play.groupId,
      {
        commission,
        ...eachLimit(({ name, bound }) => (bound === 'floor' ? from[name] : clipLimit(from[name], play.bounds[name]))),
      },
    ]
  })
  return {
    ...draft,
    uplineShare: formatShare(share(uplineShare)),
    downlineCap: bettor ? '0' : formatShare(share(down > left ? left : down)),
    ...(bettor ? {} : { remainder: source.remainder, pankou: pankou.length > 0 ? pankou : draft.pankou }),
    acceptType: target.bounds.acceptType.includes(source.acceptType) ? source.acceptType : draft.acceptType,
    plays: Object.fromEntries(plays.filter((entry) => entry !== null)),
  }
}

/**
 * All games of another account laid over a draft (absent: the saved terms), each value within what may be set. May it
 * fly out is copied too.
 */
export const copiedDraft = (
  onto: {
    readonly terms: Terms
    readonly games: readonly GameShape[]
    readonly bettor: boolean
    readonly draft?: TermsDraft
  },
  source: Terms,
): TermsDraft => {
  const { terms, games, bettor } = onto
  const from = draftOf(source, games)
  let next = onto.draft ?? draftOf(terms, games)
  for (const shape of games) {
    const target = termsOfGame(terms, shape)
    const [own, other] = [next.games[shape.id], from.games[shape.id]]
    if (target && own && other) next = withGame(next, shape.id, copyGame(target, own, other, bettor))
  }
  return { ...next, isAllowPilotOut: !bettor && source.isAllowPilotOut }
}
