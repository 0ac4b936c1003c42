import { lazy, type ReactNode, Suspense, useState } from 'react'
import { exportsText } from '../../text/zh-CN/shared/exports.ts'
import css from './exports.module.css'
import { isUnfinished, percentOf, useExportEvents, useExports, useMayExport } from './use-exports.ts'

const DownloadsDrawer = lazy(async () => ({ default: (await import('./downloads-drawer.tsx')).DownloadsDrawer }))

/** The download list and its button at the top of every page. */
export const DownloadCenter = (): ReactNode => {
  const allowed = useMayExport()
  useExportEvents(allowed)
  const exports = useExports(allowed)
  const [open, setOpen] = useState(false)
  // Loaded at the first opening; stays mounted for its closing animation.
  const [opened, setOpened] = useState(false)
  if (!allowed) return null
  const running = exports.data?.items.filter(isUnfinished) ?? []
  const [first] = running
  const percent = first ? percentOf(first) : null
  return (
    <>
      <button
        type="button"
        className={css.downloadsButton}
        aria-label={running.length > 0 ? exportsText.running(running.length) : exportsText.center}
        title={exportsText.center}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setOpened(true)
          setOpen(true)
          void exports.refetch()
        }}
      >
        <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
          <path d="M10 3v9m0 0 3.5-3.5M10 12 6.5 8.5M4 15.5h12" />
        </svg>
        {running.length > 0 ? (
          <span className={css.downloadsCount}>{percent === null ? running.length : `${percent}%`}</span>
        ) : null}
      </button>
      {opened ? (
        <Suspense fallback={null}>
          <DownloadsDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
