import './labelled.css'
import { type FormEvent, type ReactNode, useState } from 'react'

type Props = {
  readonly label: string
  readonly value: string
  readonly button: string
  readonly onSearch: (text: string) => void
}

/** Searches when Enter or the button is pressed, not at every key. */
export const SearchBox = ({ label, value, button, onSearch }: Props): ReactNode => {
  const [text, setText] = useState(value)
  const [held, setHeld] = useState(value)
  // The address changed meanwhile: back and forward, or a tab.
  if (held !== value) {
    setHeld(value)
    setText(value)
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    onSearch(text.trim())
  }
  return (
    <search>
      <form className="search-box" onSubmit={submit}>
        <input
          className="text-input"
          type="search"
          aria-label={label}
          placeholder={label}
          maxLength={32}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <button type="submit" className="plain-button">
          {button}
        </button>
      </form>
    </search>
  )
}
