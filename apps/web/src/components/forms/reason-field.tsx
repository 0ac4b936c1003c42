import type { ReactNode } from 'react'
import { TextField } from '../../ui/fields/text-field.tsx'

type Props = {
  readonly label: string
  readonly hint?: string
  /** Across all columns of a form. */
  readonly wide?: true
  readonly maxLength?: number
  readonly value: string
  readonly onChange: (value: string) => void
}

/** Why something is changed: it stands in the change log beside the change. */
export const ReasonField = ({ label, hint, wide, maxLength = 200, value, onChange }: Props): ReactNode => (
  <TextField
    label={label}
    {...(hint ? { hint } : {})}
    {...(wide ? { wide } : {})}
    maxLength={maxLength}
    value={value}
    onChange={onChange}
  />
)
