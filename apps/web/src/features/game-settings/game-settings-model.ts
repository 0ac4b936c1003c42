import { onOffWord } from '@strata/contract/words'
import { gameByCode, gameById, groupsOfGame, playOf } from '@strata/domain/games/catalogue'
import { playsOfOption } from '@strata/domain/games/option-plays'
import { OPTION_KEYS, OPTION_SPECS, type OptionKey, optionName, optionWire } from '@strata/domain/games/options'
import type { GameId } from '@strata/domain/ids'
import { must } from '@strata/domain/must'
import type { Answer } from '../../api/client.ts'
import type { ConflictCell } from '../../components/dialogs/conflict.tsx'
import { draftConflicts } from '../../components/dialogs/conflict-cells.ts'
import { addAmounts } from '../../lib/amount.ts'
import { gameSettingsText } from '../../text/zh-CN/rooms/game-settings.ts'

export type GameRow = Answer<'admin.gameQuery'>[number]
export type Plays = Answer<'admin.playQuery'>
export type PlayRow = Plays['plays'][number]
type Wire = string | boolean

const words = gameSettingsText.effects

// ---- settings of a game -----------------------------------------------------------------------------------------

export const MAX_CLOSE = 86_400
export const MAX_REPLENISH = 600

export type GameDraft = Pick<GameRow, 'enabled' | 'resultSource' | 'twoSources'> & {
  readonly closeSeconds: string
  readonly hedgeSeconds: string
}

export const draftOf = (game: GameRow): GameDraft => ({
  enabled: game.enabled,
  resultSource: game.resultSource,
  twoSources: game.twoSources,
  closeSeconds: String(game.closeSeconds),
  hedgeSeconds: String(game.hedgeSeconds),
})

/** A game whose periods are opened one by one has no times of its own. */
export const hasTimes = ({ closeSeconds, hedgeSeconds }: Pick<GameRow, 'closeSeconds' | 'hedgeSeconds'>): boolean =>
  closeSeconds > 0 || hedgeSeconds > 0

const secondsOf = (text: string, max: number): number | null => {
  const value = /^\d{1,5}$/.test(text.trim()) ? Number(text) : Number.NaN
  return value <= max ? value : null
}

export const timeProblems = (
  draft: GameDraft,
): { readonly close: string | null; readonly replenish: string | null } => {
  const close = secondsOf(draft.closeSeconds, MAX_CLOSE)
  const replenish = secondsOf(draft.hedgeSeconds, MAX_REPLENISH)
  const { secondsWrong, replenishLong } = gameSettingsText.game
  return {
    close: close === null ? secondsWrong(MAX_CLOSE) : null,
    replenish:
      replenish === null ? secondsWrong(MAX_REPLENISH) : close !== null && replenish > close ? replenishLong : null,
  }
}

/** The fields that a save changes. */
export const changedFields = (game: GameRow, draft: GameDraft): Partial<Omit<GameRow, 'gameId'>> => {
  const close = secondsOf(draft.closeSeconds, MAX_CLOSE) ?? game.closeSeconds
  const replenish = secondsOf(draft.hedgeSeconds, MAX_REPLENISH) ?? game.hedgeSeconds
  return {
    ...(draft.enabled === game.enabled ? {} : { enabled: draft.enabled }),
    ...(draft.resultSource === game.resultSource ? {} : { resultSource: draft.resultSource }),
    ...(draft.twoSources === game.twoSources ? {} : { twoSources: draft.twoSources }),
    ...(close === game.closeSeconds ? {} : { closeSeconds: close }),
    ...(replenish === game.hedgeSeconds ? {} : { hedgeSeconds: replenish }),
  }
}

/** What a save of these fields does, in words, before it is made. */
export const effectsOf = (
  fields: ReturnType<typeof changedFields>,
  draft: GameDraft,
  plays: Pick<Plays, 'running' | 'sources'>,
): readonly string[] => {
  const lines: string[] = []
  const open = plays.running?.state === 'open' ? plays.running.periodNo : null
  if (fields.enabled !== undefined) lines.push(fields.enabled ? words.on : words.off(open))
  if (fields.resultSource !== undefined) lines.push(words.source(gameSettingsText.sources[fields.resultSource]))
  const isFeed = draft.resultSource === 'feed'
  if (isFeed && plays.sources === 0) lines.push(words.noSource)
  else if (isFeed && draft.twoSources && plays.sources < 2) lines.push(words.two(plays.sources))
  if (fields.closeSeconds !== undefined || fields.hedgeSeconds !== undefined) lines.push(words.times)
  return lines
}

const FIELDS = ['enabled', 'resultSource', 'twoSources', 'closeSeconds', 'hedgeSeconds'] as const
const LABELS: Readonly<Record<(typeof FIELDS)[number], string>> = {
  enabled: gameSettingsText.game.enabled,
  resultSource: gameSettingsText.game.source,
  twoSources: gameSettingsText.game.twoSources,
  closeSeconds: gameSettingsText.game.closeSeconds,
  hedgeSeconds: gameSettingsText.game.hedgeSeconds,
}

