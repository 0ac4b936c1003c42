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
  /** Position in a grid of fields ("row:column"), for the arrow keys. */
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

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  Enter: [1, 0],
}

/** Arrow up, arrow down and Enter move within a column of fields that have a position; disabled ones are skipped. */
export const moveInGrid = (event: KeyboardEvent<HTMLElement>): void => {
  const step = STEPS[event.key]
  const from = event.target instanceof HTMLInputElement ? event.target.dataset['cell'] : undefined
  if (!step || from === undefined || event.nativeEvent.isComposing) return
  const [row = 0, column = 0] = from.split(':').map(Number)
  for (let next = row + step[0]; ; next += step[0]) {
    const field = event.currentTarget.querySelector<HTMLInputElement>(`input[data-cell="${next}:${column}"]`)
    if (!field) return
    if (field.disabled) continue
    event.preventDefault()
    field.focus()
    return
  }
}
