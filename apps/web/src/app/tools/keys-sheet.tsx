import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { toolsText } from '../../text/zh-CN/app/tools.ts'
import { keyGroups } from './keys-model.ts'
import css from './tools.module.css'

/** The keys of the open page and of all pages. */
export const KeysSheet = ({ onClose }: { readonly onClose: () => void }): ReactNode => {
  const { pathname } = useLocation()
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
    </Dialog>
  )
}
