import './toggle-group.css'
import type { ReactNode } from 'react'

export type ToggleOption<V extends string> = {
  readonly value: V
  readonly label: string
  /** What a dot at its corner says; it takes no place, so that nothing beside moves. */
  readonly mark?: string | undefined
}

/** A row of mutually exclusive choices: radio buttons, so that arrow keys and screen readers work. */
export const ToggleGroup = <V extends string>({
  name,
  label,
  options,
  value,
  locked,
  onChange,
}: {
  readonly name: string
  readonly label: string
  readonly options: readonly ToggleOption<V>[]
  readonly value: V | null
  /** Why the choice is not the user's now; absent: it is. */
  readonly locked?: string | undefined
  readonly onChange: (value: V) => void
}): ReactNode => (
  <fieldset className="toggles" disabled={locked !== undefined} title={locked}>
    <legend className="visually-hidden">{label}</legend>
    {options.map((option) => (
      <label key={option.value} className={option.value === value ? 'toggle toggle-on' : 'toggle'}>
        <input
          type="radio"
          className="visually-hidden"
          name={name}
          checked={option.value === value}
          onChange={() => onChange(option.value)}
        />
        {option.label}
        {option.mark === undefined ? null : (
          <i className="toggle-mark" role="img" aria-label={option.mark} title={option.mark} />
        )}
      </label>
    ))}
  </fieldset>
)
