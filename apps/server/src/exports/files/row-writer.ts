import type { Cell } from '../source.ts'

/**
 * Writes a table into a file row by row, without keeping written rows in memory. Call in this order: begin, rows,
 * totals, end.
 */
export interface RowWriter {
  begin(): Promise<void>
  rows(some: readonly (readonly Cell[])[]): Promise<void>
  totals(some: readonly (readonly Cell[])[]): Promise<void>
  /** Completes the file. Returns its size in bytes. */
  end(): Promise<number>
}
