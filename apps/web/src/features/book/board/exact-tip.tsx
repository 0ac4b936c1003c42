import { type ReactNode, useEffect, useState } from 'react'
import { showExact, showWhole } from '../../../lib/amount.ts'
import { whenDrawn } from '../../../lib/when-drawn.ts'
import css from './exact-tip.module.css'

/** The exact amount behind a figure in whole yuan, where the figure is, px, and whether a finger asked for it. */
type Tip = { readonly text: string; readonly left: number; readonly top: number; readonly tapped: boolean }

const figureIn = (target: EventTarget | null): HTMLElement | null => {
  if (!(target instanceof HTMLElement)) return null
  const around = target.closest<HTMLElement>('[data-exact]')
  return around ?? (target.matches('button') ? target.querySelector<HTMLElement>('[data-exact]') : null)
}

const tipOf = (figure: HTMLElement | null, tapped: boolean): Tip | null => {
  const amount = figure?.dataset['exact']
  if (!figure || amount === undefined) return null
  const text = showExact(amount)
  // A figure that is exact already needs no second one.
  if (text === `${showWhole(amount)}.00`) return null
  const { right, top } = figure.getBoundingClientRect()
  return { text, left: right, top, tapped }
}

/**
 * Shows the exact amount of a figure in whole yuan on focus and on tap; the pointer has the figure's title. One for
 * the whole board: hundreds of figures need nothing of their own.
 */
export const ExactTip = (): ReactNode => {
  const [tip, setTip] = useState<Tip | null>(null)
  useEffect(() => {
    const onFocus = (event: FocusEvent): void => {
      // A pressed figure has opened something, and has the focus only by the press.
      const { target } = event
      if (!(target instanceof HTMLElement)) return
      // What a tap has opened shows exact amounts itself.
      if (target.closest('[role="dialog"]')) hide()
      if (!target.matches(':focus-visible')) return
      const figure = figureIn(target)
      if (figure)
        whenDrawn(() => {
          if (document.activeElement === target) setTip(tipOf(figure, false))
        })
    }
    const onPress = (event: PointerEvent): void => {
      const figure = event.target instanceof HTMLElement ? event.target.closest<HTMLElement>('[data-exact]') : null
      setTip(event.pointerType === 'mouse' ? null : tipOf(figure, true))
    }
    const hide = (): void => setTip(null)
    // A tap moves the focus after it: its tip stays until the next tap.
    const onBlur = (): void => setTip((shown) => (shown?.tapped ? shown : null))
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide()
    }
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', onBlur)
    document.addEventListener('pointerup', onPress)
    document.addEventListener('scroll', hide, { capture: true, passive: true })
    document.addEventListener('keydown', onKey)
    return () => {
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', onBlur)
      document.removeEventListener('pointerup', onPress)
      document.removeEventListener('scroll', hide, { capture: true })
      document.removeEventListener('keydown', onKey)
    }
  }, [])
  return tip ? (
    <output className={css.exactTip} data-part="exact-tip" style={{ left: tip.left, top: tip.top }}>
      {tip.text}
    </output>
  ) : null
}
