import type { CallId } from '@strata/contract/calls'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { ApiFailure, ApiRefusal, type Call, type Input } from '../../api/client.ts'
import { askFile } from '../../api/files.ts'
import { showCount } from '../../lib/count.ts'
import { saveFile } from '../../lib/save-file.ts'
import { exportsText } from '../../text/zh-CN/shared/exports.ts'
import { MenuButton } from '../../ui/pop-up/menu-button.tsx'
import { showToast } from '../../ui/pop-up/toast.ts'
import css from './exports.module.css'
import { awaitExport, isUnfinished, percentOf, useExports, useMayExport } from './use-exports.ts'

type Format = 'xlsx' | 'csv'
const FORMATS: readonly Format[] = ['xlsx', 'csv']

/** The calls whose request takes `export`. */
type Exportable = { [Id in CallId]: 'export' extends keyof Input<Id> ? Id : never }[CallId]

type Props<Id extends Exportable> = {
  readonly call: Call<Id>
  /** Filters and order of the list on the screen; the file has all of its rows. */
  readonly input: Omit<Input<Id>, 'export' | 'pageIndex' | 'pageSize' | 'cursor' | 'summaryOnly'>
}

/** The progress of the export that this button started and that is not finished. */
const useProgress = (exportId: number | null): string | null => {
  const row = useExports(exportId !== null).data?.items.find(({ id }) => id === exportId)
  if (exportId === null || (row !== undefined && !isUnfinished(row))) return null
  const percent = row ? percentOf(row) : null
  if (percent !== null) return exportsText.progress(percent)
  return row && row.rows > 0 ? exportsText.rowsSoFar(showCount(row.rows)) : exportsText.exporting
}

/** Exports the list: downloads a short one at once, puts a long one into the download list. */
export const ExportButton = <Id extends Exportable>({ call, input }: Props<Id>): ReactNode => {
  const allowed = useMayExport()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const [exportId, setExportId] = useState<number | null>(null)
  const progress = useProgress(exportId)
  if (!allowed) return null
  const start = async (format: Format): Promise<void> => {
    setBusy(true)
    try {
      const answer = await askFile(call, { ...input, export: format } as unknown as Input<Id>)
      if (answer.kind === 'file') {
        saveFile(answer.name, answer.blob)
        showToast('success', exportsText.saved(answer.name))
      } else {
        setExportId(answer.exportId)
        awaitExport(client, answer.exportId)
      }
    } catch (error) {
      // The client has already shown it.
      if (!(error instanceof ApiRefusal || error instanceof ApiFailure)) throw error
    } finally {
      setBusy(false)
    }
  }
  return (
    <MenuButton
      className={`ghost-button ${css.exportButton}`}
      name={exportsText.formatsLabel}
      label={progress ?? (busy ? exportsText.exporting : exportsText.export)}
      items={FORMATS.map((format) => ({ key: format, label: exportsText.formats[format] }))}
      busy={busy || progress !== null}
      onChoose={(format) => void start(format)}
    />
  )
}
