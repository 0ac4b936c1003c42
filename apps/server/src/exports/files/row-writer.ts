import type { Cell } from '../source.ts'

/** Writes a table into a file row by row; keeps nothing of what it has written. In this order: begin, rows, totals, end. */
export interface RowWriter {
  begin(): Promise<void>
  rows(some: readonly (readonly Cell[])[]): Promise<void>
  totals(some: readonly (readonly Cell[])[]): Promise<void>
  /** Completes the file. Answers its size in bytes. */
  end(): Promise<number>
}
