import type { ReactNode } from 'react'
import { CopyButton } from '../../components/copy-button.tsx'
import { Dialog } from '../../components/dialogs/dialog.tsx'
import { jobsText } from '../../text/zh-CN/rooms/jobs.ts'
import { peopleText } from '../../text/zh-CN/shared/people.ts'
import css from './jobs.module.css'
import type { Run } from './run.ts'

const words = jobsText.verify

/** What a run found, by merchant: the broken rule and the row that breaks it. */
export const FindingsDialog = ({ run, onClose }: { readonly run: Run; readonly onClose: () => void }): ReactNode => (
  <Dialog
    title={words.findingsTitle(run.merchant === '' ? words.all : run.merchant)}
    width={640}
    onClose={onClose}
    footer={
      <>
        <CopyButton text={JSON.stringify(run.findings, null, 2)} />
        <button type="button" className="plain-button" onClick={onClose}>
          {peopleText.back}
        </button>
      </>
    }
  >
    <p>{words.note}</p>
    <ul className={css.findings}>
      {run.findings.map(({ merchant, rule, row }) => (
        <li key={`${merchant} ${rule}`} data-part="finding">
          <b>{merchant}</b> · {rule}
          <pre>{row}</pre>
        </li>
      ))}
    </ul>
  </Dialog>
)
