import type { FileHandle } from 'node:fs/promises'
import type { Column } from '../source.ts'
import { csvWriter } from './csv.ts'
import type { Heading } from './heading.ts'
import type { RowWriter } from './row-writer.ts'
import { xlsxWriter } from './xlsx.ts'

export const FORMATS = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const

export type Format = keyof typeof FORMATS

export const writerOf = (format: Format, file: FileHandle, columns: readonly Column[], heading: Heading): RowWriter =>
  format === 'xlsx' ? xlsxWriter(file, columns, { heading }) : csvWriter(file, columns, heading)
