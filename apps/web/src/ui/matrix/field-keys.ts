import type { KeyboardEvent } from 'react'
import { type FieldKey, stepOf } from './field-table-model.ts'

type Field = HTMLInputElement | HTMLSelectElement | HTMLButtonElement

export const fieldOf = (target: EventTarget): Field | null =>
  target instanceof HTMLInputElement || target instanceof HTMLSelectElement || target instanceof HTMLButtonElement
    ? target
    : null

export const kindOf = (field: Field): FieldKey['kind'] => {
  if (field instanceof HTMLButtonElement) return 'pressed'
  return field instanceof HTMLInputElement && field.type === 'text' ? 'typed' : 'turned'
}

export const keyOf = (event: KeyboardEvent, field: Field): FieldKey => {
  const kind = kindOf(field)
  const text = kind === 'typed' ? (field as HTMLInputElement) : null
  const [from, to] = [text?.selectionStart ?? 0, text?.selectionEnd ?? 0]
  const isWhole = text !== null && from === 0 && to === text.value.length
  return {
    key: event.key,
    ctrl: event.ctrlKey || event.metaKey,
    shift: event.shiftKey,
    alt: event.altKey,
    kind,
    atStart: isWhole || (from === 0 && to === 0),
    atEnd: isWhole || (text !== null && from === text.value.length),
  }
}

/** The keys of a table of fields for fields that stand in no table and name their places ("row:column"). */
export const moveInGrid = (event: KeyboardEvent<HTMLElement>): void => {
  const field = fieldOf(event.target)
  const from = field?.dataset['cell']
  if (!field || from === undefined || event.nativeEvent.isComposing) return
  const step = stepOf(keyOf(event, field))
  if (!step) return
  let [row = 0, column = 0] = from.split(':').map(Number)
  let found: HTMLInputElement | null = null
  do {
    row += step.rows
    column += step.columns
    const next = event.currentTarget.querySelector<HTMLInputElement>(`input[data-cell="${row}:${column}"]`)
    if (!next) break
    if (!next.disabled) found = next
  } while (!found || step.far)
  if (!found) return
  event.preventDefault()
  found.focus()
}
