import type { InputHTMLAttributes, ReactNode } from 'react'
import { Labelled } from './labelled.tsx'

type Own = {
  readonly label: string
  readonly hint?: ReactNode
  readonly problem?: string | null
  /** Spans the whole row of a form. */
  readonly wide?: boolean
  readonly value: string
  readonly onChange: (text: string) => void
}

type Props = Own & Omit<InputHTMLAttributes<HTMLInputElement>, keyof Own | 'className' | 'id'>

/** A line of text in a form: its label above, its hint or problem below. */
export const TextField = ({ label, hint, problem = null, wide = false, onChange, ...rest }: Props): ReactNode => (
  <Labelled label={label} hint={hint} problem={problem} wide={wide}>
    {(input) => (
      <input {...input} className="text-input" {...rest} onChange={(event) => onChange(event.currentTarget.value)} />
    )}
  </Labelled>
)
