import { DROP_REFUSAL_WORDS, STREAK_REFUSAL_WORDS } from '@strata/contract/words'
import { type GameCode, type Play, playsOfGame } from '@strata/domain/games/catalogue'
import { checkDropSteps, MAX_DROP_STEPS } from '@strata/domain/games/drops'
import { checkStreakSteps, hasStreaks } from '@strata/domain/games/streaks'
import { type Money, type Odds, parseMoney } from '@strata/domain/money'
import type { Answer } from '../../api/client.ts'
import { normal } from '../../lib/decimal.ts'
import { readTyped } from '../../lib/typed-amount.ts'
import { dropsText } from '../../text/zh-CN/rooms/odds-drops.ts'

const words = dropsText.dialog

export type DropItem = Answer<'book.oddsDropQuery'>['items'][number]
export type Target = Pick<DropItem, 'playCode' | 'key'>

/** One step as typed: from which stake, or from how many draws, how much less, and not below what. */
export type TypedStep = { readonly from: string; readonly drop: string; readonly floor: string }
export type TypedSteps = { readonly stake: readonly TypedStep[]; readonly streak: readonly TypedStep[] }
export type Kind = keyof TypedSteps

export const NO_STEP: TypedStep = { from: '', drop: '', floor: '' }
export const MAX_STEPS = MAX_DROP_STEPS

/** Plays with prices of their own. 过关 takes those of its legs. */
export const pricedPlays = (game: string, groupId: number | null): readonly Play[] =>
  playsOfGame(game as GameCode).filter(
    (play) => play.prices.length > 0 && (groupId === null || play.groupId === groupId),
  )

export const nameOf = (plays: readonly Play[], { playCode, key }: Target): string => {
  const play = plays.find(({ code }) => code === playCode)
  const keyName = play?.prices.find((price) => price.key === key)?.name ?? key
  return `${play?.name ?? playCode} ${key === null ? dropsText.steps.allKeys : keyName}`
}

export const typedOf = (item: DropItem | null): TypedSteps => ({
  stake: (item?.steps ?? []).map(({ stake, drop, floor }) => ({ from: stake, drop, floor })),
  streak: (item?.streakSteps ?? []).map(({ draws, drop, floor }) => ({ from: String(draws), drop, floor })),
})

const ODDS = /^(?:0|[1-9]\d{0,6})(?:\.\d{1,4})?$/
const unitsOf = (text: string): bigint => {
  const parsed = parseMoney(normal(text))
  return parsed.ok ? parsed.value : 0n
}

/** The problem of one field; null: none. */
export const fieldProblem = (kind: Kind, field: keyof TypedStep, text: string): string | null => {
  if (field !== 'from') return ODDS.test(normal(text)) ? null : words.problems.odds
  if (kind === 'streak') return /^\d{1,2}$/.test(text.trim()) ? null : words.problems.draws
  const typed = readTyped(text)
  return typed.ok && typed.value !== null ? null : words.problems.stake
}

const FIELDS = ['from', 'drop', 'floor'] as const
const isComplete = (kind: Kind, steps: readonly TypedStep[]): boolean =>
  steps.every((step) => FIELDS.every((field) => fieldProblem(kind, field, step[field]) === null))

/** Why the steps of a kind cannot be saved, once all fields are readable; null: they can. */
export const stepsProblem = (kind: Kind, steps: readonly TypedStep[]): string | null => {
  if (!isComplete(kind, steps)) return null
  const cuts = steps.map(({ drop, floor }) => ({ drop: unitsOf(drop) as Odds, floor: unitsOf(floor) as Odds }))
  if (kind === 'stake') {
    const refusal = checkDropSteps(cuts.map((cut, at) => ({ ...cut, stake: unitsOf(steps[at]?.from ?? '') as Money })))
    return refusal === null ? null : DROP_REFUSAL_WORDS[refusal]
  }
  const refusal = checkStreakSteps(cuts.map((cut, at) => ({ ...cut, draws: Number(steps[at]?.from) })))
  return refusal === null ? null : STREAK_REFUSAL_WORDS[refusal]
}

export const maySave = (typed: TypedSteps, targets: readonly Target[]): boolean =>
  targets.length > 0 &&
  typed.stake.length + typed.streak.length > 0 &&
  (['stake', 'streak'] as const).every(
    (kind) => isComplete(kind, typed[kind]) && stepsProblem(kind, typed[kind]) === null,
  )

const hasSteps = (item: DropItem): boolean => item.steps.length + item.streakSteps.length > 0

/** The items of a save: the same steps for every target. Plays without streaks take only the steps by stake. */
export const itemsOf = (plays: readonly Play[], targets: readonly Target[], typed: TypedSteps): DropItem[] => {
  const steps = typed.stake.map(({ from, drop, floor }) => ({
    stake: normal(from),
    drop: normal(drop),
    floor: normal(floor),
  }))
  const streakSteps = typed.streak.map(({ from, drop, floor }) => ({
    draws: Number(from),
    drop: normal(drop),
    floor: normal(floor),
  }))
  return targets
    .map(({ playCode, key }) => {
      const play = plays.find(({ code }) => code === playCode)
      return { playCode, key, steps, streakSteps: play && hasStreaks(play) ? streakSteps : [] }
    })
    .filter(hasSteps)
}

/** What a choice of play and price key means: a whole group, a play, or one price key. */
export const targetsOf = (plays: readonly Play[], playCode: string, key: string): readonly Target[] =>
  playCode === ''
    ? plays.map(({ code }) => ({ playCode: code, key: null }))
    : [{ playCode, key: key === '' ? null : key }]

export const isSameTarget = (one: Target, other: Target): boolean =>
  one.playCode === other.playCode && one.key === other.key

/** A quote as one text; prices by tier are separated. */
export const quoteText = (quote: string | Readonly<Record<string, string>>): string =>
  typeof quote === 'string' ? quote : Object.values(quote).join(' / ')
