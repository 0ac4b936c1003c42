import type { Readable } from 'node:stream'
import { MerchantId } from '@strata/domain/ids'
import type { ExportRecord } from '../store.ts'

export type Named = Pick<ExportRecord, 'merchantId' | 'id' | 'format'>

/** A file without a row is not deleted before this age: its row may be in a transaction that is about to commit. */
export const YOUNG_MS = 3_600_000

type Key = Pick<ExportRecord, 'merchantId' | 'id'>
/** Which of some exports exist, each as `keyOf` names it. */
export type Known = (keys: Key[]) => Promise<ReadonlySet<string>>

export const keyOf = ({ merchantId, id }: Key): string => `${merchantId}-${id}`
export const nameOf = (named: Named): string => `${keyOf(named)}.${named.format}`

/** The export that a file belongs to, by its name. Undefined: it is none of ours. */
export function keyInName(name: string): Key | undefined {
  const match = /^(\d+)-(\d+)\./.exec(name)
  return match ? { merchantId: MerchantId(Number(match[1])), id: Number(match[2]) } : undefined
}

/** Where finished files are. All processes that serve calls or run jobs must reach the same one. */
export interface ExportStore {
  /** Must run before a file is written. */
  prepare(): Promise<void>
  /** Where a file is written, on the machine of the writer. Nobody can fetch it there. */
  partOf(named: Named): string
  /** Makes the written file the finished one. */
  publish(named: Named): Promise<void>
  /** Bytes of a finished file. Undefined: there is none. */
  sizeOf(named: Named): Promise<number | undefined>
  /** The bytes from `start` to `end`, both included. Without a range all. */
  read(named: Named, range?: { readonly start: number; readonly end: number }): Promise<Readable>
  remove(named: Named): Promise<void>
  /** Removes files that `known` does not return. */
  sweep(now: number, known: Known): Promise<void>
}
