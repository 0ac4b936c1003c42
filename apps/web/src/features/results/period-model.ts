import type { ResponseOf } from '@strata/contract/endpoint'
import type { periodProgress } from '@strata/contract/endpoints/previews'
import type { proposalQuery } from '@strata/contract/endpoints/proposals'
import type { gamePeriodQuery } from '@strata/contract/endpoints/settlement'
import type { GameCode } from '@strata/domain/games/catalogue'
import { validateDraw } from '@strata/domain/games/draw'
import { type DrawLabel, labelsOfDraw } from '@strata/domain/games/draw-labels'
import { DEFAULT_OPTIONS, type RuleOptions, readOptions } from '@strata/domain/games/options'
import { formatDate } from '../../lib/instant.ts'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'

export type Period = ResponseOf<typeof periodProgress>
export type ListedPeriod = ResponseOf<typeof gamePeriodQuery>['items'][number]
export type Proposal = ResponseOf<typeof proposalQuery>['items'][number]
export type Proposals = ResponseOf<typeof proposalQuery>

/** What the lower half of the page shows: something new, or a proposal by its number. */
export type Shown = 'correct' | 'void' | 'order' | (string & {}) | null

/** As long numbers are in the calls: below 9.2 * 10^18. */
const ORDER_NO = /^(?:\d{1,18}|[0-8]\d{18}|9[01]\d{17})$/

/** Why a text is no number of an order; null: it is one, or nothing is typed yet. */
export const orderNoProblem = (text: string): string | null =>
  text === '' || ORDER_NO.test(text) ? null : fourEyesText.effect.orderWrong

export const optionsOf = (period: Pick<Period, 'options'>): RuleOptions => {
  const read = readOptions(period.options)
  return read.ok ? read.value : DEFAULT_OPTIONS
}

/** What follows from balls under the rules of their period; empty where they are no draw. */
export const derivedOf = (
  game: GameCode,
  period: Pick<Period, 'options' | 'drawAt'>,
  balls: readonly number[],
): readonly DrawLabel[] => {
  const draw = validateDraw(game, balls, formatDate(period.drawAt))
  return draw.ok ? labelsOfDraw(draw.value, optionsOf(period)) : []
}

/** Labels that another result changes: before and after. */
export const changedLabels = (
  before: readonly DrawLabel[],
  after: readonly DrawLabel[],
): readonly { readonly name: string; readonly was: string; readonly is: string }[] => {
  const was = new Map(before.map(({ code, value }) => [code, value]))
  return after.flatMap(({ code, name, value }) => {
    const old = was.get(code)
    return old === undefined || old === value ? [] : [{ name, was: old, is: value }]
  })
}

/** The period that a person looks for first: the oldest that waits for its balls by hand, else the newest that is over. */
export const firstPeriod = (periods: readonly ListedPeriod[], now: number): string | null => {
  const waiting = periods.filter(({ state, drawAt }) => state === 'closed' && drawAt <= now).at(-1)
  const over = periods.find(({ state }) => state === 'drawn' || state === 'settled' || state === 'void')
  return (waiting ?? over ?? periods[0])?.periodNo ?? null
}

/** Balls that the seed of a committed period drew; null: it has no commitment, or was never drawn. */
export const seedBalls = ({ drawnBy, versions }: Pick<Period, 'drawnBy' | 'versions'>): readonly number[] | null =>
  drawnBy === 'seed' ? (versions.find(({ kind }) => kind === 'draw')?.result ?? null) : null

/** Balls in force; empty: none, or void. */
export const ballsInForce = ({ versions }: Pick<Period, 'versions'>): readonly number[] => versions.at(-1)?.result ?? []

export type Standing = 'mine' | 'cannot' | 'blind' | 'decide'

/** What a waiting proposal is to the caller. With four eyes off one may decide one's own. */
export const standingOf = (
  proposal: Pick<Proposal, 'kind' | 'mine' | 'mayNot'>,
  { fourEyes, mayConfirm }: { readonly fourEyes: boolean; readonly mayConfirm: boolean },
): Standing => {
  if (proposal.mine && fourEyes) return 'mine'
  if (proposal.mayNot !== null || !mayConfirm) return 'cannot'
  return proposal.kind === 'result' ? 'blind' : 'decide'
}

/** Whole hours and minutes that are left. */
export const leftOf = (until: number, now: number): { readonly hours: number; readonly minutes: number } => {
  const minutes = Math.max(0, Math.floor((until - now) / 60_000))
  return { hours: Math.floor(minutes / 60), minutes: minutes % 60 }
}
