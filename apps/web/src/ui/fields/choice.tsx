import './choice.css'
import type { ReactNode } from 'react'

type SwitchProps = {
  readonly label: string
  readonly checked: boolean
  readonly onChange: (checked: boolean) => void
  readonly changed?: boolean
  readonly disabled?: boolean
}

/** An on/off switch. */
export const Switch = ({ label, checked, onChange, changed = false, disabled }: SwitchProps): ReactNode => (
  <span className={changed ? 'switch switch-changed' : 'switch'}>
    <input
      type="checkbox"
      role="switch"
      aria-checked={checked}
      aria-label={label}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
    <i aria-hidden="true" />
  </span>
)

type ChoiceProps<V extends string> = {
  readonly label: string
  readonly value: V
  readonly options: readonly { readonly value: V; readonly label: string }[]
  readonly onChange: (value: V) => void
  readonly changed?: boolean
  readonly disabled?: boolean
}

/** A choice of a few values: the browser's own select, which works best on phones. */
export const Choice = <V extends string>(props: ChoiceProps<V>): ReactNode => (
  <select
    className={props.changed ? 'choice choice-changed' : 'choice'}
    aria-label={props.label}
    value={props.value}
    disabled={props.disabled}
    onChange={(event) => {
      const chosen = props.options.find(({ value }) => value === event.currentTarget.value)
      if (chosen) props.onChange(chosen.value)
    }}
  >
    {props.options.map(({ value, label }) => (
      <option key={value} value={value}>
        {label}
      </option>
    ))}
  </select>
)
