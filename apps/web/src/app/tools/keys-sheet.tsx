import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toolsText } from '../../text/zh-CN/app/tools.ts'
import { tourText } from '../../text/zh-CN/app/tour-hint.ts'
import { useTourHere } from '../tour/tour-hint.tsx'
import { runTour } from '../tour/tour-store.ts'
import { keyGroups } from './keys-model.ts'
import css from './tools.module.css'

/** The keys of the open page and of all pages. */
export const KeysSheet = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const { pathname } = useLocation()
  const tour = useTourHere()
  return (
    <Dialog title={toolsText.keys.title} onClose={onClose}>
      <div className={css.sheet}>
        {keyGroups(pathname).map(({ title, keys }) => (
          <section key={title}>
            <h3>{title}</h3>
            <dl>
              {keys.map(([name, does]) => (
                <div key={name} style={{ display: 'contents' }}>
                  <dt>
                    <kbd>{name}</kbd>
                  </dt>
                  <dd>{does}</dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
      {tour === null ? null : (
        <p className={css.tour}>
          <button
            type="button"
            className="link-button"
            onClick={() => {
              onClose()
              // After the dialog has given its focus back.
              setTimeout(runTour, 0, tour)
            }}
          >
            {tourText.open}
          </button>
        </p>
      )}
    </Dialog>
  )
}
