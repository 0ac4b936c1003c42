import './field.css'
import type { KeyboardEvent, ReactNode } from 'react'

type Props = {
  /** For screen readers; the visible label is in the header of the column or card. */
  readonly label: string
  readonly value: string
  readonly onChange: (value: string) => void
  readonly changed?: boolean
  /** Why it cannot be saved; shown under the field. */
  readonly problem?: string | null
  readonly placeholder?: string
  readonly disabled?: boolean
  readonly mode?: 'decimal' | 'text'
  /** Position among fields that stand in no table ("row:column"), for `moveInGrid`. */
  readonly cell?: string
  readonly onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  readonly onFocus?: () => void
}

/** One input: marked while it differs from the saved value, with its problem below. */
export const FieldInput = (props: Props): ReactNode => {
  const { label, value, onChange, changed = false, problem = null, mode = 'decimal' } = props
  return (
    <span className="field">
      <input
        className={`field-input${changed ? ' field-changed' : ''}${problem === null ? '' : ' field-wrong'}`}
        aria-label={label}
        aria-invalid={problem !== null}
        inputMode={mode}
        autoComplete="off"
        value={value}
        placeholder={props.placeholder}
        disabled={props.disabled}
        data-cell={props.cell}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={props.onKeyDown}
        onFocus={(event) => {
          event.currentTarget.select()
          props.onFocus?.()
        }}
      />
      {problem === null ? null : (
        <span className="field-problem" role="alert">
          {problem}
        </span>
      )}
    </span>
  )
}
