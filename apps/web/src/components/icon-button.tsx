import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react'
import css from './icon-button.module.css'

type Props = Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'className' | 'aria-label' | 'title'> & {
  /** Shown on hover, and said by screen readers unless `said` says more. */
  readonly name: string
  readonly said?: string
  readonly ref?: Ref<HTMLButtonElement>
  /** Paths of the 20 by 20 icon. */
  readonly icon: ReactNode
}

/** A button of the page's top that is only an icon. */
export const IconButton = ({ name, said = name, icon, children, ...rest }: Props): ReactNode => (
  <button type="button" className={css.button} aria-label={said} title={name} {...rest}>
    <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
      {icon}
    </svg>
    {children}
  </button>
)
