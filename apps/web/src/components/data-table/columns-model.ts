/** A user's choice for one table: the order of its columns by name, the hidden ones, and dragged widths in px. */
export type ColumnChoice = {
  readonly order: readonly string[]
  readonly hidden: readonly string[]
  readonly widths?: Readonly<Record<string, number>>
}

export const NO_CHOICE: ColumnChoice = { order: [], hidden: [] }

type Named = { readonly name: string }

export const MIN_WIDTH_PX = 48
export const MAX_WIDTH_PX = 800

/** A width that a column can have. */
export const boundedWidth = (px: number): number => Math.round(Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, px)))

const readWidths = (value: unknown): Readonly<Record<string, number>> => {
  if (typeof value !== 'object' || value === null) return {}
  const entries = Object.entries(value).slice(0, 200)
  return Object.fromEntries(
    entries.flatMap(([name, px]) => (typeof px === 'number' && Number.isFinite(px) ? [[name, boundedWidth(px)]] : [])),
  )
}

/** A choice with another width of a column; null: as wide as its content. */
export const resized = (choice: ColumnChoice, name: string, px: number | null): ColumnChoice => {
  const { [name]: _old, ...others } = choice.widths ?? {}
  return { ...choice, widths: px === null ? others : { ...others, [name]: boundedWidth(px) } }
}

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.length <= 200 && value.every((text) => typeof text === 'string')

/** Parses a stored choice; anything invalid counts as no choice. */
export const readChoice = (stored: string | null): ColumnChoice => {
  if (stored === null) return NO_CHOICE
  try {
    const value: unknown = JSON.parse(stored)
    if (typeof value !== 'object' || value === null) return NO_CHOICE
    const { order, hidden, widths } = value as Partial<ColumnChoice>
    if (!isTexts(order) || !isTexts(hidden)) return NO_CHOICE
    return widths === undefined ? { order, hidden } : { order, hidden, widths: readWidths(widths) }
  } catch {
    return NO_CHOICE
  }
}

/**
 * All columns in the chosen order. A column that is newer than the choice comes after its default predecessor;
 * unknown names are ignored.
 */
export const ordered = <C extends Named>(columns: readonly C[], choice: ColumnChoice): readonly C[] => {
  const byName = new Map(columns.map((column) => [column.name, column]))
  const result = [...new Set(choice.order)].flatMap((name) => byName.get(name) ?? [])
  for (const [at, column] of columns.entries()) {
    if (result.includes(column)) continue
    const before = columns[at - 1]
    const place = before ? result.indexOf(before) + 1 : 0
    result.splice(place, 0, column)
  }
  return result
}

/** The shown columns; there is always at least one. */
export const shownColumns = <C extends Named>(columns: readonly C[], choice: ColumnChoice): readonly C[] => {
  const all = ordered(columns, choice)
  const hidden = new Set(choice.hidden)
  const shown = all.filter(({ name }) => !hidden.has(name))
  return shown.length > 0 ? shown : all.slice(0, 1)
}

export const toggled = (choice: ColumnChoice, name: string): ColumnChoice => ({
  ...choice,
  hidden: choice.hidden.includes(name) ? choice.hidden.filter((one) => one !== name) : [...choice.hidden, name],
})

/** Moves a column one position to the front (-1) or the back (1). */
export const moved = (columns: readonly Named[], choice: ColumnChoice, name: string, by: -1 | 1): ColumnChoice => {
  const names = ordered(columns, choice).map((column) => column.name)
  const at = names.indexOf(name)
  const other = names[at + by]
  if (at < 0 || other === undefined) return choice
  names[at + by] = name
  names[at] = other
  return { ...choice, order: names }
}

/** Puts a column in the place of another one, which moves towards where the first came from. */
export const placed = (columns: readonly Named[], choice: ColumnChoice, name: string, target: string): ColumnChoice => {
  const names = ordered(columns, choice).map((column) => column.name)
  const [from, to] = [names.indexOf(name), names.indexOf(target)]
  if (from < 0 || to < 0 || from === to) return choice
  return { ...choice, order: names.toSpliced(from, 1).toSpliced(to, 0, name) }
}

/** Adjacent columns with one heading, for the upper header row. */
export type HeadRun = { readonly group: string | null; readonly count: number; readonly first: string }

export const headRuns = (
  columns: readonly { readonly name: string; readonly group?: string }[],
): readonly HeadRun[] => {
  const runs: HeadRun[] = []
  for (const { name, group = null } of columns) {
    const last = runs.at(-1)
    if (last && group !== null && last.group === group) runs[runs.length - 1] = { ...last, count: last.count + 1 }
    else runs.push({ group, count: 1, first: name })
  }
  return runs
}

/** The index of the row that a key moves to; null for other keys. */
export const rowAfter = (key: string, at: number, count: number): number | null => {
  if (key === 'ArrowDown') return Math.min(count - 1, at + 1)
  if (key === 'ArrowUp') return Math.max(0, at - 1)
  if (key === 'Home') return 0
  return key === 'End' ? count - 1 : null
}
