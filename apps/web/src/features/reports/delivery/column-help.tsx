import { type ReactNode, useState } from 'react'
import { Dialog } from '../../../components/dialogs/dialog.tsx'
import { reportText } from '../../../text/zh-CN/rooms/report.ts'
import { settlingText } from '../../../text/zh-CN/rooms/settling-up.ts'
import css from './delivery.module.css'

type Name = keyof typeof reportText.help

const titleOf = (name: Name): string => (name === 'settlingUp' ? settlingText.column : reportText.columns[name])

/** Every column with its explanation, for users who cannot hover. */
export const ColumnHelp = (): ReactNode => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <button type="button" className="ghost-button" onClick={() => setOpen(true)}>
        {reportText.helpButton}
      </button>
      {open ? (
        <Dialog title={reportText.helpTitle} onClose={() => setOpen(false)}>
          <dl className={css.columnHelp}>
            {(Object.keys(reportText.help) as Name[]).map((name) => (
              <div key={name}>
                <dt>{titleOf(name)}</dt>
                <dd>{reportText.help[name]}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      ) : null}
    </>
  )
}
