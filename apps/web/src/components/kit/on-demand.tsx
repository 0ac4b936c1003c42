import { type ComponentType, lazy, type ReactNode, Suspense, useState } from 'react'
import css from './on-demand.module.css'

type StandIn = {
  /** What the field is called. */
  readonly label: string
  /** What it holds now. */
  readonly text: string
  readonly className?: string | undefined
  /** Nothing is chosen: the text is a hint. */
  readonly hint?: boolean
  readonly icon?: 'calendar' | 'list'
}

const ICONS = {
  calendar: 'M3 5h14v12H3zM3 8.5h14M6.5 3v3M13.5 3v3',
  list: 'm5 8 5 5 5-5',
} as const

/**
 * A field of the kit that is fetched when it is first used: until then a button that looks alike and holds the same text
 * stands for it, so that no page waits for a calendar that most visits never open.
 */
export const onDemand = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): ((props: P & { readonly standIn: StandIn }) => ReactNode) => {
  const Part = lazy(async () => ({ default: await load() }))
  // A part that does not come is asked for again by the press, which says so.
  const warm = (): void => void load().catch(() => {})
  return ({ standIn, ...props }) => {
    const [wanted, setWanted] = useState(false)
    const { label, text, className = '', hint = false, icon = 'list' } = standIn
    const button = (
      <button
        type="button"
        className={`${css.standIn} ${className}`}
        data-hint={hint || undefined}
        aria-label={`${label} ${text}`}
        aria-haspopup={icon === 'calendar' ? 'dialog' : 'listbox'}
        aria-busy={wanted}
        onPointerEnter={warm}
        onFocus={warm}
        onClick={() => setWanted(true)}
      >
        <span>{text}</span>
        <svg viewBox="0 0 20 20" width="14" height="14" aria-hidden="true">
          <path d={ICONS[icon]} />
        </svg>
      </button>
    )
    if (!wanted) return button
    return (
      <Suspense fallback={button}>
        <Part {...(props as unknown as P)} />
      </Suspense>
    )
  }
}
