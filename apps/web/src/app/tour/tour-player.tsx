import { type KeyboardEvent, type ReactNode, useEffect, useId, useLayoutEffect, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { tourText } from '../../text/zh-CN/app/tour-hint.ts'
import { toursText as words } from '../../text/zh-CN/app/tours.ts'
import { placeBubble } from './place-bubble.ts'
import css from './tour.module.css'
import type { TourId } from './tour-choice.ts'
import { type Step, TOURS } from './tours.ts'

/** What a live page moves is followed at this pace. */
const FOLLOW_MS = 300

const targetOf = ({ at }: Step): HTMLElement | null =>
  [...document.querySelectorAll<HTMLElement>(at)].find((one) => one.checkVisibility()) ?? null

/** Puts the ring around the target and the bubble beside it. */
const follow = (step: Step, ring: HTMLElement, bubble: HTMLElement): void => {
  const at = targetOf(step)?.getBoundingClientRect()
  ring.hidden = at === undefined
  if (!at) return
  Object.assign(ring.style, {
    left: `${at.left}px`,
    top: `${at.top}px`,
    width: `${at.width}px`,
    height: `${at.height}px`,
  })
  const size = { width: bubble.offsetWidth, height: bubble.offsetHeight }
  const { left, top } = placeBubble(at, size, { width: window.innerWidth, height: window.innerHeight })
  Object.assign(bubble.style, { left: `${left}px`, top: `${top}px` })
}

const useFollow = (step: Step | undefined) => {
  const ring = useRef<HTMLDivElement>(null)
  const bubble = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (!step) return
    targetOf(step)?.scrollIntoView({ block: 'nearest' })
    const now = (): void => {
      if (ring.current && bubble.current) follow(step, ring.current, bubble.current)
    }
    now()
    const timer = setInterval(now, FOLLOW_MS)
    window.addEventListener('scroll', now, true)
    window.addEventListener('resize', now)
    return () => {
      clearInterval(timer)
      window.removeEventListener('scroll', now, true)
      window.removeEventListener('resize', now)
    }
  }, [step])
  return { ring, bubble }
}

/** The steps that have something to point at, and where one is among them. */
const useSteps = (tour: TourId, onEnd: () => void) => {
  const [steps] = useState(() => TOURS[tour].filter((step) => targetOf(step) !== null))
  const [at, setAt] = useState(0)
  const isLast = at >= steps.length - 1
  const forward = (): void => (isLast ? onEnd() : setAt(at + 1))
  const back = (): void => setAt(Math.max(0, at - 1))
  return { step: steps[at], at, count: steps.length, isLast, forward, back }
}

type Props = { readonly tour: TourId; readonly onEnd: () => void }

/** A tour: a bubble beside one part of the page after the other. The page stays in use; nothing is covered by a mask. */
export const TourPlayer = ({ tour, onEnd }: Props): ReactNode => {
  const id = useId()
  const { step, at, count, isLast, forward, back } = useSteps(tour, onEnd)
  const { ring, bubble } = useFollow(step)
  const next = useRef<HTMLButtonElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the keys work from the first step on
  useEffect(() => {
    if (!step) return onEnd()
    const before = document.activeElement
    next.current?.focus({ preventScroll: true })
    return () => {
      const to = before instanceof HTMLElement && before.isConnected ? before : document.querySelector('main')
      to?.focus({ preventScroll: true })
    }
  }, [])
  if (!step) return null
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = { ArrowRight: forward, ArrowLeft: back, Escape: onEnd }[event.key]
    if (!act) return
    event.preventDefault()
    event.stopPropagation()
    act()
  }
  const [title, text] = words.steps[step.name]
  return createPortal(
    <>
      <div ref={ring} className={css.ring} data-part="tour-ring" data-step={step.name} aria-hidden="true" />
      <div
        ref={bubble}
        className={css.bubble}
        role="dialog"
        aria-label={tourText.name}
        aria-describedby={id}
        tabIndex={-1}
        onKeyDown={onKeyDown}
      >
        <div id={id} aria-live="polite">
          <h2>{title}</h2>
          <p>{text}</p>
        </div>
        <footer>
          <small title={words.keys}>{words.step(at + 1, count)}</small>
          <button type="button" className="link-button" onClick={onEnd}>
            {words.skip}
          </button>
          <button type="button" className="ghost-button" disabled={at === 0} onClick={back}>
            {words.back}
          </button>
          <button ref={next} type="button" className="plain-button" onClick={forward}>
            {isLast ? words.last : words.next}
          </button>
        </footer>
      </div>
    </>,
    document.body,
  )
}
