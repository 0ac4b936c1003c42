import { calendarDay } from '@strata/domain/calendar'
import { type Game, gameById } from '@strata/domain/games/catalogue'
import {
  OPTION_SPECS,
  type OptionKey,
  optionsOfGame,
  optionWire,
  type RuleOptions,
  readOptions,
} from '@strata/domain/games/options'
import { dayOfDate, type Schedule } from '@strata/domain/games/schedule'
import { previewChange, scheduleBy } from '@strata/domain/games/schedule-changes'
import type { GameId } from '@strata/domain/ids'
import type { Queryable, Tx } from '../../platform/db.ts'
import type { LiveHub } from '../../platform/live.ts'
import { badField, Refusal, refuse } from '../../platform/refusal.ts'
import { gameEvent } from '../periods/announce-period.ts'
import { type ResultSource, uncommittedPeriods } from '../periods/store-periods.ts'
import { commitSeed } from '../periods/store-seeds.ts'
import { clashText } from './schedules.ts'
import { lockGameSettings, readGameSettings, type StoredGame, saveGameSettings } from './store-games.ts'
import { readScheduleChanges } from './store-schedules.ts'

/** The settings of a game as an operator sets them. */
export interface GameSettings {
  readonly enabled: boolean
  readonly resultSource: ResultSource
  readonly twoSources: boolean
  /** Seconds from close to the end of replenishing. */
  readonly hedgeSeconds: number
  /** Seconds before the draw at which bettors' bets close. */
  readonly closeSeconds: number
  readonly options: Readonly<Record<string, string | boolean>>
}

export interface ListedGame extends GameSettings {
  readonly game: Game
  readonly name: string
  readonly version: number
}

const scheduleOf = (stored: StoredGame): Schedule | null => {
  const schedule = stored.schedule as Partial<Schedule> | null
  return schedule !== null && 'closeBefore' in schedule ? (schedule as Schedule) : null
}

function optionsOf(game: Game, stored: unknown): Partial<RuleOptions> {
  const read = readOptions(stored)
  if (!read.ok) throw new Error(`stored options of ${game.code} are invalid: ${read.refusal}`)
  return optionsOfGame(game.code, read.value)
}

/** A game's options in the wire's form; those that are not stored have their defaults. */
export const wireOptions = (game: Game, stored: unknown): Record<string, string | boolean> =>
  Object.fromEntries(Object.entries(optionsOf(game, stored)).map(([key, value]) => [key, optionWire(value)]))

function listed(stored: StoredGame): ListedGame | undefined {
  const game = gameById(stored.id)
  if (!game) return undefined
  const schedule = scheduleOf(stored)
  const options = wireOptions(game, stored.options)
  return {
    game,
    name: stored.name,
    version: stored.version,
    enabled: stored.enabled,
    resultSource: stored.resultSource,
    twoSources: stored.sourcesNeeded > 1,
    hedgeSeconds: schedule ? schedule.closeBefore - schedule.hedgeCloseBefore : 0,
    closeSeconds: schedule?.closeBefore ?? 0,
    options,
  }
}

export const listGameSettings = async (on: Queryable): Promise<ListedGame[]> =>
  (await readGameSettings(on)).flatMap((stored) => listed(stored) ?? [])

/** The requested options applied to the stored ones; undefined unless all are options of the game with known values. */
function mergedOptions(game: Game, before: unknown, asked: GameSettings['options']): Partial<RuleOptions> | Refusal {
  const merged: Record<string, unknown> = { ...optionsOf(game, before) }
  for (const [key, text] of Object.entries(asked)) {
    const spec = Object.hasOwn(OPTION_SPECS, key) ? OPTION_SPECS[key as OptionKey] : undefined
    if (spec?.game !== game.code) return badField(`options.${key}`, '没有这个规则选项', '规则选项')
    const value = spec.values.find((candidate) => optionWire(candidate.value) === text)
    if (!value) return badField(`options.${key}`, `${spec.label}的取值不正确`, spec.label)
    merged[key] = value.value
  }
  return merged as Partial<RuleOptions>
}

