import { lazy, type ReactNode, Suspense, useState } from 'react'
import { exportsText } from '../../text/zh-CN/shared/exports.ts'
import { IconButton } from '../icon-button.tsx'
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
      <IconButton
        name={exportsText.center}
        said={running.length > 0 ? exportsText.running(running.length) : exportsText.center}
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => {
          setOpened(true)
          setOpen(true)
          void exports.refetch()
        }}
        icon={<path d="M10 3v9m0 0 3.5-3.5M10 12 6.5 8.5M4 15.5h12" />}
      >
        {running.length > 0 ? (
          <span className={css.downloadsCount}>{percent === null ? running.length : `${percent}%`}</span>
        ) : null}
      </IconButton>
      {opened ? (
        <Suspense fallback={null}>
          <DownloadsDrawer open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
