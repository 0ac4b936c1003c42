/** The pure part of a table of fields: which keys leave a field, and which way. */

/** How far to go; `far`: to the last field of that way. */
export type Step = { readonly rows: -1 | 0 | 1; readonly columns: -1 | 0 | 1; readonly far: boolean }

export type FieldKey = {
  readonly key: string
  readonly ctrl: boolean
  readonly shift: boolean
  readonly alt: boolean
  /** `pressed`: a button, whose Enter is its own. */
  readonly kind: 'typed' | 'turned' | 'pressed'
  /** Of a typed text: whether the caret is before and behind everything, as it is while all of it is selected. */
  readonly atStart: boolean
  readonly atEnd: boolean
}

const WAYS: Readonly<Record<string, readonly [rows: -1 | 0 | 1, columns: -1 | 0 | 1]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -1],
  End: [0, 1],
}

/** Where a key leads, as in the matrices; null: the key belongs to the field. Left and right leave a text at its ends. */
export const stepOf = ({ key, ctrl, shift, alt, kind, atStart, atEnd }: FieldKey): Step | null => {
  // Alt opens a choice.
  if (alt) return null
  if (key === 'Enter') return kind === 'pressed' ? null : { rows: shift ? -1 : 1, columns: 0, far: false }
  const way = WAYS[key]
  if (!way || shift) return null
  const [rows, columns] = way
  if (kind === 'typed' && columns === -1 && !atStart) return null
  if (kind === 'typed' && columns === 1 && !atEnd) return null
  return { rows, columns, far: ctrl || key === 'Home' || key === 'End' }
}
