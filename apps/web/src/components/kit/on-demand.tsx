import { type ComponentType, type ReactNode, useState } from 'react'
import { latePart, useLate } from './late.ts'
import css from './on-demand.module.css'

type StandIn = {
  /** Label of the field. */
  readonly label: string
  /** Text of the current value. */
  readonly text: string
  readonly className?: string | undefined
  /** Nothing is chosen: the text is a placeholder. */
  readonly hint?: boolean
  readonly icon?: 'calendar' | 'list'
}

const ICONS = {
  calendar: 'M3 5h14v12H3zM3 8.5h14M6.5 3v3M13.5 3v3',
  list: 'm5 8 5 5 5-5',
} as const

/**
 * A field of the kit that is loaded when it is first used. Until then a button of the same look shows its text, so
 * that no page loads a calendar that most visits never open.
 */
export const onDemand = <P extends object>(
  load: () => Promise<ComponentType<P>>,
): ((props: P & { readonly standIn: StandIn }) => ReactNode) => {
  const part = latePart(load)
  // A failed load is repeated by the press, which reports it.
  const warm = (): void => void load().catch(() => {})
  return ({ standIn, ...props }) => {
    const [wanted, setWanted] = useState(false)
    const Part = useLate(part, wanted)
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
    return Part ? <Part {...(props as unknown as P)} /> : button
  }
}
