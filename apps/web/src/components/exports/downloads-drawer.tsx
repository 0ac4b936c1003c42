import '../../ui/page/list-page.css'
import type { ReactNode } from 'react'
import { appText } from '../../text/zh-CN/app/app.ts'
import { exportsText } from '../../text/zh-CN/shared/exports.ts'
import { MOBILE, useMedia } from '../../ui/hooks/use-media.ts'
import { Drawer } from '../dialogs/drawer.tsx'
import { ListState } from '../list-state.tsx'
import { DownloadRow } from './download-row.tsx'
import css from './exports.module.css'
import { useExports } from './use-exports.ts'

type Props = { readonly open: boolean; readonly onClose: () => void }

/** Exports of the last day, their progress and their files. */
export const DownloadsDrawer = ({ open, onClose }: Props): ReactNode => {
  const exports = useExports(true)
  const mobile = useMedia(MOBILE)
  return (
    <Drawer
      open={open}
      title={exportsText.center}
      size={mobile ? '100%' : 440}
      closable={{ 'aria-label': appText.close }}
      onClose={onClose}
      destroyOnHidden
    >
      <ListState query={exports} isEmpty={({ items }) => items.length === 0} empty={exportsText.empty}>
        {({ items }) => (
          <ul className={css.downloads}>
            {items.map((row) => (
              <DownloadRow key={row.id} row={row} />
            ))}
          </ul>
        )}
      </ListState>
      <p className={css.downloadsNote}>{exportsText.note}</p>
    </Drawer>
  )
}
