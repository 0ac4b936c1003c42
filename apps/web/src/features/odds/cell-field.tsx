import { type KeyboardEvent, type ReactNode, useRef } from 'react'
import { oddsText as words } from '../../text/zh-CN/rooms/odds.ts'
import css from './odds-grid.module.css'

export type Typing = { readonly text: string; readonly isFresh: boolean }
export type Leave = 'Enter' | 'Tab' | 'ArrowUp' | 'ArrowDown' | 'stay' | 'cancel'

type Props = {
  readonly typing: Typing
  readonly onDone: (text: string, leave: Leave, back: boolean) => void
}

const LEAVES: ReadonlySet<string> = new Set(['Enter', 'Tab', 'ArrowUp', 'ArrowDown'])

/** The field of a cell while it is typed into. */
export const CellField = ({ typing, onDone }: Props): ReactNode => {
  const done = useRef(false)
  const finish = (text: string, leave: Leave, back = false): void => {
    if (done.current) return
    done.current = true
    onDone(text, leave, back)
  }
  const onKey = (event: KeyboardEvent<HTMLInputElement>): void => {
    event.stopPropagation()
    if (event.nativeEvent.isComposing) return
    if (event.key === 'Escape') finish('', 'cancel')
    else if (LEAVES.has(event.key)) finish(event.currentTarget.value, event.key as Leave, event.shiftKey)
    else return
    event.preventDefault()
  }
  return (
    <input
      className={css.field}
      inputMode="decimal"
      aria-label={words.batch.value}
      // The field appears because somebody began to type.
      // biome-ignore lint/a11y/noAutofocus: see above
      autoFocus
      defaultValue={typing.text}
      // Typing replaces an old value; a first digit that was just typed stays.
      onFocus={(event) => {
        if (!typing.isFresh) event.currentTarget.select()
      }}
      onKeyDown={onKey}
      onPaste={(event) => event.stopPropagation()}
      onCopy={(event) => event.stopPropagation()}
      onBlur={(event) => finish(event.currentTarget.value, 'stay')}
    />
  )
}
