import { textWidth } from './grid-layout.ts'

/** A text of the second line of a cell: as it is, and for a narrow cell. */
export type Extra = { readonly full: string; readonly short: string }

const FONT = 12
/** Between two texts; the style sheet has the same. */
const GAP = 8
const MORE = '…'

const widthOf = (parts: readonly string[]): number =>
  parts.reduce((sum, part) => sum + textWidth(part, FONT), 0) + GAP * Math.max(0, parts.length - 1)

/**
 * What a second line of this width shows: the words with whole amounts, else short words with amounts in 万, else the
 * first of these and an ellipsis. It never has a line more than this one, so that no row of a board grows.
 */
export const secondLine = (
  extras: readonly Extra[],
  linePx: number | null,
): { readonly parts: readonly string[]; readonly whole: boolean } => {
  const full = extras.map((one) => one.full)
  if (linePx === null || widthOf(full) <= linePx) return { parts: full, whole: true }
  let parts = extras.map((one) => one.short)
  for (let count = extras.length - 1; count > 0 && widthOf(parts) > linePx; count -= 1)
    parts = [...extras.slice(0, count).map((one) => one.short), MORE]
  return { parts, whole: false }
}
