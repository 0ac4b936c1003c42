import './labelled.css'
import { type ReactNode, useId } from 'react'

export type LabelledInput = {
  readonly id: string
  readonly 'aria-invalid': boolean
  readonly 'aria-describedby': string
}

type Props = {
  readonly label: string
  /** The allowed range or current value, shown below the field unless there is a problem. */
  readonly hint?: ReactNode
  readonly problem?: string | null
  /** Spans the whole row of a form. */
  readonly wide?: boolean
  readonly children: (input: LabelledInput) => ReactNode
}

/** A field of a form: label above, hint or problem below. */
export const Labelled = ({ label, hint, problem = null, wide = false, children }: Props): ReactNode => {
  const id = useId()
  return (
    <div className={wide ? 'labelled labelled-wide' : 'labelled'}>
      <label htmlFor={id}>{label}</label>
      {children({ id, 'aria-invalid': problem !== null, 'aria-describedby': `${id}-note` })}
      <p id={`${id}-note`} className={problem === null ? 'labelled-hint' : 'labelled-problem'}>
        {problem ?? hint}
      </p>
    </div>
  )
}