const shownField = (draft: GameDraft, field: (typeof FIELDS)[number]): string => {
  if (field === 'resultSource') return gameSettingsText.sources[draft.resultSource]
  if (field === 'enabled' || field === 'twoSources') return onOffWord(draft[field])
  return draft[field]
}

const shownFields = (draft: GameDraft) =>
  Object.fromEntries(FIELDS.map((field) => [field, shownField(draft, field)])) as typeof LABELS

/** The fields that somebody else saved since the dialog was opened, beside what was typed into it. */
export const gameConflicts = (opened: GameRow, now: GameRow, typed: Partial<GameDraft>): readonly ConflictCell[] =>
  draftConflicts(LABELS, shownFields, { opened: draftOf(opened), theirs: draftOf(now), typed })

// ---- rule options -----------------------------------------------------------------------------------------------

export type OptionRow = {
  readonly key: OptionKey
  readonly label: string
  /** Of the period on sale; null: none is. */
  readonly running: Wire | null
  readonly set: Wire
  readonly playNames: readonly string[]
}

export const optionRows = (game: GameRow, running: Plays['running']): readonly OptionRow[] =>
  OPTION_KEYS.filter((key) => OPTION_SPECS[key].game === game.gameType).map((key) => ({
    key,
    label: OPTION_SPECS[key].label,
    running: running?.options[key] ?? null,
    set: game.options[key] ?? '',
    playNames: playsOfOption(key).map(({ name }) => name),
  }))

/** The values of an option as a select has them: their place, with the name. */
export const choicesOf = (key: OptionKey): readonly { readonly value: string; readonly label: string }[] =>
  OPTION_SPECS[key].values.map(({ label }, place) => ({ value: String(place), label }))

export const placeOf = (key: OptionKey, wire: Wire): string => {
  const values: readonly { readonly label: string }[] = OPTION_SPECS[key].values
  return String(values.findIndex(({ label }) => label === optionName(key, wire)))
}

export const wireAt = (key: OptionKey, place: string): Wire => {
  const one = OPTION_SPECS[key].values[Number(place)]
  if (!one) throw new Error(`${key} has no value ${place}`)
  return optionWire(one.value)
}

// ---- plays ------------------------------------------------------------------------------------------------------

export type PlayGroupRows = {
  readonly id: number
  readonly name: string
  readonly plays: readonly (PlayRow & { readonly name: string })[]
}

/** The plays of a game by group; with `stoppedOnly` only stopped ones, and no group without any. */
export const groupRows = (
  gameType: string,
  plays: readonly PlayRow[],
  filter: { readonly groupId: number | null; readonly stoppedOnly: boolean },
): readonly PlayGroupRows[] => {
  const game = gameByCode(gameType)
  if (!game) return []
  return groupsOfGame(game.id).flatMap(({ id, name }) => {
    if (filter.groupId !== null && filter.groupId !== id) return []
    const own = plays
      .filter(({ groupId, stop }) => groupId === id && (!filter.stoppedOnly || stop !== null))
      .map((row) => ({ ...row, name: playOf(game.code, row.playCode)?.name ?? row.playCode }))
    return own.length === 0 ? [] : [{ id, name, plays: own }]
  })
}

/** What has been taken on some plays in the running period. */
export const takenOf = (
  plays: readonly Pick<PlayRow, 'orders' | 'stake'>[],
): { readonly orders: number; readonly stake: string } => ({
  orders: plays.reduce((sum, { orders }) => sum + orders, 0),
  stake: addAmounts(plays.map(({ stake }) => stake)),
})

/** 正码 price the legs of 过关. */
export const touchesLegs = (plays: readonly Pick<PlayRow, 'playCode'>[]): boolean =>
  plays.some(({ playCode }) => /^ZM[1-6]$/.test(playCode))

/** Plays to be put on sale again whose stop is another one by now: somebody had a new reason, or they are on sale already. */
export const stopConflicts = (
  gameId: GameId,
  asked: readonly PlayRow[],
  now: readonly PlayRow[],
): readonly ConflictCell[] => {
  const { plays } = gameSettingsText
  const nameOf = (code: string): string => playOf(must(gameById(gameId), 'the game').code, code)?.name ?? code
  const shown = ({ stop }: Pick<PlayRow, 'stop'>): string =>
    stop === null ? plays.onSale : `${plays.stopped}：${stop.reason}（${stop.by}）`
  const current = new Map(now.map((play) => [play.playCode, play]))
  return asked.flatMap((play) => {
    const theirs = current.get(play.playCode)
    if (!theirs || shown(theirs) === shown(play)) return []
    return [{ key: play.playCode, what: nameOf(play.playCode), opened: shown(play), theirs: shown(theirs), mine: null }]
  })
}