/** The schedule with new times, for periods planned from now on; null for a game without a schedule. */
function timedSchedule(stored: StoredGame, asked: Partial<GameSettings>): Schedule | null | Refusal {
  const schedule = scheduleOf(stored)
  const { closeSeconds, hedgeSeconds } = asked
  if (closeSeconds === undefined && hedgeSeconds === undefined) return schedule
  if (!schedule) return refuse('stateForbids')
  const closeBefore = closeSeconds ?? schedule.closeBefore
  const replenishment = hedgeSeconds ?? schedule.closeBefore - schedule.hedgeCloseBefore
  if (replenishment > closeBefore) return badField('hedgeSeconds', '补货秒数不能超过封盘秒数')
  return { ...schedule, closeBefore, hedgeCloseBefore: closeBefore - replenishment }
}

/** What the first day of each schedule from today on has against these times: a period that closes before it opens. */
async function timesRefusal(on: Queryable, gameId: GameId, schedule: Schedule, at: number): Promise<Refusal | null> {
  const changes = await readScheduleChanges(on, gameId)
  const today = calendarDay(at)
  const days = [today, ...changes.map(({ fromDay }) => fromDay).filter((day) => day > today)]
  for (const day of days) {
    const scheduleOn = scheduleBy(schedule, changes)
    const { clashes } = previewChange(scheduleOn, day)
    const short = clashes.find(({ kind }) => kind === 'short')
    if (short) return badField('closeSeconds', clashText(short, scheduleOn(dayOfDate(day)).days.kind))
  }
  return null
}

export interface GameUpdate {
  readonly gameId: GameId
  readonly version: number
  readonly asked: Partial<GameSettings>
  /** Whether results may be drawn by the product itself. */
  readonly demo: boolean
  /** Screens are told after commit that the game was switched on or off. */
  readonly live: Pick<LiveHub, 'publish'>
  readonly at: number
}

export interface UpdatedGame {
  readonly before: ListedGame
  readonly after: ListedGame
}

/**
 * Changes a game's settings. Rules and times apply to periods that open or are planned from now on. An open period
 * keeps its rules, a generated one its times, and a period with a committed seed is drawn by it. Refused in this order:
 * notFound, changed, badParameter (options), stateForbids (demo draws outside a demo; times of a game without a schedule),
 * badParameter (times; a period would close before it opens).
 */
export async function updateGame(tx: Tx, update: GameUpdate): Promise<UpdatedGame | Refusal> {
  const { gameId, asked, at } = update
  const stored = await lockGameSettings(tx, gameId)
  const before = stored && listed(stored)
  if (!stored || !before) return refuse('notFound')
  if (stored.version !== update.version)
    return refuse('changed', {}, { version: stored.version, asked: update.version })
  const options = mergedOptions(before.game, stored.options, asked.options ?? {})
  if (options instanceof Refusal) return options
  const resultSource = asked.resultSource ?? stored.resultSource
  if (resultSource === 'demo' && stored.resultSource !== 'demo' && !update.demo) return refuse('stateForbids')
  const schedule = timedSchedule(stored, asked)
  if (schedule instanceof Refusal) return schedule
  if (schedule && schedule.closeBefore > before.closeSeconds) {
    const refused = await timesRefusal(tx, gameId, schedule, at)
    if (refused) return refused
  }
  const next: StoredGame = {
    ...stored,
    enabled: asked.enabled ?? stored.enabled,
    resultSource,
    sourcesNeeded: asked.twoSources === undefined ? stored.sourcesNeeded : asked.twoSources ? 2 : 1,
    schedule: schedule ?? stored.schedule,
    options,
    version: stored.version + 1,
  }
  await saveGameSettings(tx, next)
  if (resultSource === 'demo' && stored.resultSource !== 'demo')
    for (const id of await uncommittedPeriods(tx, gameId)) await commitSeed(tx, id, at)
  if (next.enabled !== stored.enabled) {
    tx.afterCommit(() => update.live.publish(gameEvent(gameId, next.enabled, at)))
  }
  return { before, after: listed(next) as ListedGame }
}
