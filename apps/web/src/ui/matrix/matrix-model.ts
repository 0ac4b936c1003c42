/** The pure part of a spreadsheet-like matrix: positions, ranges, the effect of keys and pastes. */

export type Place = { readonly row: number; readonly column: number }
export type Size = { readonly rows: number; readonly columns: number }
export type Range = { readonly from: Place; readonly to: Place }
/** One value set in a cell. */
export type CellEdit = Place & { readonly value: string }

const clamp = (value: number, count: number): number => Math.max(0, Math.min(count - 1, value))

const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Enter: [1, 0],
  Tab: [0, 1],
}

/** The target of a key, or null for other keys. Ctrl moves to the edge, Home and End to the ends of the row. */
export const movedBy = (
  key: { readonly key: string; readonly ctrl: boolean; readonly shift: boolean },
  at: Place,
  size: Size,
): Place | null => {
  if (key.key === 'Home') return { row: key.ctrl ? 0 : at.row, column: 0 }
  if (key.key === 'End') return { row: key.ctrl ? size.rows - 1 : at.row, column: size.columns - 1 }
  const step = STEPS[key.key]
  if (!step) return null
  // Shift reverses Enter and Tab; with an arrow it extends the range instead.
  const back = key.shift && (key.key === 'Enter' || key.key === 'Tab') ? -1 : 1
  const far = key.ctrl ? Math.max(size.rows, size.columns) : 1
  const row = at.row + step[0] * back * far
  const column = at.column + step[1] * back * far
  // Tab leaves the matrix at its ends, so that keyboard users are not trapped in it.
  if (key.key === 'Tab' && (column < 0 || column >= size.columns)) return null
  return { row: clamp(row, size.rows), column: clamp(column, size.columns) }
}

/** The rectangle between two cells: top left corner first. */
export const rangeOf = (one: Place, other: Place): Range => ({
  from: { row: Math.min(one.row, other.row), column: Math.min(one.column, other.column) },
  to: { row: Math.max(one.row, other.row), column: Math.max(one.column, other.column) },
})

export const inRange = ({ from, to }: Range, row: number, column: number): boolean =>
  row >= from.row && row <= to.row && column >= from.column && column <= to.column

const placesOf = ({ from, to }: Range): Place[] => {
  const places: Place[] = []
  for (let row = from.row; row <= to.row; row++)
    for (let column = from.column; column <= to.column; column++) places.push({ row, column })
  return places
}

/** Repeats the first row of the range down to its last. A single row copies the one above it. */
export const filledDown = (range: Range, valueAt: (place: Place) => string): CellEdit[] => {
  const single = range.from.row === range.to.row
  const source = single ? range.from.row - 1 : range.from.row
  if (source < 0) return []
  return placesOf(range)
    .filter(({ row }) => row !== source)
    .map((place) => ({ ...place, value: valueAt({ row: source, column: place.column }) }))
}

export const clearedRange = (range: Range): CellEdit[] => placesOf(range).map((place) => ({ ...place, value: '' }))

/** Rows and columns of copied spreadsheet text. The last line break does not start a row. */
export const readSheet = (text: string): readonly (readonly string[])[] => {
  const lines = text.replaceAll('\r\n', '\n').replace(/\n$/, '').split('\n')
  return lines.map((line) => line.split('\t').map((cell) => cell.trim()))
}

/**
 * The edits of a pasted block from the range's first corner; a single value fills the whole range. Cells outside
 * are ignored.
 */
export const pasted = (block: readonly (readonly string[])[], range: Range, size: Size): CellEdit[] => {
  const only = block.length === 1 && block[0]?.length === 1 ? block[0][0] : undefined
  if (only !== undefined) return placesOf(range).map((place) => ({ ...place, value: only }))
  return block.flatMap((cells, down) =>
    cells.flatMap((value, across) => {
      const place = { row: range.from.row + down, column: range.from.column + across }
      return place.row < size.rows && place.column < size.columns ? [{ ...place, value }] : []
    }),
  )
}

/** The range as spreadsheet text. */
export const writeSheet = ({ from, to }: Range, valueAt: (place: Place) => string): string => {
  const lines: string[] = []
  for (let row = from.row; row <= to.row; row++) {
    const cells: string[] = []
    for (let column = from.column; column <= to.column; column++) cells.push(valueAt({ row, column }))
    lines.push(cells.join('\t'))
  }
  return lines.join('\n')
}
