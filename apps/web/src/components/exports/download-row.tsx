import * as reportsCalls from '@strata/contract/calls/reports'
import { useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { api } from '../../api/api.ts'
import { ApiFailure, ApiRefusal } from '../../api/client.ts'
import { askFile } from '../../api/files.ts'
import { refreshAfter } from '../../api/stale.ts'
import { showCount } from '../../lib/count.ts'
import { newRequestId } from '../../lib/request-id.ts'
import { saveFile } from '../../lib/save-file.ts'
import { formatShort } from '../../lib/time.ts'
import { exportsText } from '../../text/zh-CN/shared/exports.ts'
import css from './exports.module.css'
import { type ExportRow, isUnfinished, percentOf } from './use-exports.ts'

const UNITS = ['B', 'KB', 'MB', 'GB'] as const

const sizeText = (bytes: number): string => {
  const step = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3))
  return `${(bytes / 1000 ** step).toLocaleString('en-US', { maximumFractionDigits: 1 })} ${UNITS[step]}`
}

/** The line under the name: progress, or size and expiry. */
const factsOf = (row: ExportRow): string[] => {
  const rows =
    row.totalRows === null || !isUnfinished(row)
      ? exportsText.rows(showCount(row.rows))
      : exportsText.rowsOf(showCount(row.rows), showCount(row.totalRows))
  const known = row.state === 'running' || row.state === 'ready' ? [rows] : []
  return [
    exportsText.states[row.state],
    ...known,
    ...(row.bytes === null ? [] : [sizeText(row.bytes)]),
    ...(row.expiresAt === null ? [formatShort(row.createdAt)] : [exportsText.expires(formatShort(row.expiresAt))]),
  ]
}

/** The client has already shown its own errors; any other error is a bug. */
const unlessSaid = (error: unknown): void => {
  if (!(error instanceof ApiRefusal || error instanceof ApiFailure)) throw error
}

/** One export with its actions. */
export const DownloadRow = ({ row }: { readonly row: ExportRow }): ReactNode => {
  const client = useQueryClient()
  const [received, setReceived] = useState<number | null>(null)
  const [canceling, setCanceling] = useState(false)
  const percent = percentOf(row)
  const download = async (): Promise<void> => {
    setReceived(0)
    try {
      const answer = await askFile(
        reportsCalls.exportFile,
        { exportId: row.id },
        { onBytes: (bytes, total) => setReceived(total ? Math.floor((bytes * 100) / total) : 0) },
      )
      if (answer.kind === 'file') saveFile(answer.name, answer.blob)
    } catch (error) {
      unlessSaid(error)
    } finally {
      setReceived(null)
    }
  }
  const cancel = async (): Promise<void> => {
    setCanceling(true)
    try {
      await api.call(reportsCalls.exportCancel, { exportId: row.id, requestId: newRequestId() })
    } catch (error) {
      unlessSaid(error)
    } finally {
      setCanceling(false)
      await refreshAfter(client, reportsCalls.exportCancel)
    }
  }
  return (
    <li data-state={row.state}>
      <b title={row.name}>{row.name}</b>
      <span className={css.downloadsFacts}>
        {factsOf(row).map((fact) => (
          <span key={fact}>{fact}</span>
        ))}
      </span>
      {isUnfinished(row) ? (
        <progress aria-label={row.name} max={100} {...(percent === null ? {} : { value: percent })} />
      ) : null}
      {isUnfinished(row) ? (
        <button
          type="button"
          className="ghost-button"
          aria-label={exportsText.cancelOf(row.name)}
          disabled={canceling}
          onClick={() => void cancel()}
        >
          {exportsText.cancel}
        </button>
      ) : null}
      {row.state === 'ready' ? (
        <button
          type="button"
          className="ghost-button"
          aria-label={exportsText.downloadOf(row.name)}
          disabled={received !== null}
          onClick={() => void download()}
        >
          {received === null ? exportsText.download : exportsText.downloading(received)}
        </button>
      ) : null}
    </li>
  )
}
