import { open } from 'node:fs/promises'
import type { Caller } from '../../access/session.ts'
import { type Pool, runTx } from '../../platform/db.ts'
import { Refusal } from '../../platform/refusal.ts'
import type { ExportSource, OpenedList } from '../source.ts'
import { headingOf } from './heading.ts'
import { type Format, writerOf } from './writer.ts'

/** Describes one file. Plain data, because it is sent to another thread. */
export interface FileWish {
  readonly list: string
  readonly caller: Caller
  /** The request of the list after validation by the contract. */
  readonly input: unknown
  readonly now: number
  readonly format: Format
  readonly path: string
}

export interface Progress {
  readonly counted: (total: number) => void
  readonly written: (rows: number) => void
}

export interface Written {
  readonly rows: number
  readonly bytes: number
}

/** Time limit of a statement, and of the pause between two. */
const TIMEOUT_MS = 30 * 60_000

async function writeList(list: OpenedList, wish: FileWish, title: string, progress: Progress): Promise<Written> {
  const file = await open(wish.path, 'w', 0o600)
  try {
    const writer = writerOf(wish.format, file, list.columns, headingOf({ ...wish, title }, list.range))
    progress.counted(await list.count())
    await writer.begin()
    let rows = 0
    for await (const some of list.rows()) {
      await writer.rows(some)
      rows += some.length
      progress.written(rows)
    }
    const totals = await list.totals()
    // A list without sums ends with its number of rows, so that a cut file is noticed.
    const ending = totals.length > 0 ? totals : [[`合计 ${rows} 条`]]
    const { notStored } = list
    await writer.totals(notStored ? [...ending, [`${notStored}及以前的单笔注单已不再保存`]] : ending)
    const bytes = await writer.end()
    await file.datasync()
    return { rows, bytes }
  } finally {
    await file.close()
  }
}

/** Writes one list into one file, all from one database snapshot, so that rows, count and totals match. */
export function writeExport(
  pool: Pool,
  source: ExportSource,
  wish: FileWish,
  progress: Progress,
): Promise<Written | Refusal> {
  const { caller, now } = wish
  const snapshot = { isolation: 'repeatable read', readOnly: true, timeoutMs: TIMEOUT_MS, retries: 0 } as const
  return runTx(pool, snapshot, async (tx) => {
    const list = await source.open(tx, { caller, input: wish.input, now })
    return list instanceof Refusal ? list : writeList(list, wish, source.title, progress)
  })
}
