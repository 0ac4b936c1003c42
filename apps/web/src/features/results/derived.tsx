import type { GameCode } from '@strata/domain/games/catalogue'
import { DRAW_SHAPES } from '@strata/domain/games/draw'
import { judgeEntry } from '@strata/domain/games/draw-entry'
import type { ReactNode } from 'react'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import { derivedOf, type Period } from './period-model.ts'
import css from './results.module.css'

const words = fourEyesText.entry

type Check = { readonly text: string; readonly state: 'ok' | 'open' | 'wrong' }

/** What is said of the balls while they are typed. */
const checksOf = (game: GameCode, texts: readonly string[]): readonly Check[] => {
  const { count, min, max, width, distinct } = DRAW_SHAPES[game]
  const { filled, outside, repeated } = judgeEntry(game, texts)
  const named = (places: readonly number[]): string => places.map((at) => fourEyesText.places[game][at]).join('、')
  const edge = (ball: number): string => String(ball).padStart(width, '0')
  const full: Check =
    filled === count
      ? { text: words.filled(count), state: 'ok' }
      : { text: words.missing(count - filled), state: 'open' }
  const range: Check =
    outside.length > 0
      ? { text: words.outside(named(outside)), state: 'wrong' }
      : { text: words.inRange(edge(min), edge(max)), state: filled > 0 ? 'ok' : 'open' }
  if (!distinct) return [full, range]
  const repeats: Check =
    repeated.length > 0
      ? { text: words.repeated(named(repeated)), state: 'wrong' }
      : { text: words.distinct, state: filled > 0 ? 'ok' : 'open' }
  return [full, range, repeats]
}

const SIGNS = { ok: '✓', open: '○', wrong: '!' } as const

export const EntryChecks = ({ game, texts }: { readonly game: GameCode; readonly texts: readonly string[] }) => (
  <ul className={css.checks} aria-label={words.checks} aria-live="polite">
    {checksOf(game, texts).map(({ text, state }) => (
      <li key={text} data-state={state}>
        <span aria-hidden="true">{SIGNS[state]}</span>
        {text}
      </li>
    ))}
  </ul>
)

type Props = { readonly game: GameCode; readonly period: Period; readonly balls: readonly number[] | null }

/** Everything that follows from the whole result: a slip is seen here at the latest. */
export const Derived = ({ game, period, balls }: Props): ReactNode => {
  const labels = balls === null ? [] : derivedOf(game, period, balls)
  if (labels.length === 0) return null
  return (
    <dl className={css.derived} aria-label={words.derived}>
      {labels.map(({ code, name, value }) => (
        <div key={code} data-label={code}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
