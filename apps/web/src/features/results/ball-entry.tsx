import type { GameCode } from '@strata/domain/games/catalogue'
import { type DrawEntry, eraseDigit, judgeEntry, moveTo, pastedEntry, typeDigit } from '@strata/domain/games/draw-entry'
import { type ClipboardEvent, type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react'
import { Ball } from '../../components/ball/ball.tsx'
import { fourEyesText } from '../../text/zh-CN/rooms/four-eyes.ts'
import { BallNotes } from './ball-notes.tsx'
import { isSpecial } from './balls.tsx'
import type { Period } from './period-model.ts'
import css from './results.module.css'

type Props = {
  readonly game: GameCode
  readonly period: Period
  readonly entry: DrawEntry
  readonly onChange: (change: (held: DrawEntry) => DrawEntry) => void
}

const STEPS: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1 }

/** What the field of a ball holds now, typed into the entry: more digits after those it had, or others instead. */
const retyped = (game: GameCode, held: DrawEntry, place: number, value: string): DrawEntry => {
  const digits = value.replace(/\D/g, '')
  const old = held.texts[place] ?? ''
  const goesOn = old !== '' && digits.length > old.length && digits.startsWith(old)
  const from: DrawEntry = goesOn
    ? { ...held, at: place }
    : { texts: held.texts.map((text, at) => (at === place ? '' : text)), at: place }
  return [...(goesOn ? digits.slice(old.length) : digits)].reduce((entry, digit) => typeDigit(game, entry, digit), from)
}

const Cell = ({ game, text, wrong }: { readonly game: GameCode; readonly text: string; readonly wrong: boolean }) => {
  const whole = text !== '' && !wrong && (game !== '6HC' || text.length === 2)
  if (whole) return <Ball gameType={game} number={Number(text)} huge />
  return (
    <span className={css.hollow} data-wrong={wrong || undefined} aria-hidden="true">
      {text}
    </span>
  )
}

/** Nothing that could be typed into or pressed has the focus. */
const isFocusFree = (): boolean => document.activeElement === null || document.activeElement.matches('body, main')

/** One field for each ball, at the size of the balls of a draw. Focus follows the typing. */
export const BallEntry = ({ game, period, entry, onChange }: Props): ReactNode => {
  const fields = useRef<(HTMLInputElement | null)[]>([])
  const { outside, repeated } = judgeEntry(game, entry.texts)
  const places = fourEyesText.places[game]
  const { at } = entry
  // Balls are typed as soon as their fields are there: a correction's button is gone by then. Who is at something else stays.
  useEffect(() => {
    if (isFocusFree()) fields.current[0]?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    const inside = fields.current.some((field) => field !== null && field === document.activeElement)
    if (inside) fields.current[at]?.focus()
  }, [at])
  const onKeyDown = (place: number) => (event: KeyboardEvent<HTMLInputElement>) => {
    const step = STEPS[event.key]
    const to = step === undefined ? null : place + step
    if (event.key === 'Backspace') onChange((held) => eraseDigit({ ...held, at: place }))
    else if (to !== null && to >= 0 && to < places.length) onChange((held) => moveTo(game, held, to))
    else return
    event.preventDefault()
  }
  const onPaste = (event: ClipboardEvent): void => {
    const text = event.clipboardData.getData('text')
    event.preventDefault()
    if (/\d/.test(text)) onChange(() => pastedEntry(game, text))
  }
  return (
    <div className={css.cells} data-count={places.length}>
      {entry.texts.map((text, place) => (
        <span key={places[place]} className={isSpecial(game, place) ? `${css.cell} ${css.cellSpecial}` : css.cell}>
          <small>{places[place]}</small>
          <span className={css.cellBall} data-repeated={repeated.includes(place) || undefined}>
            <Cell game={game} text={text} wrong={outside.includes(place)} />
            <input
              ref={(field) => {
                fields.current[place] = field
              }}
              aria-label={places[place]}
              aria-invalid={outside.includes(place) || repeated.includes(place)}
              inputMode="numeric"
              autoComplete="off"
              value={text}
              onChange={(event) => {
                const { value } = event.currentTarget
                onChange((held) => retyped(game, held, place, value))
              }}
              onFocus={(event) => {
                event.currentTarget.select()
                onChange((held) => moveTo(game, held, place))
              }}
              onBlur={() => onChange((held) => moveTo(game, held, held.at))}
              onKeyDown={onKeyDown(place)}
              onPaste={onPaste}
            />
          </span>
          <BallNotes game={game} period={period} text={text} />
        </span>
      ))}
    </div>
  )
}
