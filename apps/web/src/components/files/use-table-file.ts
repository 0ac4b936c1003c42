import { useState } from 'react'
import { ApiFailure, ApiRefusal } from '../../api/client.ts'
import { createLatest } from '../../lib/latest.ts'

/** A file that is not there yet, is being read, or is no table. */
type Unread = { readonly kind: 'none' | 'reading' | 'unreadable' }

/**
 * What the table of a picked file means, as `judge` says. The file picked last counts, whichever is read first. `forget`
 * also drops one that is being read.
 */
export const useTableFile = <Read extends { readonly kind: string }>() => {
  const [read, setRead] = useState<Read | Unread>({ kind: 'none' })
  const [latest] = useState(createLatest<Read | Unread>)
  const open = async (
    file: File,
    judge: (table: readonly (readonly string[])[]) => Read | Promise<Read>,
  ): Promise<void> => {
    setRead({ kind: 'reading' })
    const readIn = async (): Promise<Read> => {
      const { readXlsx } = await import('../../lib/xlsx/read-xlsx.ts')
      return judge(await readXlsx(file))
    }
    // A failed call was shown; anything else is a file that is none.
    const failed = (cause: unknown): Unread => ({
      kind: cause instanceof ApiRefusal || cause instanceof ApiFailure ? 'none' : 'unreadable',
    })
    await latest.run(() => readIn().catch(failed), setRead)
  }
  const forget = (): void => {
    latest.drop()
    setRead({ kind: 'none' })
  }
  return { read, setRead, open, forget }
}
