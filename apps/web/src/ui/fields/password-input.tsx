import './labelled.css'
import { type ReactNode, useState } from 'react'
import type { LabelledInput } from './labelled.tsx'

type Props = LabelledInput & {
  readonly value: string
  readonly onChange: (value: string) => void
  readonly words: { readonly show: string; readonly hide: string }
  readonly autoComplete?: string
  readonly maxLength?: number
  readonly digits?: boolean
  readonly disabled?: boolean
  /** A password that nobody has typed is shown at first. */
  readonly startShown?: boolean
}

/** A password with a button that shows it. */
export const PasswordInput = ({
  value,
  onChange,
  words,
  digits = false,
  startShown = false,
  ...rest
}: Props): ReactNode => {
  const [shown, setShown] = useState(startShown)
  return (
    <span className="with-button">
      <input
        {...rest}
        className="text-input"
        data-password=""
        type={shown ? 'text' : 'password'}
        inputMode={digits ? 'numeric' : 'text'}
        autoCapitalize="off"
        spellCheck={false}
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <button type="button" aria-pressed={shown} onClick={() => setShown(!shown)}>
        {shown ? words.hide : words.show}
      </button>
    </span>
  )
}
